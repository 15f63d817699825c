#include "run/truth/prediction.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/files/output_file.h"
#include "nn/backend/network_evaluator.h"
#include "nn/model/model.h"
#include "selfplay/records/shard.h"
#include "tests/nn/fake_backend.h"
#include "tests/nn/helpers.h"
#include "tests/selfplay/games.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

class PredictedGamesTest : public testing::Test {
 protected:
  PredictedGamesTest() { WriteRandomModel(model_, TinyNetwork(9), 1); }

  const FakeBackend backend_;
  const TemporaryFolder folder_;
  const std::filesystem::path model_ = folder_ / "model.raichi";
};

TEST_F(PredictedGamesTest, AreTheSearchedPositionsOfTheGames) {
  std::vector<GameRecord> records = RandomRecords("linnaeus", 1, 3);
  for (GameRecord& record : records) {
    for (size_t ply = 0; ply < record.turns.size(); ++ply) {
      record.turns[ply].full_search = ply % 2 == 0 && !record.turns[ply].visits.empty();
    }
  }
  WriteShard(folder_ / "some.games", records);
  size_t targets = 0;
  for (const GameRecord& record : records) {
    size_t of_game = 0;
    for (const TurnRecord& turn : record.turns) of_game += turn.full_search;
    targets += std::min<size_t>(of_game, 30);
  }
  const PredictedGames games(folder_.path().string());
  EXPECT_EQ(games.positions(), targets);
  EXPECT_EQ(PredictedGames((folder_ / "some.games").string()).id(), games.id());
}

TEST_F(PredictedGamesTest, ComparesTheNetworkWithTheSearchAndTheResult) {
  GameRecord record = RandomRecord("linnaeus", 1);
  constexpr size_t kPly = 10;
  for (TurnRecord& turn : record.turns) turn.full_search = false;
  TurnRecord& target = record.turns.at(kPly);
  target.full_search = true;
  ASSERT_FALSE(target.visits.empty());
  WriteShard(folder_ / "one.games", std::vector{record});

  const RulesPtr rules = Variant("linnaeus");
  Game game = StartOf(record, rules);
  for (size_t ply = 0; ply < kPly; ++ply) game.Play(record.turns[ply].move);
  MoveList moves;
  game.LegalMoves(&moves);
  const LeafRequest leaf = {&game, {moves.data(), moves.size()}};
  std::vector<Evaluation> said(1);
  OpenNetworkEvaluator(model_, {})->Evaluate({&leaf, 1}, said);
  double visits = 0, policy = 0;
  for (const auto& [move, count] : target.visits) visits += count;
  for (const auto& [move, count] : target.visits) {
    const auto place =
        static_cast<size_t>(std::find(moves.begin(), moves.end(), move) - moves.begin());
    policy -= count / visits * std::log(static_cast<double>(said[0].priors[place]));
  }
  const double outcome = record.result == Result::kDraw            ? 0
                         : record.result == WinFor(game.to_move()) ? 1
                                                                   : -1;
  const PredictedGames games((folder_ / "one.games").string());
  EXPECT_EQ(games.positions(), 1u);
  const Prediction prediction = games.By(model_, {.workers = 1});
  EXPECT_NEAR(prediction.policy, policy, 1e-6);
  EXPECT_NEAR(prediction.value, std::pow(static_cast<double>(said[0].Value()) - outcome, 2), 1e-6);
}

TEST_F(PredictedGamesTest, WithoutSearchesAreAnError) {
  std::vector<GameRecord> records = RandomRecords("linnaeus", 1, 1);
  for (TurnRecord& turn : records[0].turns) turn = {.move = turn.move};
  WriteShard(folder_ / "none.games", records);
  EXPECT_THROW(PredictedGames(folder_.path().string()), Error);
}

}  // namespace
}  // namespace raichi
