#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mcts/evaluator.h"
#include "solve/truth/truth_set.h"

namespace raichi {

/// What somebody says of a position: its value for the side to move, and the move to play.
struct TruthAnswer {
  float value = 0;
  Move move;

  bool HasRightSign(const TruthPosition& truth) const {
    return truth.is_won ? value > 0 : value < 0;
  }
};

/// Asks an evaluator, alone (1 visit: its own value, and the move with the largest prior) or
/// guiding a search of so many visits as in matches, without temperature. `next` gives the index of
/// the next position to answer, or nothing at the end; up to `at_once` are searched together, so
/// that their leaves fill the batches. Each search begins with an empty tree, so no answer depends
/// on the other positions. Threads may share `positions`, `next` and `answers`, but not the
/// evaluator.
struct TruthQuestions {
  std::span<const TruthPosition> positions;
  std::function<std::optional<size_t>()> next;
  int visits = 1;
  int at_once = 64;
};
void AnswerTruth(const TruthQuestions& questions, Evaluator* evaluator,
                 std::span<TruthAnswer> answers);

/// Whether a position is easy: a search of `visits` without a network, whose evaluator has no
/// opinion, already plays a winning move, or sees that a lost position is not good.
bool IsEasy(const TruthPosition& truth, int visits);

/// A count of successes among trials.
struct TruthShare {
  int64_t right = 0;
  int64_t all = 0;

  void Add(bool is_right) {
    right += is_right;
    ++all;
  }
  double Value() const;  // 0 if there are no trials
  /// Bounds of Wilson's 95 % interval (1927).
  double Low() const { return Bound(-1); }
  double High() const { return Bound(1); }

 private:
  double Bound(int sign) const;
};

/// How often answers agree with the truth.
struct TruthShares {
  TruthShare signs;  // of the value, in all positions
  TruthShare kept;   // moves that win, in won positions
  TruthShare lost;   // moves that are proven to lose, in won positions

  void Add(const TruthPosition& truth, const TruthAnswer& answer);
};

/// The class of a position by its distance to the end: `win in 3`, `loss in 4`, `win in 9-15`.
std::string DistanceClass(const TruthPosition& truth);

}  // namespace raichi
