#include "tests/support/slow_scene.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/scene.h"

namespace raichi {
namespace {

std::string Sorted(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : " ") + name;
  return list;
}

}  // namespace

RuleSet PlainRules(std::string_view drawing) {
  RuleSet rules;
  rules.name = "plain";
  rules.setup = SquaresOf(drawing);
  rules.size = 1 + static_cast<int>(std::count(rules.setup.begin(), rules.setup.end(), '/'));
  rules.repetition.count = 0;
  return rules;
}

SlowScene::SlowScene(const RuleSet& rules, const std::string& position)
    : engine_(rules),
      game_(&engine_, position.empty() ? engine_.Start() : engine_.Parse(position)) {}

std::string SlowScene::Play(const std::string& move) {
  for (const slow::SlowMove legal : game_.Moves()) {
    if (slow::Text(legal) != move) continue;
    std::vector<std::string> names;
    for (const slow::At at : game_.Play(legal).captured) names.push_back(slow::Text(at));
    return Sorted(names);
  }
  ADD_FAILURE() << move << " is not legal on " << Text();
  return "not legal";
}

bool SlowScene::Allows(const std::string& move) const {
  const std::vector<slow::SlowMove> moves = game_.Moves();
  return std::any_of(moves.begin(), moves.end(),
                     [&](slow::SlowMove legal) { return slow::Text(legal) == move; });
}

std::string SlowScene::Targets(const std::string& from) const {
  std::vector<std::string> names;
  for (const slow::SlowMove move : game_.Moves()) {
    if (slow::Text(move.from) == from) names.push_back(slow::Text(move.to));
  }
  return Sorted(names);
}

std::string SlowScene::Outcome() const {
  return game_.result().empty() ? "ongoing" : game_.result() + ": " + game_.reason();
}

}  // namespace raichi
