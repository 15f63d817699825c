// Tests of the incremental hashes of positions and of the hashes of a game's state.
#include <gtest/gtest.h>

#include <map>

#include "rules/game.h"
#include "rules/notation.h"
#include "tests/support/comparison.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

void PlayText(Game* game, const std::vector<std::string>& moves) {
  for (const std::string& move : moves) game->Play(ParseLegalMove(*game, move));
}

/// Plays and takes back moves at random. Checks that hashes are restored by taking back.
void WanderAndCheckHashes(const RulesPtr& rules, int steps, Rng* rng) {
  Game game(rules);
  std::vector<uint64_t> path = {game.StateHash()};
  for (int i = 0; i < steps; ++i) {
    ASSERT_EQ(game.position().hash(), game.position().ComputeHash());
    ASSERT_EQ(game.StateHash(), path.back());
    MoveList moves;
    game.LegalMoves(&moves);
    if (game.ply() > 0 && (moves.empty() || rng->Below(3) == 0)) {
      const int ply = static_cast<int>(rng->Below(static_cast<uint32_t>(game.ply())));
      game.Rewind(ply);
      path.resize(static_cast<size_t>(ply) + 1);
    } else if (!moves.empty()) {
      game.Play(moves[rng->Below(static_cast<uint32_t>(moves.size()))]);
      path.push_back(game.StateHash());
    }
  }
}

TEST(Hash, IncrementalEqualsComputedInGamesWithTakeBacks) {
  Rng rng(41);
  for (const std::string& name : VariantNames()) {
    SCOPED_TRACE(name);
    WanderAndCheckHashes(Variant(name), Scaled(2000), &rng);
  }
}

TEST(Hash, IncrementalEqualsComputedByRandomRules) {
  Rng rng(42);
  const int rule_sets = Scaled(200);
  for (int i = 0; i < rule_sets; ++i) WanderAndCheckHashes(RandomRules(&rng), 60, &rng);
}

TEST(Hash, EqualWhicheverWayThePositionCameAbout) {
  Game one(Variant("linnaeus"));
  Game other(Variant("linnaeus"));
  PlayText(&one, {"d1-c1", "e3-c3", "f1-g1", "e7-c7"});
  PlayText(&other, {"f1-g1", "e7-c7", "d1-c1", "e3-c3"});
  EXPECT_EQ(one.position(), other.position());
  EXPECT_EQ(one.position().hash(), other.position().hash());
  EXPECT_EQ(one.StateHash(), other.StateHash());
  const Position read = ParsePosition(one.rules(), ToString(one.rules(), one.position()));
  EXPECT_EQ(read.hash(), one.position().hash());
}

TEST(Hash, DiffersByPiecesSideAndCampState) {
  const Position start = Variant("ashton-bologna")->start();
  std::map<uint64_t, int> seen;
  ++seen[start.hash()];
  Position other = start;
  other.SetToMove(Opponent(start.to_move()));
  ++seen[other.hash()];
  other = start;
  other.Remove(Square(1, 4), PieceClass::kAttacker);
  ++seen[other.hash()];
  other.Put(Square(1, 4), PieceClass::kDefender);
  ++seen[other.hash()];
  other = start;
  other.SetStray(Square(1, 4), true);
  ++seen[other.hash()];
  EXPECT_EQ(seen.size(), 5u);
  other.SetStray(Square(1, 4), false);
  EXPECT_EQ(other, start);
}

TEST(Hash, NoTwoPositionsOfRandomGamesShareOne) {
  Rng rng(43);
  std::map<uint64_t, std::string> known;
  const RulesPtr rules = Variant("linnaeus");
  const int games = Scaled(300);
  for (int i = 0; i < games; ++i) {
    Game game(rules);
    while (!game.IsOver() && game.ply() < 100) {
      const std::string text = ToString(*rules, game.position());
      const auto [entry, is_new] = known.emplace(game.position().hash(), text);
      ASSERT_EQ(entry->second, text);
      game.Play(RandomMove(*rules, game.position(), &rng));
    }
  }
}

TEST(StateHash, DiffersByOccurrences) {
  Game game(Variant("linnaeus"));
  const uint64_t first = game.StateHash();
  PlayText(&game, {"d1-c1", "e3-c3", "c1-d1", "c3-e3"});
  EXPECT_EQ(game.Occurrences(), 2);
  EXPECT_EQ(game.position(), game.rules().start());
  EXPECT_NE(game.StateHash(), first);
}

TEST(StateHash, DiffersByCountersOnlyWhereTheRulesHaveLimits) {
  RuleSet free = Variant("linnaeus")->data();
  free.repetition.count = 0;
  RuleSet quiet = free;
  quiet.quiet_limit = 50;
  RuleSet plies = free;
  plies.ply_limit = 50;
  // Both sequences reach the same position for the first time, after two and after four plies.
  const std::vector<std::string> fast = {"d1-b1", "e3-c3"};
  const std::vector<std::string> slow = {"d1-c1", "e3-d3", "c1-b1", "d3-c3"};
  const auto hash_after = [](const RuleSet& rules, const std::vector<std::string>& moves) {
    Game game(std::make_shared<Rules>(rules));
    PlayText(&game, moves);
    return game.StateHash();
  };
  EXPECT_EQ(hash_after(free, fast), hash_after(free, slow));
  EXPECT_NE(hash_after(quiet, fast), hash_after(quiet, slow));
  EXPECT_NE(hash_after(plies, fast), hash_after(plies, slow));
}

TEST(StateHash, DiffersByEarlierPositionsWhereRepetitionIsIllegal) {
  RuleSet rules = Variant("linnaeus")->data();
  const std::vector<std::string> fast = {"d1-b1", "e3-c3"};
  const std::vector<std::string> slow = {"d1-c1", "e3-d3", "c1-b1", "d3-c3"};
  for (const bool illegal : {false, true}) {
    rules.repetition.result = illegal ? RepetitionResult::kIllegal : RepetitionResult::kDraw;
    const auto compiled = std::make_shared<Rules>(rules);
    Game one(compiled);
    Game other(compiled);
    PlayText(&one, fast);
    PlayText(&other, slow);
    EXPECT_EQ(one.position(), other.position());
    EXPECT_EQ(one.StateHash() != other.StateHash(), illegal);
  }
}

}  // namespace
}  // namespace raichi
