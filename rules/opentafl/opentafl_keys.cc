#include "rules/opentafl/opentafl_keys.h"

#include <algorithm>

#include "base/error.h"
#include "base/parse_number.h"
#include "rules/notation.h"

namespace raichi {
namespace {

std::vector<Square> ParseSquareList(std::string_view key, std::string_view value, int size) {
  std::vector<Square> squares;
  for (const std::string_view text : SplitAtCommas(value)) {
    try {
      squares.push_back(ParseSquare(text, size));
    } catch (const Error& error) {
      FailOpenTafl(key, value, "squares between commas; " + std::string(error.what()));
    }
  }
  return squares;
}

}  // namespace

size_t OpenTaflKeys::TakeLetter(std::string_view key, char standard, std::string_view letters) {
  const std::string value = pairs_.Take(key, std::string(1, standard));
  const size_t index = value.size() == 1 ? letters.find(value[0]) : std::string_view::npos;
  if (index == std::string_view::npos)
    FailOpenTafl(key, value, "a letter of " + std::string(letters));
  return index;
}

ClassSet OpenTaflKeys::TakePieces(std::string_view key, std::string_view standard) {
  const std::string value = pairs_.Take(key, standard);
  ClassSet set;
  for (const char letter : value) {
    const size_t piece = std::string_view("tTK").find(letter);
    if (piece != std::string_view::npos) set.words = static_cast<uint8_t>(set.words | 1 << piece);
    if (piece == std::string_view::npos &&
        kOpenTaflSpecialPieces.find(letter) == std::string_view::npos) {
      FailOpenTafl(key, value, "letters of tcnkmgTCNKMG");
    }
  }
  return set;
}

std::vector<Square> OpenTaflKeys::TakeSquares(std::string_view key, int size) {
  return ParseSquareList(key, pairs_.Take(key, ""), size);
}

std::optional<std::vector<Square>> OpenTaflKeys::TakePlaces(std::string_view key, int size) {
  const std::optional<std::string> value = pairs_.Take(key);
  if (!value || *value == "default") return std::nullopt;
  std::vector<Square> squares = ParseSquareList(key, *value, size);
  std::sort(squares.begin(), squares.end());
  return squares;
}

std::vector<int> OpenTaflKeys::TakeLimits(std::string_view key) {
  const std::string value = pairs_.Take(key, "-1");
  std::vector<int> limits;
  for (const std::string_view text : SplitAtCommas(value)) {
    const auto limit = ParseNumber(text, -1);
    if (!limit || *limit == 0) {
      FailOpenTafl(key, value, "numbers of squares between commas, -1 for no limit");
    }
    limits.push_back(*limit < 0 || *limit >= kMaxBoardSize ? 0 : *limit);
  }
  return limits;
}

}  // namespace raichi
