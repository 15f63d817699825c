#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "base/rng.h"
#include "console/output.h"
#include "mcts/evaluator.h"
#include "rules/game.h"
#include "rules/rules.h"

namespace raichi {

/// Positions of random games. Each is one move after the previous one; when a game is over or has
/// 150 plies, the next game begins. The seed decides all of them.
class RandomPositions {
 public:
  RandomPositions(RulesPtr rules, uint64_t seed) : game_(rules), rules_(rules), rng_(seed) {}

  /// The next position, in which the game is not over. The reference is valid until the next call.
  const Game& Next();

 private:
  Game game_;
  RulesPtr rules_;
  Rng rng_;
  bool is_fresh_ = true;  // the position has not been returned yet
};

/// The largest differences between the evaluations of two networks over some positions.
struct ExportDifference {
  int positions = 0;
  double value = 0;       // of win - loss, in [-1, 1], and of win, draw and loss
  double policy = 0;      // of the probability of any legal move
  double moves_left = 0;  // as a share of the expected plies

  /// True if values and probabilities differ by at most `tolerance` and moves left by at most ten
  /// times that.
  bool IsWithin(double tolerance) const {
    return positions > 0 && value <= tolerance && policy <= tolerance &&
           moves_left <= 10 * tolerance;
  }
  void Include(const Evaluation& expected, const Evaluation& got);
};

/// An export and its card, whose checksum is that of the export.
struct OpenedExport {
  Json card;
  std::filesystem::path card_file;
  int canvas = 0;
  double tolerance = 0;         // kF32Tolerance or kF16Tolerance
  std::vector<RulesPtr> rules;  // as the card describes them
  std::unique_ptr<Evaluator> evaluator;
};

inline constexpr double kF32Tolerance = 1e-4;
inline constexpr double kF16Tolerance = 2e-2;

/// Opens an export and its card. Throws Error if the card belongs to another file.
OpenedExport OpenExport(const std::filesystem::path& file, const std::filesystem::path& card);

/// Compares the evaluations of the export with those in the card's samples, which it evaluates
/// together, since a fixed batch is always computed in full. Throws Error naming the card if this
/// program derives another position or input from a sample's moves.
ExportDifference CompareSamples(const OpenedExport& opened);

/// Compares the evaluations of the export with those of `own` over random positions of a rule set.
/// Calls `show` with the number of positions that are done.
ExportDifference CompareWith(const OpenedExport& opened, Evaluator* own, const RulesPtr& rules,
                             int positions, const std::function<void(int done)>& show);

}  // namespace raichi
