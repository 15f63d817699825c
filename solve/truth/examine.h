#pragma once

#include <optional>

#include "solve/table.h"
#include "solve/truth/prover.h"
#include "solve/truth/truth_set.h"

namespace raichi {

struct ExamineSettings {
  int most_plies = 6;             // to the end; at most Prover::kMostPlies - kBeyond
  uint64_t most_nodes = 400'000;  // of a question to the prover

  /// A shortest win in n plies has the horizon n + kBeyond, or kLeastHorizon if that is more. A
  /// move is proven to lose if the opponent then wins within kRefutation plies.
  static constexpr int kBeyond = 2;
  static constexpr int kLeastHorizon = 7;
  static constexpr int kRefutation = 5;
};

/// Whether no limit of plies ends a game that begins at a position before a win in so many plies.
bool IsWithinLimits(const RuleSet& rules, int plies);

/// The plies from an ongoing position to its forced end, odd if the side to move wins; 0 if there
/// is none within `most_plies`. Nothing if that takes too long to prove.
std::optional<int> PliesToEnd(const Position& position, const ExamineSettings& settings,
                              Prover* prover);

/// Proves what each move of a position is worth whose PliesToEnd are `plies`, more than 0. Returns
/// nothing if the position is not telling, or if that takes too long. The part is left to the
/// caller.
///
/// A position is telling if it has at least 8 moves and, if it is won, at least half of them lose
/// and at most a third win. There a slack move is punished; elsewhere many moves win too, only
/// later than a proof can see.
std::optional<TruthPosition> Examine(const Position& position, int plies,
                                     const ExamineSettings& settings, Prover* prover);

/// The same by a finished table: nothing also for draws, wins by endless repetition and distances
/// that a table does not tell apart. No horizon; the open moves draw.
std::optional<TruthPosition> Examine(const Position& position, const SolveTable& table);

/// Proves a position anew. Returns an empty text if it is as the position says, otherwise what is
/// wrong. A position of a table is proven too if its end is near enough; otherwise, or if a
/// question takes too long, `is_proven` becomes false.
std::string Contradiction(const TruthPosition& truth, const ExamineSettings& settings,
                          Prover* prover, bool* is_proven);

}  // namespace raichi
