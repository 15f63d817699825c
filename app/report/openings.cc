#include "app/report/openings.h"

#include <algorithm>
#include <map>
#include <utility>

#include "app/report/replay.h"
#include "rules/notation.h"

namespace raichi {
namespace {

constexpr size_t kPlies = 8;
constexpr size_t kMostMoves = 10;  // shown after a position
constexpr int kShareOfLines =
    200;  // a move is shown if it has at least this fraction, 1/200, of the games

}  // namespace

OpeningTree::OpeningTree(RulesPtr rules, size_t plies)
    : rules_(std::move(rules)), plies_(plies), symmetries_(SymmetriesOfSetup(*rules_)) {}

OpeningTree::Node& OpeningTree::Node::Child(Move child) {
  const auto found = std::find_if(children.begin(), children.end(),
                                  [child](const Node& node) { return node.move == child; });
  if (found != children.end()) return *found;
  children.push_back({.move = child});
  return children.back();
}

void OpeningTree::Node::Count(Result result) {
  ++games;
  attackers += result == Result::kAttackersWin ? 1 : 0;
  defenders += result == Result::kDefendersWin ? 1 : 0;
}

void OpeningTree::Add(const GameRecord& record) {
  std::vector<Symmetry> symmetries =
      symmetries_;  // those whose images have the lowest codes so far
  Node* node = &root_;
  node->Count(record.result);
  for (size_t ply = 0; ply < std::min(plies_, record.turns.size()); ++ply) {
    const auto image = [&](Symmetry symmetry) {
      return symmetry(record.turns[ply].move, rules_->size());
    };
    Move lowest = image(symmetries.front());
    for (const Symmetry symmetry : symmetries) lowest = std::min(lowest, image(symmetry));
    std::erase_if(symmetries, [&](Symmetry symmetry) { return image(symmetry) != lowest; });
    node = &node->Child(lowest);
    node->Count(record.result);
  }
}

Json OpeningTree::ChildrenToJson(const Node& node, int least_games, Game* game) {
  std::vector<const Node*> children;
  for (const Node& child : node.children) {
    if (child.games >= least_games) children.push_back(&child);
  }
  std::stable_sort(children.begin(), children.end(),
                   [](const Node* a, const Node* b) { return a->games > b->games; });
  children.resize(std::min(children.size(), kMostMoves));
  Json list = Json::array();
  for (const Node* child : children) {
    const Step step = game->Play(child->move);
    list.push_back({{"move", ToString(child->move, step)},
                    {"games", child->games},
                    {"attackers", child->attackers},
                    {"defenders", child->defenders},
                    {"position", SquaresOf(*game)}});
    if (!game->IsOver()) list.back()["moves"] = ChildrenToJson(*child, least_games, game);
    game->TakeBack();
  }
  return list;
}

Json OpeningTree::ToJson(int least_games) const {
  Game game(rules_);
  return {{"rules", rules_->data().name},
          {"games", root_.games},
          {"attackers", root_.attackers},
          {"defenders", root_.defenders},
          {"symmetries", symmetries_.size()},
          {"position", SquaresOf(game)},
          {"moves", ChildrenToJson(root_, least_games, &game)}};
}

Json OpeningsOf(const std::vector<CheckedGame>& games) {
  std::map<const Rules*, OpeningTree> trees;
  int total = 0;
  for (const CheckedGame& game : games) {
    const GameRecord& record = game.record;
    if (!record.start.empty() || record.turns.empty() || record.turns[0].visits.empty()) continue;
    trees.try_emplace(game.rules.get(), game.rules, kPlies).first->second.Add(record);
    ++total;
  }
  std::vector<const OpeningTree*> sorted;
  for (const auto& entry : trees) sorted.push_back(&entry.second);
  std::sort(sorted.begin(), sorted.end(),
            [](const auto* a, const auto* b) { return a->games() > b->games(); });
  Json list = Json::array();
  for (const OpeningTree* tree : sorted)
    list.push_back(tree->ToJson(std::max(2, total / kShareOfLines)));
  return list;
}

}  // namespace raichi
