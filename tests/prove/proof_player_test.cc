#include "prove/proof_player.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "mcts/players/player.h"
#include "mcts/players/players.h"
#include "prove/proof_book.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"

namespace raichi {
namespace {

std::shared_ptr<const ProofBook> BookOf(const std::string& name) {
  return std::make_shared<ProofBook>(ShippedProofOf(*OpenRules(name)).value(), name);
}

/// The owner follows the proof; the other side, and `spoilt` of the owner's turns, are random.
Game PlayGame(const std::shared_ptr<const ProofBook>& book, uint64_t seed, int spoilt = -1) {
  const ProofPlayerKind kind("proof", book, ParsePlayer("random"));
  const auto player = kind.NewPlayer();
  Rng rng(seed);
  Game game(book->rules());
  player->NewGame(game, seed);
  for (int turn = 0; !game.IsOver(); ++turn) {
    if (game.to_move() != book->owner() || turn == spoilt) {
      game.Play(ChooseRandomMove(game, &rng));
      continue;
    }
    player->BeginTurn(game);
    Think(player.get(), kind.evaluator());
    game.Play(player->ChooseMove());
  }
  return game;
}

TEST(ProofPlayer, WinsInTime) {
  const auto book = BookOf("ard-ri");
  for (uint64_t seed = 0; seed < 50; ++seed) {
    const Game game = PlayGame(book, seed);
    EXPECT_EQ(game.result(), Result::kAttackersWin);
    EXPECT_LE(game.ply(), book->certificate().plies);
    const ProofTrace trace = TraceGame(*book, game);
    EXPECT_EQ(trace.turns, (game.ply() + 1) / 2);
    EXPECT_EQ(trace.same, trace.turns);
    EXPECT_FALSE(trace.left);
  }
}

TEST(ProofPlayer, PlaysLikeAnotherOutsideItsProof) {
  const auto book = BookOf("ard-ri");
  const ProofPlayerKind kind("proof", book, ParsePlayer("alphabeta:1"));
  const auto player = kind.NewPlayer(), other = ParsePlayer("alphabeta:1")->NewPlayer();
  Game game(book->rules());
  game.Play(ParseLegalMove(game, "c1-c2"));  // the defenders own no proof
  for (Player* one : {player.get(), other.get()}) {
    one->NewGame(game, 3);
    one->BeginTurn(game);
  }
  EXPECT_EQ(player->ChooseMove(), other->ChooseMove());
}

TEST(ProofTrace, FindsTheMoveThatLeavesTheProof) {
  const auto book = BookOf("ard-ri");
  int found = 0;
  for (uint64_t seed = 0; seed < 50; ++seed) {
    const Game game = PlayGame(book, seed, 4);
    const ProofTrace trace = TraceGame(*book, game);
    if (game.ply() <= 5 || !trace.left) continue;  // it was a proven move all the same
    ++found;
    EXPECT_EQ(trace.left->ply, 4);
    EXPECT_EQ(trace.left->played, game.moves()[4]);
    EXPECT_EQ(trace.left->position, game.PositionAt(4));
    EXPECT_EQ(trace.left->proofs, book->Find(game.PositionAt(4))->move);
    EXPECT_GT(trace.left->plies, 0);
    EXPECT_LT(trace.left->plies, book->certificate().plies);
  }
  EXPECT_GT(found, 20);
}

TEST(ClaimText, NamesTheSideAndThePlies) {
  EXPECT_EQ(ClaimText(Claim::kWins, Side::kAttackers, 1), "attackers win within 1 ply");
  EXPECT_EQ(ClaimText(Claim::kHolds, Side::kDefenders, 0), "defenders hold at least a draw");
}

}  // namespace
}  // namespace raichi
