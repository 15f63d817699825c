#include "rules/opentafl/opentafl.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "base/yaml/write.h"
#include "rules/notation.h"

namespace raichi {
namespace {

constexpr size_t kMaxRecord = 16 << 10;

}  // namespace

std::string ShowOpenTafl(std::string_view text) {
  constexpr size_t kLongest = 60;
  if (!IsCleanText(text, false)) return "(not text)";
  if (text.size() > kLongest) return "(a long text)";
  return std::string(text);
}

void FailOpenTafl(std::string_view key, std::string_view value, std::string_view expected) {
  throw Error("OpenTafl record: " + ShowOpenTafl(key) + ":" + ShowOpenTafl(value) + ": expected " +
              std::string(expected));
}

std::vector<std::string_view> SplitAtCommas(std::string_view text) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const size_t end = std::min(text.find(','), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

OpenTaflPairs::OpenTaflPairs(std::string_view record) {
  constexpr std::string_view kBlank = " \t\r\n";
  if (record.size() > kMaxRecord) throw Error("OpenTafl record: longer than 16 KiB");
  size_t begin = 0;
  while ((begin = record.find_first_not_of(kBlank, begin)) != std::string_view::npos) {
    const size_t end = std::min(record.find_first_of(kBlank, begin), record.size());
    const std::string_view token = record.substr(begin, end - begin);
    const bool command = begin == 0 && token == "rules";  // as in the engine protocol
    if (!command) Add(token);
    begin = end;
  }
}

std::optional<std::string> OpenTaflPairs::Take(std::string_view key) {
  const auto pair =
      std::find_if(pairs_.begin(), pairs_.end(), [&](const auto& p) { return p.first == key; });
  if (pair == pairs_.end()) return std::nullopt;
  std::string value = std::move(pair->second);
  pairs_.erase(pair);
  return value;
}

void OpenTaflPairs::Add(std::string_view token) {
  const size_t colon = token.find(':');
  if (colon == 0 || colon == std::string_view::npos) {
    throw Error("OpenTafl record: '" + ShowOpenTafl(token) + "': expected key:value");
  }
  const std::string_view key = token.substr(0, colon);
  const std::string_view value = token.substr(colon + 1);
  for (const auto& pair : pairs_) {
    if (pair.first == key) FailOpenTafl(key, value, "the key once");
  }
  pairs_.emplace_back(key, value);
}

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

namespace {

/// Returns the non-empty texts between the slashes.
std::vector<std::string_view> Ranks(std::string_view text) {
  std::vector<std::string_view> ranks;
  while (!text.empty()) {
    const size_t end = std::min(text.find('/'), text.size());
    if (end > 0) ranks.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return ranks;
}

}  // namespace

std::string SquaresToOpenTafl(std::string_view squares) {
  std::vector<std::string_view> ranks = Ranks(squares);
  std::reverse(ranks.begin(), ranks.end());
  std::string record = "/";
  for (const std::string_view rank : ranks) record.append(rank).append("/");
  return record;
}

std::string SquaresFromOpenTafl(std::string_view record) {
  std::vector<std::string_view> ranks = Ranks(record);
  if (ranks.empty()) throw Error("OpenTafl position: expected ranks between '/', from a1 on");
  std::reverse(ranks.begin(), ranks.end());
  std::string squares(ranks.front());
  for (size_t i = 1; i < ranks.size(); ++i) squares.append("/").append(ranks[i]);
  return squares;
}

}  // namespace raichi
