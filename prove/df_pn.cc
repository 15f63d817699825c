#include "prove/df_pn.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace raichi {
namespace {

constexpr uint32_t kInfinite = ProofNumbers::kInfinite, kMost = ProofNumbers::kMost;
constexpr int kNowhere = std::numeric_limits<int>::max();
constexpr size_t kMostPlies = 1000;  // of the path; deeper positions count as repeated
constexpr uint64_t kNodesBetweenTicks = 1024;
constexpr uint64_t kNodesBeforePriors = 8;
constexpr uint64_t kNodesBeforeRefresh = 64;

size_t PathBits(uint64_t remembered) { return remembered >> 1 & ((1 << 14) - 1); }

uint32_t Capped(uint64_t number) {
  return static_cast<uint32_t>(std::min<uint64_t>(number, kMost));
}

/// About the number of nodes of a size class.
uint64_t NodesOf(uint8_t size) {
  return size < 4 ? size : uint64_t{4u + size % 4u} << (size / 4) >> 2;
}

}  // namespace

/// A position on the path. Its children are `children_[begin ..]`.
struct DfPn::Node {
  uint64_t key = 0;
  bool is_or = false;  // the winner is to move
  size_t begin = 0, depth = 0;
  uint64_t nodes_before = 0;   // nodes_ when it was entered
  uint64_t earlier_nodes = 0;  // below it, by earlier visits
  ProofNumbers numbers;
  int plies = 0;            // until the latest end after the proven children that were left out
  int repeated = kNowhere;  // the shallowest position that the disproofs of children rest on
};

/// The child to visit, and what bounds the visit.
struct DfPn::Choice {
  size_t best;
  uint32_t second;     // the number of the second-best, kInfinite if there is none
  uint64_t sum, most;  // of the others' other numbers
};

DfPn::DfPn(const Expander& expander, const Rules& rules, Side winner, ProofTable* table,
           SharedSearch* shared, int threads)
    : expander_(expander),
      rules_(rules),
      winner_(winner),
      table_(*table),
      shared_(*shared),
      is_alone_(threads == 1) {}

void DfPn::UsePriors(PriorTable* priors, PriorQueue* queue) {
  priors_ = priors;
  queue_ = queue;
}

ProofNumbers DfPn::Search(const Position& root, std::span<const uint64_t> before) {
  const Lanes lanes = expander_.hash().Of(root);
  for (const uint64_t key : before) {
    path_.push_back(key);
    ++on_path_[PathBits(ProofNumbers::Remembered(key))];
  }
  const ProofNumbers numbers =
      Visit(root, lanes, SymmetricHash::Key(lanes), {kInfinite, kInfinite});
  shared_.nodes.fetch_add(nodes_ % kNodesBetweenTicks, kRelaxed);
  return numbers;
}

/// Returns the depth of a remembered position on the path, or -1.
int DfPn::DepthOf(uint64_t remembered) const {
  if (on_path_[PathBits(remembered)] == 0) return -1;
  for (size_t i = 0; i < path_.size(); ++i) {
    if (ProofNumbers::Remembered(path_[i]) == remembered) return static_cast<int>(i);
  }
  return -1;
}

ProofNumbers DfPn::Disproof(int depth) const {
  if (depth == kNowhere) return ProofNumbers::Disproven();
  return ProofNumbers::Disproven(ProofNumbers::Remembered(path_[static_cast<size_t>(depth)]));
}

/// Called now and then: looks after the table and the caller's wishes.
void DfPn::Tick() {
  shared_.nodes.fetch_add(kNodesBetweenTicks, kRelaxed);
  if (!shared_.is_making_room.exchange(true)) {
    table_.MakeRoom();
    shared_.is_making_room = false;
  }
  if (keep_going_ && !keep_going_()) shared_.stops = true;
  if (!is_alone_) FindSolvedAncestor();
}

/// What a table says of a position is its value, whatever was played before.
bool DfPn::IsSolved(const std::optional<ProofTable::Found>& found) {
  return found && (found->numbers.IsProven() ||
                   (found->numbers.IsDisproven() && found->numbers.repeated == 0));
}

void DfPn::FindSolvedAncestor() {
  for (size_t i = 0; i < path_.size(); ++i) {
    if (!IsSolved(table_.Find(path_[i]))) continue;
    unwind_to_ = i;
    return;
  }
}

/// Takes the value that another thread has found, so that Visit does not overwrite it.
bool DfPn::TakeSolved(Node* node) const {
  const auto found = table_.Find(node->key);
  if (!IsSolved(found)) return false;
  node->numbers = found->numbers;
  return true;
}

void DfPn::Enter(Node* node) {
  node->depth = path_.size();
  node->begin = children_.size();
  node->nodes_before = nodes_++;
  path_.push_back(node->key);
  ++on_path_[PathBits(ProofNumbers::Remembered(node->key))];
  if (!is_alone_) shared_.BusyAt(node->key).fetch_add(1, kRelaxed);
  const auto found = table_.Find(node->key);
  node->earlier_nodes = found ? NodesOf(found->size) : 0;
  if (nodes_ % kNodesBetweenTicks == 0) Tick();
}

void DfPn::Leave(const Node& node) {
  if (!is_alone_) shared_.BusyAt(node.key).fetch_sub(1, kRelaxed);
  --on_path_[PathBits(ProofNumbers::Remembered(node.key))];
  path_.pop_back();
  children_.resize(node.begin);
}

/// Takes what is known of a child. The caller removes it if that solves it but not the node.
bool DfPn::Learn(const ProofNumbers& numbers, Child* child, Node* node) {
  child->proof = numbers.proof;
  child->disproof = numbers.disproof;
  if (numbers.IsProven()) {
    if (node->is_or) {
      node->numbers = ProofNumbers::Proven(numbers.plies + 1);
      return true;
    }
    node->plies = std::max<int>(node->plies, numbers.plies);
  } else if (numbers.IsDisproven()) {
    // If the repeated position is not on the path any more, the whole path is suspected.
    const int depth = numbers.repeated == 0 ? kNowhere : std::max(0, DepthOf(numbers.repeated));
    if (!node->is_or) {
      node->numbers = Disproof(depth);
      return true;
    }
    node->repeated = std::min(node->repeated, depth);
  }
  return false;
}

bool DfPn::Expand(const Position& position, const Lanes& lanes, Node* node) {
  const Expansion expansion = expander_.Expand(position, lanes, table_, &children_);
  if (expansion.is_decided) {
    node->numbers =
        expansion.wins ? ProofNumbers::Proven(expansion.plies) : ProofNumbers::Disproven();
    return true;
  }
  node->plies = std::max(0, expansion.plies - 1);
  if (node->is_or && queue_ != nullptr && node->earlier_nodes >= kNodesBeforePriors) {
    WeighMoves(position, *node);
  }
  return Refresh(node);
}

/// Looks up all children, which other threads may have visited, and removes the solved ones.
bool DfPn::Refresh(Node* node) {
  size_t kept = node->begin;
  for (size_t i = node->begin; i < children_.size(); ++i) {
    Child child = children_[i];
    const ProofNumbers numbers = NumbersOf(child);
    if (Learn(numbers, &child, node)) return true;
    if (!numbers.IsProven() && !numbers.IsDisproven()) children_[kept++] = child;
  }
  children_.resize(kept);
  return false;
}

/// What is known of a child on this path.
ProofNumbers DfPn::NumbersOf(const Child& child) const {
  const int depth = path_.size() >= kMostPlies ? 0 : DepthOf(ProofNumbers::Remembered(child.key));
  if (depth >= 0) return Disproof(depth);
  const auto found = table_.Find(child.key);
  const bool is_known =
      found && (found->numbers.repeated == 0 || DepthOf(found->numbers.repeated) >= 0);
  return is_known ? found->numbers : ProofNumbers{.proof = child.proof, .disproof = child.disproof};
}

void DfPn::WeighMoves(const Position& position, const Node& node) {
  MoveList moves;
  GenerateMoves(rules_, position, &moves);
  if (!priors_->Find(node.key, {moves.data(), moves.size()},
                     std::span(children_).subspan(node.begin))) {
    queue_->Ask(node.key, position);
  }
}

uint32_t DfPn::Weighted(const Child& child) const {
  return Capped(uint64_t{child.proof} * child.weight / Child::kUnit);
}

uint32_t DfPn::WithBusy(uint32_t number, uint64_t key) const {
  return is_alone_ ? number : Capped(uint64_t{number} * (1u + shared_.BusyAt(key).load(kRelaxed)));
}

/// Chooses the child with the smallest number: the weighted proof number at the winner's nodes, the
/// disproof number at the opponent's. Sets the node's numbers.
DfPn::Choice DfPn::Choose(Node* node) const {
  const bool is_or = node->is_or;
  Choice choice{node->begin, kInfinite, 0, 0};
  uint64_t best = UINT64_MAX, second = UINT64_MAX, best_other = 0, sum = 0, most = 0, next = 0;
  uint64_t smallest = kMost;  // without the other threads
  for (size_t i = node->begin; i < children_.size(); ++i) {
    const Child& child = children_[i];
    const uint32_t own = is_or ? Weighted(child) : child.disproof;
    const uint64_t number = is_or ? own : WithBusy(own, child.key);
    const uint64_t other = is_or ? child.disproof : child.proof;
    smallest = std::min<uint64_t>(smallest, own);
    if (number < best || (number == best && other < best_other)) {
      second = best;
      best = number;
      best_other = other;
      choice.best = i;
    } else {
      second = std::min(second, number);
    }
    sum += other;
    next = other > most ? std::exchange(most, other) : std::max(next, other);
  }
  choice.second = second == UINT64_MAX ? kInfinite : Capped(second);
  choice.sum = sum - best_other;
  choice.most = best_other == most ? next : most;
  const uint32_t combined = Capped(is_or ? sum : most + (sum - most) / 2);
  const auto chosen = static_cast<uint32_t>(smallest);
  node->numbers = {.proof = is_or ? chosen : combined, .disproof = is_or ? combined : chosen};
  return choice;
}

/// Returns the limits of a visit to the chosen child: it goes on until the child is clearly no
/// longer the best, or until its numbers lift those of the node over their limits.
DfPn::Limits DfPn::LimitsOf(const Node& node, const Choice& choice, Limits limits) const {
  const Child& child = children_[choice.best];
  const uint64_t own_limit = node.is_or ? limits.proof : limits.disproof;
  const uint64_t other_limit = node.is_or ? limits.disproof : limits.proof;
  uint64_t own = own_limit;
  if (choice.second < kInfinite) {
    own = std::min<uint64_t>(own, choice.second + choice.second / 4 + 1);
  }
  if (node.is_or && own < kInfinite) {
    own = (own * Child::kUnit + child.weight - 1) / child.weight;
  }
  uint64_t other = other_limit;
  if (other_limit < kInfinite) {
    const auto limit = static_cast<int64_t>(other_limit);
    const auto sum = static_cast<int64_t>(choice.sum), most = static_cast<int64_t>(choice.most);
    int64_t room = limit - sum;
    if (!node.is_or) {
      // The child may become the largest number, or stay one of the others, which count half.
      const int64_t as_most = limit - sum / 2;
      room = as_most >= most ? as_most : 2 * (limit - most) - (sum - most);
    }
    other = static_cast<uint64_t>(std::max<int64_t>(room, 0));
  }
  const uint64_t proof = node.is_or ? own : other, disproof = node.is_or ? other : own;
  const auto above = [](uint64_t limit, uint32_t number) {
    return static_cast<uint32_t>(
        std::min<uint64_t>(std::max<uint64_t>(limit, uint64_t{number} + 1), kInfinite));
  };
  return {above(proof, child.proof), above(disproof, child.disproof)};
}

ProofNumbers DfPn::Visit(const Position& position, const Lanes& lanes, uint64_t key,
                         Limits limits) {
  Node node{.key = key, .is_or = position.to_move() == winner_};
  Enter(&node);
  bool is_decided = Expand(position, lanes, &node);
  while (!is_decided && !IsCalledBack()) {
    if (children_.size() == node.begin) {
      node.numbers = node.is_or ? Disproof(node.repeated) : ProofNumbers::Proven(node.plies + 1);
      is_decided = true;
      break;
    }
    const Choice choice = Choose(&node);
    if (node.numbers.proof >= limits.proof || node.numbers.disproof >= limits.disproof) break;
    is_decided = VisitChild(position, lanes, choice, limits, &node);
  }
  if (node.numbers.repeated == ProofNumbers::Remembered(key)) node.numbers.repeated = 0;
  if (!is_decided && !is_alone_) is_decided = TakeSolved(&node);
  if (is_decided || !IsCalledBack()) {
    table_.Store(key, node.numbers, node.earlier_nodes + nodes_ - node.nodes_before);
  }
  if (unwind_to_ == node.depth) unwind_to_ = SIZE_MAX;
  Leave(node);
  return node.numbers;
}

/// Visits the chosen child and learns from it. Returns true if that decides the node.
bool DfPn::VisitChild(const Position& position, const Lanes& lanes, const Choice& choice,
                      Limits limits, Node* node) {
  const Child child = children_[choice.best];
  const uint64_t nodes = nodes_;
  Position after = position;
  const Step step = Play(rules_, child.move, &after);
  const Lanes child_lanes = expander_.hash().After(lanes, position, child.move, step, after);
  const ProofNumbers numbers =
      Visit(after, child_lanes, child.key, LimitsOf(*node, choice, limits));
  if (Learn(numbers, &children_[choice.best], node)) return true;
  if (numbers.IsProven() || numbers.IsDisproven()) {
    children_.erase(children_.begin() + static_cast<ptrdiff_t>(choice.best));
  }
  return !is_alone_ && nodes_ - nodes >= kNodesBeforeRefresh && Refresh(node);
}

}  // namespace raichi
