#include "app/engine/uci_go.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <sstream>

#include "app/engine/engine.h"
#include "base/error.h"
#include "base/text.h"
#include "rules/notation.h"

namespace raichi {
namespace {

constexpr int kMostMilliseconds = 1'000'000'000;

class GoReader {
 public:
  GoReader(std::string_view text, Side to_move)
      : words_(std::string(text)), is_white_(to_move == Side::kDefenders) {}

  UciGo Read() {
    for (std::string word; words_ >> word;) ReadWord(word);
    if (has_clock_) go_.clock = clock_;
    return go_;
  }

 private:
  void ReadWord(const std::string& word) {
    if (word == "infinite") {
      go_.infinite = true;
    } else if (word == "ponder") {
      go_.ponder = true;
    } else if (word == "nodes") {
      if (const auto nodes = TakeNumber(word, 0, kMaxVisits)) go_.nodes = std::max(1, *nodes);
    } else if (word == "movetime") {
      go_.move_seconds = TakeSeconds(word);
    } else if (word == "movestogo") {
      clock_.moves_to_go = TakeNumber(word, 0, kMostMilliseconds).value_or(0);
    } else if (!ReadClock(word) && !(lists_moves_ && word.find('-') != std::string::npos)) {
      go_.faults.push_back("go: '" + word + "' is ignored");
      SkipValue(word);
    }
  }

  bool ReadClock(const std::string& word) {
    const bool is_time = word == "wtime" || word == "btime";
    if (!is_time && word != "winc" && word != "binc") return false;
    const auto seconds = TakeSeconds(word);
    if ((word[0] == 'w') != is_white_ || !seconds) return true;
    (is_time ? clock_.remaining : clock_.increment) = *seconds;
    has_clock_ |= is_time;
    return true;
  }

  /// Passes over the value of a limit that is not supported.
  void SkipValue(const std::string& word) {
    std::string value;
    if (word == "depth" || word == "mate" || word == "perft") words_ >> value;
    if (word == "searchmoves") lists_moves_ = true;
  }

  /// Takes the number after a word. Anything else is a fault, and the limit is not set.
  std::optional<int> TakeNumber(const std::string& word, int min, int max) {
    std::string text;
    words_ >> text;
    const auto number = ParseNumber(text, min, max);
    if (!number) {
      go_.faults.push_back(
          fmt::format("go: {} '{}': expected a number from {} to {}", word, text, min, max));
    }
    return number;
  }

  /// A clock that has run out may be reported as a negative time.
  std::optional<double> TakeSeconds(const std::string& word) {
    const auto number = TakeNumber(word, -kMostMilliseconds, kMostMilliseconds);
    return number ? std::optional(std::max(0, *number) / 1000.0) : std::nullopt;
  }

  std::istringstream words_;
  bool is_white_;
  UciGo go_;
  GameClock clock_;
  bool has_clock_ = false;
  bool lists_moves_ = false;  // after `searchmoves`
};

/// The value in centipawns, for programs that understand nothing else: a tangent, as in lc0.
int Centipawns(float value) {
  constexpr double kScale = 90, kSlope = 0.98 * std::numbers::pi / 2;
  return static_cast<int>(std::lround(kScale * std::tan(kSlope * static_cast<double>(value))));
}

std::string Score(const Line& line) {
  const int moves = (line.plies_to_end + 1) / 2;
  if (line.proof == Proof::kWin) return fmt::format("mate {}", moves);
  if (line.proof == Proof::kLoss) return fmt::format("mate -{}", moves);
  return fmt::format("cp {}", Centipawns(line.value));
}

/// Chances of win, draw and loss in thousandths; they sum to 1000.
std::array<int, 3> PerMille(const Line& line) {
  const auto value = static_cast<double>(line.value);
  const double drawn = std::clamp(static_cast<double>(line.draw), 0.0, 1.0 - std::abs(value));
  const auto draw = static_cast<int>(std::lround(1000 * drawn));
  const auto win = std::min(1000 - draw, static_cast<int>(std::lround(500 * (1 + value - drawn))));
  return {win, draw, 1000 - draw - win};
}

}  // namespace

UciGo ParseUciGo(std::string_view text, Side to_move) { return GoReader(text, to_move).Read(); }

std::string UciInfo(const Line& line, int place, const UciProgress& progress) {
  const auto [win, draw, loss] = PerMille(line);
  const double speed = progress.seconds > 0 ? progress.new_nodes / progress.seconds : 0;
  std::string text = fmt::format(
      "info depth {} multipv {} nodes {} nps {:.0f} time {:.0f} score {} wdl {} {} {} value {:.3f} "
      "{}pv",
      line.moves.size(), place, progress.nodes, speed, 1000 * progress.seconds, Score(line), win,
      draw, loss, line.value,
      line.moves_left > 0 ? fmt::format("movesleft {:.0f} ", line.moves_left) : "");
  for (const Move move : line.moves) text += " " + ToString(move);
  return text;
}

}  // namespace raichi
