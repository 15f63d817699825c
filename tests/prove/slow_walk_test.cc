// Compares what the second checker of certificates does by itself with rules/.
#include "tests/support/slow_walk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "rules/movegen.h"
#include "rules/notation.h"
#include "rules/symmetry.h"
#include "tests/prove/tiny_game.h"
#include "tests/support/comparison.h"
#include "tests/support/random_rules.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

slow::SlowMove InSlow(Move move) {
  return {{move.from().x(), move.from().y()}, {move.to().x(), move.to().y()}};
}

void CompareOrder(const Rules& rules, const slow::SlowEngine& engine, const slow::Board& board) {
  MoveList list;
  GenerateMoves(rules, ParsePosition(rules, engine.FullText(board)), &list);
  std::vector<slow::SlowMove> moves;
  for (const Move move : list) moves.push_back(InSlow(move));
  ASSERT_EQ(slow::NumberedMoves(engine, board), moves) << engine.FullText(board);
}

/// Checks that the rules have as many symmetries here, and that all images of a board have its key.
void CompareKeys(const Rules& rules, const slow::SlowEngine& engine, const slow::Board& board) {
  const slow::Sameness sameness(&engine);
  const std::vector<Symmetry> symmetries = SymmetriesOf(rules);
  ASSERT_EQ(sameness.NumSymmetries(), symmetries.size());
  const std::string key = sameness.Key(board);
  const Position position = ParsePosition(rules, engine.FullText(board));
  for (int i = 0; i < Symmetry::kCount; ++i) {
    const Symmetry symmetry(i);
    if (std::find(symmetries.begin(), symmetries.end(), symmetry) == symmetries.end()) continue;
    const Position image = symmetry(position, rules);
    ASSERT_EQ(sameness.Key(engine.Parse(ToString(rules, image))), key) << ToString(rules, image);
  }
}

/// Plays a game of so many plies at most from a changed setup.
void CompareInGame(const Rules& rules, int plies, Rng* rng) {
  const slow::SlowEngine engine(rules.data());
  slow::Board board = Mutated(engine, engine.Start(), rng);
  for (int i = 0; i < plies && !testing::Test::HasFatalFailure(); ++i) {
    CompareOrder(rules, engine, board);
    CompareKeys(rules, engine, board);
    const std::vector<slow::SlowMove> moves = engine.Moves(board);
    if (moves.empty()) return;
    const slow::Outcome outcome = engine.Play(board, Pick(moves, rng));
    if (!outcome.result.empty()) return;
    board = outcome.board;
  }
}

TEST(SlowWalk, NumbersMovesAndKnowsImagesAsTheRulesDo) {
  Rng rng(51);
  for (const std::string& name : VariantNames()) CompareInGame(*Variant(name), 10, &rng);
  for (int i = 0; i < 200 && !HasFatalFailure(); ++i) CompareInGame(*RandomRules(&rng), 5, &rng);
}

/// Checks that two positions have one key if and only if they are the same by rules/symmetry.h.
void CompareClasses(const TinyGame& game) {
  const slow::SlowEngine engine(game.rules().data());
  const slow::Sameness sameness(&engine);
  std::map<std::string, std::string> there, back;
  for (int node = 0; node < game.NumNodes(); ++node) {
    const std::string key = sameness.Key(game.BoardOf(node));
    const std::string class_of = game.KeyOf(node);
    ASSERT_EQ(there.try_emplace(key, class_of).first->second, class_of) << game.TextOf(node);
    ASSERT_EQ(back.try_emplace(class_of, key).first->second, key) << game.TextOf(node);
  }
  EXPECT_LT(there.size(), static_cast<size_t>(game.NumNodes()));
}

TEST(SlowWalk, TellsPositionsApartThatAreNotTheSame) {
  CompareClasses(KingAlone());
  CompareClasses(KingAmongCamps());
  CompareClasses(KingBetweenCamps());
}

TEST(SlowWalk, TellsStraysAndClosedCampsApart) {
  const TinyGame& game = KingAmongCamps();
  const slow::SlowEngine engine(game.rules().data());
  const slow::Sameness sameness(&engine);
  const auto key = [&](const std::string& text) { return sameness.Key(engine.Parse(text)); };
  EXPECT_EQ(key("2b2/2K2/5/5/1t3 a"), key("2b2/2K2/5/5/3t1 a")) << "the mirror of files";
  EXPECT_NE(key("2b2/2K2/5/5/1t3 a"), key("2b2/2K2/5/5/1t3 d")) << "the side to move";
  EXPECT_NE(key("2b2/2K2/5/5/1t3 a"), key("2b2/2K2/5/5/1t3 a b1")) << "a stray";
  EXPECT_NE(key("2b2/2K2/5/5/1t3 a b1"), key("2b2/2K2/5/5/1t3 a b1 b1")) << "a closed camp";
  EXPECT_EQ(key("2b2/2K2/5/5/1t3 a b1 b1"), key("2b2/2K2/5/5/3t1 a d1 d1"));
  EXPECT_NE(key("2b2/2K2/5/5/1t3 a"), key("2t2/2K2/5/5/1t3 a")) << "the royal attacker";
  EXPECT_NE(key("5/2K2/5/t4/5 a"), key("5/5/2K2/4t/5 a")) << "no mirror of ranks";
}

}  // namespace
}  // namespace raichi
