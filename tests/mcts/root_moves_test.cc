#include "mcts/search/root_moves.h"

#include <gtest/gtest.h>

#include "rules/files/rule_file.h"

namespace raichi {
namespace {

TEST(RootMovesTest, FindsEveryMoveAlsoAfterOtherMoves) {
  RootMoves root;
  Game game(OpenRules("ard-ri"));
  for (int ply = 0; ply < 20 && !game.IsOver(); ++ply) {
    MoveList moves;
    game.LegalMoves(&moves);
    root.Set(moves, std::vector<float>(moves.size(), 0.5f));
    for (size_t i = 0; i < moves.size(); ++i) ASSERT_EQ(root.IndexOf(moves[i]), i) << ply;
    game.Play(moves[moves.size() / 2]);
  }
}

}  // namespace
}  // namespace raichi
