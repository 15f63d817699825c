// Compares games and their history with the slow engine's: repetition, quiet limit and ply limit,
// in games that shuffle back and forth.
#include "tests/support/slow_game.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "rules/game.h"
#include "rules/notation.h"
#include "tests/support/comparison.h"
#include "tests/support/made_boards.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

constexpr int kMaxPlies = 150;

void ExpectSameState(const Game& game, const slow::SlowGame& slow_game) {
  ASSERT_EQ(WordFor(game.result()), slow_game.result());
  ASSERT_EQ(WordFor(game.reason()), slow_game.reason());
  ASSERT_EQ(game.quiet_plies(), slow_game.quiet());
  if (!game.IsOver() || game.reason() == Reason::kRepetition) {
    ASSERT_EQ(game.Occurrences(), slow_game.Occurrences());
  }
  MoveList list;
  game.LegalMoves(&list);
  std::vector<Move> moves(list.begin(), list.end());
  std::vector<Move> expected;
  for (const slow::SlowMove move : slow_game.Moves()) expected.push_back(ToFast(move));
  std::sort(moves.begin(), moves.end());
  std::sort(expected.begin(), expected.end());
  ASSERT_EQ(moves, expected);
  for (const Move move : expected) ASSERT_TRUE(game.IsLegal(move));
}

/// Returns mostly the move that reverses the mover's last one, else a random move.
slow::SlowMove Shuffle(const std::vector<slow::SlowMove>& moves,
                       const std::vector<slow::SlowMove>& played, Rng* rng) {
  if (played.size() >= 2 && rng->Below(10) < 7) {
    const slow::SlowMove last = played[played.size() - 2];
    const slow::SlowMove back{last.to, last.from};
    if (std::find(moves.begin(), moves.end(), back) != moves.end()) return back;
  }
  return Pick(moves, rng);
}

/// Plays one game with both engines, from the setup or a made board. Counts the end in `ends`.
void PlayBoth(const RulesPtr& rules, Rng* rng, std::map<std::string, int>* ends,
              BoardMaker make = nullptr) {
  const slow::SlowEngine engine(rules->data());
  const slow::Board start = make == nullptr ? engine.Start() : make(engine, rng);
  slow::SlowGame slow_game(&engine, start);
  Game game(rules, ToFast(*rules, start));
  std::vector<slow::SlowMove> played;
  ExpectSameState(game, slow_game);
  while (!game.IsOver() && played.size() < kMaxPlies && !::testing::Test::HasFatalFailure()) {
    const slow::SlowMove move = Shuffle(slow_game.Moves(), played, rng);
    slow_game.Play(move);
    game.Play(ToFast(move));
    played.push_back(move);
    SCOPED_TRACE(rules->data().name + ", ply " + std::to_string(game.ply()) + ", " +
                 slow::Text(move) + " to " + ToString(*rules, game.position()));
    ExpectSameState(game, slow_game);
  }
  ++(*ends)[slow_game.reason()];
}

class SlowGameOnVariant : public ::testing::TestWithParam<std::string> {};

TEST_P(SlowGameOnVariant, AgreesOnHistory) {
  Rng rng(21);
  std::map<std::string, int> ends;
  const int games = Scaled(60);
  for (int i = 0; i < games && !HasFatalFailure(); ++i) PlayBoth(Variant(GetParam()), &rng, &ends);
  EXPECT_GE(ends["repetition"], games / 10);
}

std::string NameOf(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Variants, SlowGameOnVariant, ::testing::ValuesIn(VariantNames()), NameOf);

TEST(SlowGame, AgreesOnHistoryByRandomRuleSets) {
  Rng rng(22);
  std::map<std::string, int> ends;
  const int rule_sets = Scaled(600);
  for (int i = 0; i < rule_sets && !HasFatalFailure(); ++i) {
    PlayBoth(RandomRules(&rng), &rng, &ends);
  }
  if (rule_sets < 300) return;
  for (const char* end : {"repetition", "quiet limit", "ply limit"})
    EXPECT_GT(ends[end], 20) << end;
}

/// With few empty squares, forbidden repetitions soon leave a player without a move.
TEST(SlowGame, AgreesWhereRepetitionIsIllegalOnCrowdedBoards) {
  Rng rng(23);
  std::map<std::string, int> ends;
  const auto forbid = [](RuleSet* rules) {
    rules->size = 5;
    rules->setup = "5/T3t/ttK1T/T3t/5";
    rules->camps.reset();
    rules->repetition = {2, RepetitionResult::kIllegal};
  };
  const int games = Scaled(2000);
  for (int i = 0; i < games && !HasFatalFailure(); ++i) {
    PlayBoth(RandomRules(&rng, forbid), &rng, &ends, CrowdedBoard);
  }
  EXPECT_EQ(ends["repetition"], 0);
  EXPECT_GE(ends["no moves"], games / 10);
}

}  // namespace
}  // namespace raichi
