#include "run/players/proofs.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "mcts/players/players.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "run/players/players.h"

namespace raichi {
namespace {

constexpr const char* kArdRi = "configs/proofs/ard-ri.proof";

GameProofs ProofsOf(const std::string& rules, const std::string& file = "") {
  return GameProofs(*OpenRules(rules), file, std::make_shared<ProofShelf>());
}

TEST(GameProofs, FollowAGameThroughTheProof) {
  const GameProofs proofs = ProofsOf("ard-ri");
  ASSERT_NE(proofs.found(), nullptr);
  EXPECT_EQ(proofs.found()->file, kArdRi);
  Game game(OpenRules("ard-ri"));
  for (int plies = proofs.found()->certificate.plies; !game.IsOver(); --plies) {
    const auto proven = proofs.Find(game);
    ASSERT_TRUE(proven);
    EXPECT_EQ(proven->owner, Side::kAttackers);
    EXPECT_LE(proven->plies, plies);
    plies = proven->plies;
    MoveList moves;
    game.LegalMoves(&moves);
    game.Play(proven->move.IsNone() ? moves[0] : proven->move);
  }
  EXPECT_FALSE(proofs.Find(game)) << "the game is over";
}

TEST(GameProofs, AreSilentElsewhere) {
  EXPECT_EQ(ProofsOf("linnaeus").found(), nullptr);
  EXPECT_EQ(ProofsOf("ard-ri+king.armed=none").found(), nullptr);
  Game game(OpenRules("ard-ri"));
  EXPECT_TRUE(ProofsOf("ard-ri").Find(game));
  game.Play(ParseLegalMove(game, "d2-c2"));
  EXPECT_FALSE(ProofsOf("ard-ri").Find(game));
}

TEST(GameProofs, RefuseACertificateOfOtherRules) {
  EXPECT_THROW(ProofsOf("linnaeus", kArdRi), UsageError);
  EXPECT_TRUE(ProofsOf("ard-ri", kArdRi).Find(Game(OpenRules("ard-ri"))));
}

/// Two players wander about, so that positions recur. From the first proven position on, the owner
/// follows the proof, and wins in time although a third occurrence would be a draw.
TEST(GameProofs, KnowThePastOfAGame) {
  const RulesPtr rules = OpenRules("minitafl");
  const GameProofs proofs = ProofsOf("minitafl");
  int won = 0, silent = 0;
  for (uint64_t seed = 0; seed < 3000; ++seed) {
    Rng rng(seed);
    Game game(rules);
    while (!game.IsOver() && game.ply() < 2 + static_cast<int>(seed % 12)) {
      game.Play(rng.Below(4) == 0 ? ChooseRandomMove(game, &rng) : ChooseShufflingMove(game, &rng));
    }
    auto proven = proofs.Find(game);
    if (!game.IsOver() && !proven) silent += proofs.Book()->Find(game.position()).has_value();
    if (!proven) continue;
    ++won;
    const int last = game.ply() + proven->plies;
    while (!game.IsOver()) {
      proven = proofs.Find(game);
      ASSERT_TRUE(proven) << seed;
      game.Play(proven->move.IsNone() ? ChooseShufflingMove(game, &rng) : proven->move);
    }
    EXPECT_EQ(game.result(), WinFor(proofs.found()->certificate.owner)) << seed;
    EXPECT_LE(game.ply(), last);
  }
  EXPECT_GT(won, 100);
  EXPECT_GT(silent, 0) << "no position recurred";
}

TEST(ProofShelf, OpensAFileOnce) {
  ProofShelf shelf;
  EXPECT_EQ(shelf.Open(kArdRi), shelf.Open(kArdRi));
  EXPECT_THROW(shelf.Open("nowhere.proof"), Error);
}

TEST(ProofWord, NamesAFileAndAnotherPlayer) {
  EXPECT_EQ(ParseProofWord("proof:a.proof")->otherwise, "greedy");
  EXPECT_EQ(ParseProofWord("proof:a.proof,models/x@20")->file, "a.proof");
  EXPECT_EQ(PlainWord("proof:a.proof,models/x@20"), "models/x@20");
  EXPECT_EQ(PlainWord("models/x"), "models/x");
  EXPECT_FALSE(ParseProofWord("proofs/x"));
  for (const char* word : {"proof:", "proof:a,", "proof:,greedy", "proof:a,proof:b"}) {
    EXPECT_THROW(ParseProofWord(word), UsageError) << word;
  }
}

TEST(ProofWord, OpensAPlayer) {
  const std::string word = std::string("proof:") + kArdRi;
  EXPECT_EQ(PlayerName(word, {}), word + ",greedy");
  EXPECT_EQ(OpenPlayer(word + ",alphabeta:2", {})->name(), word + ",alphabeta:2");
  EXPECT_FALSE(ObeysLimits(word));
  EXPECT_NO_THROW(CheckFits(word, *OpenRules("ard-ri")));
  EXPECT_THROW(CheckFits(word, *OpenRules("linnaeus")), UsageError);
  EXPECT_THROW(PlayerName(word + ",nobody", {}), UsageError);
}

TEST(CarelessWord, NamesAnotherPlayer) {
  EXPECT_EQ(ParseCarelessWord("careless:40,models/x@1")->percent, 40);
  EXPECT_EQ(PlainWord("careless:40,models/x@1"), "models/x@1");
  EXPECT_EQ(PlainWord("proof:a.proof,careless:40,greedy"), "greedy");
  EXPECT_FALSE(ParseCarelessWord("greedy"));
  for (const char* word : {"careless:", "careless:0,greedy", "careless:100,greedy", "careless:5",
                           "careless:5,", "careless:x,greedy", "careless:5,careless:5,greedy"}) {
    EXPECT_THROW(ParseCarelessWord(word), UsageError) << word;
  }
}

TEST(CarelessWord, OpensAPlayer) {
  EXPECT_EQ(OpenPlayer("careless:5,alphabeta:2", {})->name(), "careless:5,alphabeta:2");
  EXPECT_FALSE(ObeysLimits("careless:5,greedy"));
  EXPECT_THROW(PlayerName("careless:5,nobody", {}), UsageError);
}

TEST(LevelOfWord, FindsTheLevelsOfAModel) {
  PlayerSettings settings{.alone = true};
  for (const Level& level : Levels()) {
    const std::string word = WordAtLevel("models/linnaeus@7x3", level, settings);
    EXPECT_EQ(LevelOfWord(word, settings), &level) << word;
    EXPECT_EQ(LevelOfWord("proof:" + std::string(kArdRi) + "," + word, settings), &level);
    EXPECT_EQ(PlayerName(word, settings), word);
  }
  EXPECT_EQ(LevelOfWord("models/linnaeus@7", settings), nullptr);
  EXPECT_EQ(LevelOfWord("greedy", settings), nullptr);
}

}  // namespace
}  // namespace raichi
