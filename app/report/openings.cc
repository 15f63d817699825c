#include "app/report/openings.h"

#include <algorithm>
#include <map>
#include <utility>

#include "app/report/metrics.h"
#include "app/report/replay.h"
#include "base/error.h"
#include "rules/notation.h"
#include "run/files/folder.h"
#include "selfplay/records/shard.h"
#include "selfplay/records/shard_folder.h"

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

namespace {

namespace fs = std::filesystem;

constexpr const char* kOtherRules = "other rules";

}  // namespace

OutcomeReader::OutcomeReader(fs::path games, int64_t most_games)
    : games_(std::move(games)), most_games_(most_games) {}

OutcomeReader::Shard OutcomeReader::ReadShardAt(const fs::path& path) {
  Shard shard{.stamp = StampOf(path), .model = ModelOfShard(path.filename()).value(), .rules = {}};
  try {
    ForEachGame(path, [&](const GameRecord& record) {
      Outcomes& outcomes = shard.rules[rules_.Of(record, path.string())->data().name];
      ++outcomes.results.at(static_cast<size_t>(record.result));
      ++outcomes.games;
      outcomes.plies += static_cast<int64_t>(record.turns.size());
    });
  } catch (const Error& error) {
    // GameReader warns of it if it is new.
    shard.rules.clear();
    if (dynamic_cast<const ReadError*>(&error)) shard.stamp = {};  // read again at the next change
  }
  return shard;
}

/// Reads games for the iteration `first` and later ones: those of the model before it, and so on.
void OutcomeReader::Read(int first) {
  const int64_t step = 1 + CountGamesFrom(games_, first - 1) / most_games_;
  std::vector<fs::path> shards = RunShards(games_).All();
  std::erase_if(shards, [first](const fs::path& shard) {
    const std::optional<int> model = ModelOfShard(shard.filename());
    return !model || *model < first - 1;
  });
  std::map<std::string, Shard> chosen;
  for (size_t i = 0; i < shards.size(); i += static_cast<size_t>(step)) {
    const std::string name = shards[i].filename();
    const auto seen = shards_.find(name);
    const bool is_known = seen != shards_.end() && seen->second.stamp == StampOf(shards[i]);
    chosen.emplace(name, is_known ? std::move(seen->second) : ReadShardAt(shards[i]));
  }
  shards_ = std::move(chosen);
}

Json OutcomeReader::Columns(const std::vector<std::string>& names, int first,
                            const std::vector<int>& last) {
  Read(first);
  std::map<std::string, std::vector<Outcomes>> rows;
  for (const auto& [name, shard] : shards_) {
    // The games of model N were played for iteration N + 1.
    const auto row = std::ranges::lower_bound(last, shard.model + 1) - last.begin();
    if (row == std::ssize(last)) continue;
    for (const auto& [rules, outcomes] : shard.rules) {
      const bool named = std::find(names.begin(), names.end(), rules) != names.end();
      std::vector<Outcomes>& column = rows[named ? rules : kOtherRules];
      column.resize(last.size());
      Outcomes& sum = column[static_cast<size_t>(row)];
      for (size_t i = 0; i < sum.results.size(); ++i) sum.results.at(i) += outcomes.results.at(i);
      sum.games += outcomes.games;
      sum.plies += outcomes.plies;
    }
  }
  Json columns = Json::object();
  for (const auto& [rules, column] : rows) {
    Json& json = columns[rules];
    for (const Outcomes& row : column) {
      const auto part = [&row](int64_t count) {
        if (row.games == 0) return Json();
        return ReportNumber(static_cast<double>(count) / static_cast<double>(row.games));
      };
      const auto share = [&](Result result) {
        return part(row.results.at(static_cast<size_t>(result)));
      };
      json["games"].push_back(row.games);
      json["attackers"].push_back(share(Result::kAttackersWin));
      json["defenders"].push_back(share(Result::kDefendersWin));
      json["draws"].push_back(share(Result::kDraw));
      json["plies"].push_back(part(row.plies));
    }
  }
  return columns;
}

}  // namespace raichi
