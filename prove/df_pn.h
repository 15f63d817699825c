#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "prove/expander.h"
#include "prove/priors.h"
#include "prove/proof_table.h"

namespace raichi {

/// What the threads of one search share, besides the tables.
struct SharedSearch {
  std::atomic<bool> stops = false;
  std::atomic<uint64_t> nodes = 0;           // visits of positions so far, by all threads
  std::atomic<bool> is_making_room = false;  // of the table, by some thread
  /// How many threads are below the positions with these low bits of their keys. At the opponent's
  /// nodes other threads prefer the moves where nobody is (virtual proof numbers, Kaneko 2010): all
  /// of them must be answered. At the winner's nodes a second-best move is often a wrong one.
  std::array<std::atomic<uint8_t>, 1 << 16> busy{};

  std::atomic<uint8_t>& BusyAt(uint64_t key) { return busy[key & 0xffff]; }
};

/// One thread of a depth-first proof-number search (df-pn, Nagai 2002) for a win of one side. A
/// repetition of a position on the way counts against the winner.
///
/// - At the opponent's nodes the proof numbers are combined as the largest plus half of the others,
///   which share subtrees. At the winner's nodes the disproof numbers are added.
/// - Thresholds leave room, so that the search does not jump between two moves at each node
///   (1 + epsilon, Pawlewicz and Lew 2007).
/// - A network's priors weigh the winner's moves once a node has been visited some times.
/// - A disproof that rests on the repetition of an earlier position holds only below that position;
///   it is kept with its key (Kishimoto and Müller 2004).
class DfPn {
 public:
  /// `threads` is how many share the table. All arguments must outlive this object.
  DfPn(const Expander& expander, const Rules& rules, Side winner, ProofTable* table,
       SharedSearch* shared, int threads);
  void UsePriors(PriorTable* priors, PriorQueue* queue);
  /// `keep_going` is asked about every thousand nodes; if it returns false, all threads stop.
  void WatchBy(std::function<bool()> keep_going) { keep_going_ = std::move(keep_going); }

  /// Searches until the position is proven or disproven, or until it is stopped. Returns its
  /// numbers. Positions with the keys `before` count as repeated.
  ProofNumbers Search(const Position& root, std::span<const uint64_t> before);

 private:
  using Lanes = SymmetricHash::Lanes;
  /// A node is left once one of its numbers reaches its limit.
  struct Limits {
    uint32_t proof, disproof;
  };
  struct Node;
  struct Choice;

  ProofNumbers Visit(const Position& position, const Lanes& lanes, uint64_t key, Limits limits);
  bool VisitChild(const Position& position, const Lanes& lanes, const Choice& choice, Limits limits,
                  Node* node);
  /// Whether all nodes are to be left, or those below one that another thread has solved.
  bool IsCalledBack() const {
    return unwind_to_ != SIZE_MAX || shared_.stops.load(std::memory_order_relaxed);
  }
  void Enter(Node* node);
  void Leave(const Node& node);
  /// Each sets `node->numbers` and returns true if it decides the node.
  bool Expand(const Position& position, const Lanes& lanes, Node* node);
  bool Learn(const ProofNumbers& numbers, Child* child, Node* node);
  bool Refresh(Node* node);
  ProofNumbers NumbersOf(const Child& child) const;

  void WeighMoves(const Position& position, const Node& node);
  Choice Choose(Node* node) const;
  Limits LimitsOf(const Node& node, const Choice& choice, Limits limits) const;
  uint32_t Weighted(const Child& child) const;
  uint32_t WithBusy(uint32_t number, uint64_t key) const;

  int DepthOf(uint64_t remembered) const;
  ProofNumbers Disproof(int depth) const;
  void Tick();
  static bool IsSolved(const std::optional<ProofTable::Found>& found);
  void FindSolvedAncestor();
  bool TakeSolved(Node* node) const;

  const Expander& expander_;
  const Rules& rules_;
  const Side winner_;
  ProofTable& table_;
  SharedSearch& shared_;
  const bool is_alone_;
  PriorTable* priors_ = nullptr;
  PriorQueue* queue_ = nullptr;
  std::function<bool()> keep_going_;

  uint64_t nodes_ = 0;
  std::vector<Child> children_;             // of all nodes on the path
  std::vector<uint64_t> path_;              // keys
  std::array<uint8_t, 1 << 14> on_path_{};  // how many keys of the path have these bits
  size_t unwind_to_ = SIZE_MAX;             // the depth of a node that another thread has solved
};

}  // namespace raichi
