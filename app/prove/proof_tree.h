#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "prove/expander.h"
#include "prove/proof_table.h"
#include "rules/board/position.h"
#include "rules/rules.h"

namespace raichi {

/// A position of a divided proof. Symmetric ones are one piece.
struct ProofPiece {
  Position position;
  uint64_t key = 0;  // SymmetricHash
};

/// What a search of a piece that was limited in nodes found.
struct PieceResult {
  ProofNumbers numbers;
  uint64_t nodes = 0;  // that were searched
  /// Of a piece that is open: what the search knew of the next positions, by key.
  std::unordered_map<uint64_t, ProofNumbers> next;
};

/// The top of a proof that processes divide (a job-level proof-number search; Wu et al. 2011): its
/// leaves are the pieces without a result. A piece that its search left open is divided into the
/// positions after its moves. Repeated positions on the way count against the winner, and are never
/// taken for solved. Not thread-safe.
class ProofTree {
 public:
  ProofTree(RulesPtr rules, const Position& root, Side winner);

  const ProofPiece& root() const { return root_; }

  bool Knows(uint64_t key) const { return results_.contains(key); }
  void Add(uint64_t key, PieceResult result);
  uint64_t nodes() const { return nodes_; }  // of all results
  size_t results() const { return results_.size(); }
  /// Returns the numbers of the root.
  ProofNumbers Numbers();

  /// Returns up to `most` leaves to search, the most promising first. At each of the winner's
  /// positions it goes down the best `width` moves only, because one is enough.
  std::vector<ProofPiece> Leaves(size_t width, size_t most);
  /// Whether there is a leaf at all. A root that is open without one rests on repetitions.
  bool HasLeaf() { return !Leaves(SIZE_MAX, 1).empty(); }
  /// Whether the root may still depend on this piece.
  bool Needs(uint64_t key);

  /// Calls `visit` for each position of the proof of a proven root, after those that follow from
  /// it: with the plies within which the winner wins, and whether it is a piece with a proof of its
  /// own.
  using Visit = std::function<void(uint64_t key, int plies, bool is_piece)>;
  void ForEachProven(const Visit& visit);

 private:
  struct Node {
    Position position;
    SymmetricHash::Lanes lanes{};
    ProofNumbers numbers;         // of a leaf, or as Evaluate found
    std::vector<Child> children;  // if it is divided
    int left_out = 0;             // plies until the end of moves that need no search
    uint64_t evaluated = 0;       // the pass that set `numbers`
    uint64_t visited = 0;         // the last pass that came here
    bool is_open = false;         // Evaluate is below it
  };
  bool IsOr(const Node& node) const { return node.position.to_move() == winner_; }
  void Divide(const PieceResult& result, Node* node);
  ProofNumbers Evaluate(uint64_t key);
  ProofNumbers Combine(const Node& node);
  std::vector<uint64_t> BestFirst(const Node& node);
  void Collect(uint64_t key, size_t width, size_t most, std::vector<ProofPiece>* leaves);
  bool Reaches(uint64_t key, uint64_t wanted);
  int VisitProven(uint64_t key, const Visit& visit);

  const RulesPtr rules_;
  const Side winner_;
  const Expander expander_;
  const ProofTable none_{1};  // Expand wants a table
  ProofPiece root_;
  std::unordered_map<uint64_t, PieceResult> results_;
  std::unordered_map<uint64_t, Node> nodes_by_key_;
  uint64_t nodes_ = 0;
  uint64_t pass_ = 0;
};

}  // namespace raichi
