#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "mcts/evaluator.h"
#include "prove/expander.h"

namespace raichi {

/// What a network's policy says of the winner's moves, for many positions: weights by which the
/// proof numbers of the moves count. Threads share it without locks. Of two positions with the same
/// place, the newer one stays.
class PriorTable {
 public:
  explicit PriorTable(size_t bytes);

  /// Sets the weights of a position's children. `moves` are all its legal moves, of which the
  /// children are some, in the same order. Returns false if the position is unknown.
  bool Find(uint64_t key, std::span<const Move> moves, std::span<Child> children) const;
  /// Keeps the weight of each legal move: 1 + log2(best / prior) / 2.
  void Store(uint64_t key, std::span<const float> priors);

 private:
  static constexpr size_t kWords = 16;  // the key, then eight weights in each word
  using Slot = std::array<std::atomic<uint64_t>, kWords>;

  size_t IndexOf(uint64_t key) const { return (key >> 32) * slots_.size() >> 32; }

  std::vector<Slot> slots_;
};

/// Collects the positions of one thread until they fill a batch, and has them evaluated. The search
/// goes on without their priors meanwhile.
class PriorQueue {
 public:
  PriorQueue(RulesPtr rules, PriorTable* table, std::unique_ptr<Evaluator> evaluator, size_t batch);

  /// Asks for the priors of an ongoing position. The first positions are evaluated at once; batches
  /// grow with the number of positions.
  void Ask(uint64_t key, const Position& position);
  uint64_t evaluations() const { return evaluations_; }

 private:
  void Evaluate();

  RulesPtr rules_;
  PriorTable* table_;
  std::unique_ptr<Evaluator> evaluator_;
  size_t batch_;
  std::vector<uint64_t> keys_;
  std::vector<Game> games_;
  std::vector<MoveList> moves_;
  std::vector<LeafRequest> requests_;
  std::vector<Evaluation> evaluations_out_;
  uint64_t evaluations_ = 0;
};

}  // namespace raichi
