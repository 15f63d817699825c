#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "console/output.h"
#include "mcts/evaluator.h"
#include "rules/rules.h"

namespace raichi {

/// Largest differences between two networks over some positions.
struct ExportDifference {
  int positions = 0;
  double value = 0;       // of win - loss, in [-1, 1], and of each of win, draw and loss
  double policy = 0;      // of the probability of any legal move
  double moves_left = 0;  // plies, of those expected, as a share

  /// Whether values and probabilities are within the tolerance, and moves left within ten times it.
  bool IsWithin(double tolerance) const {
    return positions > 0 && value <= tolerance && policy <= tolerance &&
           moves_left <= 10 * tolerance;
  }
  void Include(const Evaluation& expected, const Evaluation& got);
};

/// An export with its card, which has been compared with it.
struct OpenedExport {
  Json card;
  std::filesystem::path card_file;
  int canvas = 0;
  double tolerance = 0;         // kF32Tolerance or kF16Tolerance
  std::vector<RulesPtr> rules;  // the card's, as it describes them
  std::unique_ptr<Evaluator> evaluator;
};

inline constexpr double kF32Tolerance = 1e-4;
inline constexpr double kF16Tolerance = 2e-2;

/// Opens an export and its card. Throws Error if the file is not the one that the card is of.
OpenedExport OpenExport(const std::filesystem::path& file, const std::filesystem::path& card);

/// The card's samples through the export: what it says, and what the card expects. Throws Error,
/// naming the card, if a sample is not what this program makes of its moves.
ExportDifference CompareSamples(const OpenedExport& opened);

/// Random positions under a rule set: what the export says, and what Raichi's own evaluator does.
ExportDifference CompareWith(const OpenedExport& opened, Evaluator* own, const RulesPtr& rules,
                             int positions);

}  // namespace raichi
