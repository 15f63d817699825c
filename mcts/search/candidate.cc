#include "mcts/search/candidate.h"

namespace raichi {
namespace {

int RankOf(Proof proof) { return proof == Proof::kWin ? 2 : proof == Proof::kLoss ? 0 : 1; }

}  // namespace

Candidate CandidateOf(const Tree& tree, const Edge& edge, bool prove) {
  Candidate candidate;
  candidate.prior = edge.prior();
  if (edge.child() == Tree::kRoot) return candidate;
  const Node& child = tree.ChildOf(edge);
  if (child.IsNew()) return candidate;  // evaluation is pending
  candidate.proof = prove ? ForOpponent(child.proof) : Proof::kNone;
  candidate.plies_to_end = child.plies_to_end;
  candidate.visits = candidate.proof == Proof::kLoss ? 0 : child.visits;
  candidate.value = -child.value;
  return candidate;
}

bool IsBetter(const Candidate& a, const Candidate& b) {
  const int rank = RankOf(a.proof), other = RankOf(b.proof);
  if (rank != other) return rank > other;
  if (rank != 1 && a.plies_to_end != b.plies_to_end) {
    return (a.plies_to_end < b.plies_to_end) == (a.proof == Proof::kWin);
  }
  if (a.visits != b.visits) return a.visits > b.visits;
  if (a.visits > 0 && a.value != b.value) return a.value > b.value;
  return a.prior > b.prior;
}

}  // namespace raichi
