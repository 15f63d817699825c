#include "app/prove/proof_tree.h"

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace raichi {
namespace {

constexpr uint32_t kMost = ProofNumbers::kMost;
/// Of a position that is repeated: a hopeless way for the winner.
constexpr ProofNumbers kRepetition{.proof = kMost, .disproof = 1};

bool IsSolved(const ProofNumbers& numbers) { return numbers.IsProven() || numbers.IsDisproven(); }

uint32_t Capped(uint64_t number) {
  return static_cast<uint32_t>(std::min<uint64_t>(number, kMost));
}

/// A guess of a search, which counts as no result.
ProofNumbers AsOpen(const ProofNumbers& numbers) {
  return {.proof = std::clamp(numbers.proof, 1u, kMost),
          .disproof = std::clamp(numbers.disproof, 1u, kMost)};
}

}  // namespace

ProofTree::ProofTree(RulesPtr rules, const Position& root, Side winner)
    : rules_(std::move(rules)), winner_(winner), expander_(*rules_, winner) {
  Node node{.position = root, .lanes = expander_.hash().Of(root)};
  root_ = {root, SymmetricHash::Key(node.lanes)};
  nodes_by_key_.emplace(root_.key, std::move(node));
}

void ProofTree::Add(uint64_t key, PieceResult result) {
  nodes_ += result.nodes;
  results_.emplace(key, std::move(result));
}

/// Makes the nodes after a piece that its search left open, unless they are there.
void ProofTree::Divide(const PieceResult& result, Node* node) {
  if (!node->children.empty()) return;
  const Expansion expansion = expander_.Expand(node->position, node->lanes, none_, &node->children);
  if (expansion.is_decided || node->children.empty()) throw Error("a piece has no open move");
  node->left_out = std::max(0, expansion.plies - 1);
  for (const Child& child : node->children) {
    Node after{.position = node->position};
    const Step step = Play(*rules_, child.move, &after.position);
    after.lanes =
        expander_.hash().After(node->lanes, node->position, child.move, step, after.position);
    const auto known = result.next.find(child.key);
    after.numbers = AsOpen(known != result.next.end()
                               ? known->second
                               : ProofNumbers{.proof = child.proof, .disproof = child.disproof});
    nodes_by_key_.emplace(child.key, std::move(after));
  }
}

ProofNumbers ProofTree::Numbers() {
  ++pass_;
  return Evaluate(root_.key);
}

ProofNumbers ProofTree::Evaluate(uint64_t key) {
  Node& node = nodes_by_key_.at(key);  // stays where it is when others are added
  if (node.is_open) return kRepetition;
  if (node.evaluated == pass_ || IsSolved(node.numbers)) return node.numbers;
  if (const auto result = results_.find(key); result == results_.end()) {
    node.evaluated = pass_;
  } else if (IsSolved(result->second.numbers)) {
    node.numbers = result->second.numbers;
  } else {
    Divide(result->second, &node);
    node.is_open = true;
    node.numbers = Combine(node);
    node.is_open = false;
    node.evaluated = pass_;
  }
  return node.numbers;
}

/// As DfPn: at the other side's positions the proof numbers, which share subtrees, count half but
/// for the largest.
ProofNumbers ProofTree::Combine(const Node& node) {
  const bool is_or = IsOr(node);
  uint64_t sum = 0, most = 0, least = ProofNumbers::kInfinite;
  int shortest = 0, longest = node.left_out;
  bool is_won = !is_or, is_lost = is_or;
  for (const Child& child : node.children) {
    const ProofNumbers numbers = Evaluate(child.key);
    if (numbers.IsProven()) {
      shortest = shortest == 0 ? numbers.plies : std::min<int>(shortest, numbers.plies);
      longest = std::max<int>(longest, numbers.plies);
      if (is_or) is_won = true;
      is_lost = false;
      continue;
    }
    is_won = is_won && is_or;
    if (numbers.IsDisproven()) {
      if (!is_or) return ProofNumbers::Disproven();
      continue;
    }
    is_lost = false;
    const uint64_t other = is_or ? numbers.disproof : numbers.proof;
    least = std::min<uint64_t>(least, is_or ? numbers.proof : numbers.disproof);
    sum += other;
    most = std::max(most, other);
  }
  if (is_won) return ProofNumbers::Proven((is_or ? shortest : longest) + 1);
  if (is_lost) return ProofNumbers::Disproven();
  const uint32_t all = Capped(is_or ? sum : most + (sum - most) / 2), one = Capped(least);
  return is_or ? ProofNumbers{.proof = one, .disproof = all}
               : ProofNumbers{.proof = all, .disproof = one};
}

/// Returns the open positions after a node, by the number by which its side chooses.
std::vector<uint64_t> ProofTree::BestFirst(const Node& node) {
  std::vector<std::pair<uint32_t, uint64_t>> order;
  for (const Child& child : node.children) {
    const ProofNumbers& numbers = nodes_by_key_.at(child.key).numbers;
    if (IsSolved(numbers)) continue;
    order.emplace_back(IsOr(node) ? numbers.proof : numbers.disproof, child.key);
  }
  std::ranges::sort(order);
  std::vector<uint64_t> keys;
  for (const auto& [number, key] : order) keys.push_back(key);
  return keys;
}

std::vector<ProofPiece> ProofTree::Leaves(size_t width, size_t most) {
  Numbers();
  ++pass_;
  std::vector<ProofPiece> leaves;
  Collect(root_.key, width, most, &leaves);
  return leaves;
}

void ProofTree::Collect(uint64_t key, size_t width, size_t most, std::vector<ProofPiece>* leaves) {
  Node& node = nodes_by_key_.at(key);
  if (node.visited == pass_ || IsSolved(node.numbers) || leaves->size() >= most) return;
  node.visited = pass_;
  if (!Knows(key)) return leaves->push_back({node.position, key});
  std::vector<uint64_t> next = BestFirst(node);
  if (IsOr(node)) next.resize(std::min(next.size(), width));
  for (const uint64_t child : next) Collect(child, width, most, leaves);
}

bool ProofTree::Needs(uint64_t key) {
  Numbers();
  ++pass_;
  return Reaches(root_.key, key);
}

bool ProofTree::Reaches(uint64_t key, uint64_t wanted) {
  Node& node = nodes_by_key_.at(key);
  if (node.visited == pass_ || IsSolved(node.numbers)) return false;
  node.visited = pass_;
  return key == wanted || std::ranges::any_of(node.children, [&](const Child& child) {
           return Reaches(child.key, wanted);
         });
}

void ProofTree::ForEachProven(const Visit& visit) {
  Numbers();
  ++pass_;
  VisitProven(root_.key, visit);
}

int ProofTree::VisitProven(uint64_t key, const Visit& visit) {
  Node& node = nodes_by_key_.at(key);
  const int plies = node.numbers.plies;
  if (node.visited == pass_) return plies;
  node.visited = pass_;
  const auto result = results_.find(key);
  const bool is_piece = result != results_.end() && result->second.numbers.IsProven();
  if (!is_piece) {
    for (const Child& child : node.children) {
      const ProofNumbers& numbers = nodes_by_key_.at(child.key).numbers;
      if (IsOr(node) && !(numbers.IsProven() && numbers.plies + 1 == plies)) continue;
      VisitProven(child.key, visit);
      if (IsOr(node)) break;
    }
  }
  visit(key, plies, is_piece);
  return plies;
}

}  // namespace raichi
