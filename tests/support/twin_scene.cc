#include "tests/support/twin_scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "rules/notation.h"
#include "tests/support/compare.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

std::string Sorted(std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : " ") + name;
  return list;
}

Game FastGame(const RuleSet& rules, const std::string& position) {
  const auto compiled = std::make_shared<Rules>(rules);
  return position.empty() ? Game(compiled) : Game(compiled, ParsePosition(*compiled, position));
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

TwinScene::TwinScene(const RuleSet& rules, const std::string& position)
    : engine_(rules),
      game_(&engine_, position.empty() ? engine_.Start() : engine_.Parse(position)),
      fast_(FastGame(rules, position)) {
  ExpectSame();
}

void TwinScene::ExpectSame() const {
  const Position& fast = fast_.position();
  EXPECT_EQ(CompareBoards(fast_.rules(), fast, engine_, game_.board()), "");
  EXPECT_EQ(WordFor(fast_.result()), game_.result());
  EXPECT_EQ(WordFor(fast_.reason()), game_.reason());
  if (fast_.IsOver()) return;
  EXPECT_EQ(CompareMoves(fast_.rules(), fast, engine_, game_.board()), "");
  EXPECT_EQ(ParsePosition(fast_.rules(), engine_.FullText(game_.board())), fast);
}

std::string TwinScene::Play(const std::string& move) {
  for (const slow::SlowMove legal : game_.Moves()) {
    if (slow::Text(legal) != move) continue;
    std::vector<std::string> names, fast_names;
    for (const slow::At at : game_.Play(legal).captured) names.push_back(slow::Text(at));
    const Step step = fast_.Play(ToFast(legal));
    for (int i = 0; i < step.num_captured; ++i) {
      fast_names.push_back(ToString(step.captured[static_cast<size_t>(i)]));
    }
    EXPECT_EQ(Sorted(names), Sorted(fast_names)) << move << " to " << Text();
    ExpectSame();
    return Sorted(names);
  }
  ADD_FAILURE() << move << " is not legal on " << Text();
  return "not legal";
}

bool TwinScene::Allows(const std::string& move) const {
  const std::vector<slow::SlowMove> moves = game_.Moves();
  return std::any_of(moves.begin(), moves.end(),
                     [&](slow::SlowMove legal) { return slow::Text(legal) == move; });
}

std::string TwinScene::Targets(const std::string& from) const {
  std::vector<std::string> names;
  for (const slow::SlowMove move : game_.Moves()) {
    if (slow::Text(move.from) == from) names.push_back(slow::Text(move.to));
  }
  return Sorted(names);
}

std::string TwinScene::Outcome() const {
  return game_.result().empty() ? "ongoing" : game_.result() + ": " + game_.reason();
}

}  // namespace raichi
