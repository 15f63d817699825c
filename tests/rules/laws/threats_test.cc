#include "rules/threats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "rules/files/rule_file.h"
#include "rules/game.h"
#include "rules/movegen.h"
#include "rules/position_text.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

bool IsBesideThrone(const Rules& rules, Square s) {
  const Square throne = rules.throne();
  return !throne.IsNone() && std::abs(s.x() - throne.x()) + std::abs(s.y() - throne.y()) == 1;
}

/// What the moves of the side to move do when they are played.
Threats ThreatsByPlaying(const Rules& rules, const Position& position) {
  Threats threats;
  MoveList moves;
  GenerateMoves(rules, position, &moves);
  for (const Move move : moves) {
    threats.stops.Add(move.to());
    Position next = position;
    const Step step = Play(rules, move, &next);
    for (int i = 0; i < step.num_captured; ++i) {
      threats.captures.Add(move.to());
      threats.victims.Add(step.captured[static_cast<size_t>(i)]);
    }
    if (step.reason != Reason::kKingCaptured) continue;
    threats.captures.Add(move.to());
    threats.victims.Add(position.king());
  }
  return threats;
}

/// True if a move may change the number of attackers beside the throne, by which Linnaeus' law 10
/// makes it hostile.
bool MayDifferByLaw10(const Rules& rules, const Position& position) {
  if (!rules.data().throne || !rules.data().throne->linnaean) return false;
  if (position.king() != rules.throne()) return false;
  MoveList moves;
  GenerateMoves(rules, position, &moves);
  return std::any_of(moves.begin(), moves.end(), [&](Move move) {
    return IsBesideThrone(rules, move.from()) || IsBesideThrone(rules, move.to());
  });
}

TEST(Threats, AreWhatMovesDo) {
  std::vector<std::string> names = VariantNames();
  names.insert(names.end(), {"magpie", "imperial-contest", "thrones-and-bones", "ard-ri-ludii"});
  for (const std::string& name : names) {
    const RulesPtr rules = OpenRules(name);
    if (rules->data().shieldwall) continue;
    Rng rng(7);
    int compared = 0, captures = 0;
    for (int i = 0; i < 20; ++i) {
      Game game(rules);
      while (!game.IsOver() && game.ply() < 120) {
        for (const Side side : {Side::kAttackers, Side::kDefenders}) {
          Position position = game.position();
          position.SetToMove(side);
          if (MayDifferByLaw10(*rules, position)) continue;
          const Threats threats = ThreatsOf(*rules, position, side);
          const Threats played = ThreatsByPlaying(*rules, position);
          const std::string where = name + ": " + ToString(*rules, position);
          ASSERT_EQ(threats.stops, played.stops) << where;
          ASSERT_EQ(threats.captures, played.captures) << where;
          ASSERT_EQ(threats.victims, played.victims) << where;
          ++compared;
          captures += threats.victims == SquareSet() ? 0 : 1;
        }
        MoveList moves;
        game.LegalMoves(&moves);
        game.Play(moves[rng.Below(static_cast<uint32_t>(moves.size()))]);
      }
    }
    EXPECT_GT(compared, 100) << name;
    EXPECT_GT(captures, 20) << name;
  }
}

TEST(Threats, RowsAreNotLookedFor) {
  Scene scene("copenhagen", Side::kAttackers, R"(
    ...........
    ...........
    ...........
    ...........
    ...........
    .....K.....
    .t.........
    ...........
    ...........
    ..tt.......
    ..TTt...... )");
  const Threats threats =
      ThreatsOf(scene.game().rules(), scene.game().position(), Side::kAttackers);
  EXPECT_TRUE(threats.stops.Has(Square(2, 1)));
  EXPECT_EQ(threats.captures, SquareSet());
  EXPECT_EQ(threats.victims, SquareSet());
  EXPECT_EQ(scene.Play("b5-b1"), "c1 d1");
}

}  // namespace
}  // namespace raichi
