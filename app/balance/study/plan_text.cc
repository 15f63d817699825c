#include <spdlog/fmt/fmt.h>

#include <string>
#include <utility>
#include <vector>

#include "app/balance/study/plan.h"
#include "base/yaml/yaml.h"

namespace raichi {
namespace {

YamlNode Scalar(const std::string& text) {
  YamlNode node;
  node.kind = YamlNode::Kind::kScalar;
  node.text = text;
  return node;
}

/// A number with as many digits as distinguish it from all others.
YamlNode Number(double number) { return Scalar(fmt::format("{}", number)); }

template <typename List, typename Make>
YamlNode ListOf(const List& list, Make make) {
  YamlNode node;
  node.kind = YamlNode::Kind::kList;
  for (const auto& item : list) node.items.push_back(make(item));
  return node;
}

YamlNode Texts(const std::vector<std::string>& texts) { return ListOf(texts, Scalar); }
YamlNode Numbers(const std::vector<int>& numbers) { return ListOf(numbers, Number); }

YamlNode MapOf(std::vector<std::pair<std::string, YamlNode>> entries) {
  YamlNode node;
  node.kind = YamlNode::Kind::kMap;
  for (auto& [key, value] : entries) {
    node.keys.push_back(Scalar(key));
    node.items.push_back(std::move(value));
  }
  return node;
}

YamlNode ChangesNode(const StudyPlan::Changes& changes) {
  std::vector<std::pair<std::string, YamlNode>> list;
  for (const StudyPlan::Change& change : changes.one_at_a_time) {
    list.emplace_back(change.label, Scalar(change.change));
  }
  return MapOf({{"base", Scalar(changes.base)}, {"one_at_a_time", MapOf(std::move(list))}});
}

YamlNode FactorialNode(const StudyPlan::Factorial& factorial) {
  std::vector<std::pair<std::string, YamlNode>> list;
  for (const StudyPlan::Factor& factor : factorial.factors) {
    list.emplace_back(factor.name, ListOf(factor.values, Scalar));
  }
  return MapOf({{"base", Scalar(factorial.base)},
                {"factors", MapOf(std::move(list))},
                {"games", Number(factorial.games)}});
}

YamlNode PlayersNode(const StudyPlan::Players& players) {
  std::vector<std::pair<std::string, YamlNode>> keys = {{"models", Texts(players.models)},
                                                        {"visits", Numbers(players.visits)}};
  if (!players.checkpoints.empty()) {  // older plans lack it, and must stay the same text
    keys.emplace_back("checkpoints", Texts(players.checkpoints));
  }
  keys.emplace_back("alphabeta", Numbers(players.alphabeta));
  keys.emplace_back("playouts", Numbers(players.playouts));
  return MapOf(std::move(keys));
}

}  // namespace

std::string ToYaml(const StudyPlan& plan) {
  std::vector<std::pair<std::string, YamlNode>> keys;
  keys.emplace_back("name", Scalar(plan.name));
  keys.emplace_back("seed", Scalar(std::to_string(plan.seed)));
  keys.emplace_back("rules", Texts(plan.rules));
  if (!plan.changes.base.empty()) keys.emplace_back("changes", ChangesNode(plan.changes));
  if (!plan.factorial.base.empty()) keys.emplace_back("factorial", FactorialNode(plan.factorial));
  keys.emplace_back("path", Texts(plan.path));
  keys.emplace_back("players", PlayersNode(plan.players));
  keys.emplace_back("openings", MapOf({{"setup", Number(plan.openings.setup)},
                                       {"random4", Number(plan.openings.random4)},
                                       {"first_moves", Number(plan.openings.first_moves)},
                                       {"within", Number(plan.openings.within)},
                                       {"plies", Number(plan.openings.plies)}}));
  keys.emplace_back("stop", MapOf({{"half_width", Number(plan.stop.half_width)},
                                   {"equivalence", Number(plan.stop.equivalence)},
                                   {"games", Number(plan.stop.games)}}));
  keys.emplace_back("handicap", Number(plan.handicap));
  keys.emplace_back(
      "bids", MapOf({{"turns", Numbers(plan.bids.turns)}, {"games", Number(plan.bids.games)}}));
  if (!plan.sandwiches.rules.empty()) {  // older plans lack it, and must stay the same text
    keys.emplace_back("sandwiches", MapOf({{"rules", Texts(plan.sandwiches.rules)},
                                           {"training", Number(plan.sandwiches.training)},
                                           {"games", Number(plan.sandwiches.games)}}));
  }
  return WriteYaml(MapOf(std::move(keys)));
}

}  // namespace raichi
