#include "run/players/players.h"

#include <gtest/gtest.h>

#include "base/files/output_file.h"
#include "nn/model/model.h"
#include "rules/files/rule_file.h"
#include "tests/nn/fake_backend.h"
#include "tests/nn/helpers.h"

namespace raichi {
namespace {

class PlayersTest : public testing::Test {
 protected:
  PlayersTest() { WriteRandomModel(file_, TinyNetwork(), 1); }

  std::unique_ptr<PlayerKind> Open(bool cache) const {
    PlayerSettings settings;
    settings.visits = 3000;
    settings.cache = cache;
    return OpenPlayer(file_.string(), settings);
  }

  const FakeBackend backend_;
  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "model.raichi";
};

TEST_F(PlayersTest, ASearchEvaluatesAPositionThatItMeetsAgainOnce) {
  const Game game(OpenRules("brandubh"));
  int recalled = 0;
  const auto think = [&](PlayerKind* kind) {
    const std::unique_ptr<Player> player = kind->NewPlayer();
    player->NewGame(game, 1);
    player->BeginTurn(game);
    std::vector<Evaluation> answer(1);
    for (auto leaves = player->SelectLeaves(); !leaves.empty(); leaves = player->SelectLeaves()) {
      recalled += kind->evaluator()->Recall(leaves.front(), answer.data()) ? 1 : 0;
      kind->evaluator()->Evaluate(leaves, answer);
      player->Answer(answer);
    }
    return player->search()->RootResult();
  };
  const SearchResult plain = think(Open(false).get());
  EXPECT_EQ(recalled, 0);
  const SearchResult cached = think(Open(true).get());
  EXPECT_GT(recalled, 0);
  EXPECT_EQ(cached.visits, plain.visits);
  EXPECT_EQ(cached.value, plain.value);
}

}  // namespace
}  // namespace raichi
