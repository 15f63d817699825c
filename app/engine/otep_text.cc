#include "app/engine/otep_text.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <sstream>

#include "base/error.h"
#include "base/parse_number.h"
#include "rules/notation.h"
#include "rules/opentafl/opentafl.h"

namespace raichi {
namespace {

constexpr double kWinInOpenTafl = 5000;

OtepClock::OfSide ParseSideOfClock(std::string text) {
  OtepClock::OfSide side;
  if (text.ends_with('*')) {
    side.is_overtime = true;
    text.pop_back();
  }
  const auto milliseconds = ParseNumber<int64_t>(text);
  if (!milliseconds) {
    throw Error("clock '" + text + "': expected milliseconds, perhaps with a star");
  }
  side.is_known = *milliseconds >= 0;
  side.seconds = std::max(0.0, static_cast<double>(*milliseconds) / 1000);
  return side;
}

double ValueForAttackers(const Line& line, Side to_move) {
  const auto value = static_cast<double>(line.value);
  return to_move == Side::kAttackers ? value : -value;
}

}  // namespace

OtepClock ParseOtepClock(const std::string& text) {
  std::istringstream words(text);
  std::string attackers, defenders;
  words >> attackers >> defenders;
  return {ParseSideOfClock(attackers), ParseSideOfClock(defenders)};
}

GameClock GameClockOf(const OtepClock::OfSide& clock, double plies_left) {
  return {.remaining = clock.seconds,
          .moves_to_go = clock.is_overtime ? 1 : 0,
          .plies_left = plies_left};
}

Position ParseOtepPosition(const std::string& record, int size) {
  return ParseSquares(SquaresFromOpenTafl(record), size);
}

std::string OtepAnalysis(const std::vector<Line>& lines, Side to_move) {
  std::string text = fmt::format("analysis {}", lines.size());
  for (const Line& line : lines) {
    char separator = ' ';
    for (const Move move : line.moves) {
      text += separator + ToString(move);
      separator = '|';
    }
    text += fmt::format(" {:.0f}", kWinInOpenTafl * ValueForAttackers(line, to_move));
  }
  return text;
}

}  // namespace raichi
