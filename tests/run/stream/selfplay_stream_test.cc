#include "run/stream/selfplay_stream.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "base/files/files.h"
#include "nn/backend/network_evaluator.h"
#include "nn/data/window.h"
#include "run/players/run_models.h"
#include "tests/nn/helpers.h"
#include "tests/run/fake_run.h"

namespace raichi {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Key;
using testing::Not;
using testing::Pair;

using SelfPlayStreamTest = FakeRun;

TEST_F(SelfPlayStreamTest, SeveralWorkersPlayTheGamesOfAModelIntoShards) {
  OpenRun();
  AddModel(0);
  SelfPlayStream stream(config_, *folder_, 0);
  const SelfPlaySummary report = stream.Play(0, 20, {}, NeverEnds);
  const std::vector<GameRecord> games = Games();
  EXPECT_GE(games.size(), 20u);
  EXPECT_EQ(report.stats.games, games.size());
  EXPECT_GT(report.stats.evaluations, 0u);
  EXPECT_EQ(report.network.text, "network on cpu in f32");
  EXPECT_THAT(AttackersOf(games), ElementsAre(Key("000000")));
  CheckGames(games);
  for (const auto& shard : Shards()) {
    EXPECT_THAT(shard.filename().string(), testing::StartsWith("000000-00-"));
  }
  EXPECT_EQ(stream.Play(0, 20, {}, NeverEnds).stats.games, 0u);  // they are there
  EXPECT_EQ(Games(), games);
}

TEST_F(SelfPlayStreamTest, UnfinishedGamesGoOnWithTheNextModel) {
  // Of several workers with few games, one may play them all, and none may be unfinished.
  OpenRun({"workers.workers=1", "workers.slots=8"});
  AddModel(0);
  AddModel(1);
  SelfPlayStream stream(config_, *folder_, 0);
  stream.Play(0, 5, {}, NeverEnds);
  stream.Play(1, 30, {}, NeverEnds);
  const std::vector<GameRecord> games = Games();
  CheckGames(games);
  EXPECT_THAT(AttackersOf(games), ElementsAre(Key("000000"), Key("000000-000001"), Key("000001")));
  const auto first = std::ranges::count_if(
      Shards(), [](const auto& path) { return path.filename().string().starts_with("000000"); });
  EXPECT_GT(first, 0);
  EXPECT_LT(first, std::ssize(Shards()));
}

TEST_F(SelfPlayStreamTest, AStopKeepsTheFinishedGamesAndANewStartGoesOn) {
  OpenRun();
  AddModel(0);
  std::stop_source stop;
  size_t stopped_at = 0;
  {
    SelfPlayStream stream(config_, *folder_, 0);
    const auto report = stream.PlayMore(0, 1'000'000, stop.get_token(), [&](const auto& so_far) {
      if (so_far.stats.games >= 5) stop.request_stop();
      return false;
    });
    stopped_at = report.stats.games;
  }
  const std::vector<GameRecord> before = Games();
  EXPECT_GE(before.size(), 5u);
  EXPECT_EQ(before.size(), stopped_at);
  SelfPlayStream stream(config_, *folder_, 0);
  stream.Play(0, static_cast<int64_t>(before.size()) + 7, {}, NeverEnds);
  const std::vector<GameRecord> games = Games();
  EXPECT_GE(games.size(), before.size() + 7);
  CheckGames(games);
  EXPECT_TRUE(std::ranges::equal(before, std::span(games).first(before.size())));
}

TEST_F(SelfPlayStreamTest, ATickEndsThePhase) {
  OpenRun();
  AddModel(0);
  SelfPlayStream stream(config_, *folder_, 0);
  const SelfPlaySummary report =
      stream.Play(0, 1'000'000, {}, [](const SelfPlaySummary& so_far) -> bool {
        const SelfPlaySummary copy = so_far;
        return copy.stats.games > 0;
      });
  EXPECT_EQ(report.stats.games, Games().size());
}

TEST_F(SelfPlayStreamTest, AnotherStreamPlaysOtherGames) {
  OpenRun();
  AddModel(0);
  SelfPlayStream stream(config_, *folder_, 0);
  EXPECT_THAT(ErrorOf([&] { const SelfPlayStream second(config_, *folder_, 0); }),
              HasSubstr("another process plays stream 0 of this run; choose another --stream"));
  SelfPlayStream other(config_, *folder_, 2);
  stream.Play(0, 4, {}, NeverEnds);
  other.Play(0, 4, {}, NeverEnds);
  EXPECT_GE(Games().size(), 8u);
  CheckGames(Games());
  EXPECT_EQ(Games().back().game_id >> 40, 2u);
}

TEST_F(SelfPlayStreamTest, SomeGamesAreAgainstAnEarlierModel) {
  OpenRun({"selfplay.past_models={fraction: 0.5, oldest: 1}"});
  for (const int model : {0, 1, 2}) AddModel(model);
  SelfPlayStream stream(config_, *folder_, 0);
  const SelfPlaySummary report = stream.Play(1, 30, {}, NeverEnds);
  EXPECT_GT(report.stats.past_games, 0u);
  const std::vector<GameRecord> games = Games();
  CheckGames(games);
  EXPECT_THAT(AttackersOf(games), ElementsAre(Key("000000"), Key("000001")));
  stream.Play(2, 30, {}, NeverEnds);  // and the earlier model changes, too
  CheckGames(Games());
}

TEST_F(SelfPlayStreamTest, NothingIsPlayedAgainstADamagedModel) {
  OpenRun({"selfplay.past_models={fraction: 0.5, oldest: 1}"});
  AddModel(0);
  AddModel(1);
  FlipABit(ModelFile(folder_->Model(0)), -1);
  SelfPlayStream stream(config_, *folder_, 0);
  EXPECT_EQ(stream.Play(1, 10, {}, NeverEnds).stats.past_games, 0u);
  EXPECT_THAT(AttackersOf(Games()), ElementsAre(Key("000001")));
}

class FrozenModelTest : public FakeRun {
 protected:
  FrozenModelTest() { WriteRandomModel(frozen_, TinyNetwork(), 50); }

  /// Opens a run in which the frozen model defends in every game.
  void OpenFrozen() {
    OpenRun(
        {"selfplay.past_models={fraction: 1, side: defenders, model: " + frozen_.string() + "}"});
    PinPastModel(config_, folder_->path());
  }

  /// Returns what a record says of the network's value of a position.
  static float RawValue(Evaluator* network, const Game& game) {
    MoveList moves;
    game.LegalMoves(&moves);
    const LeafRequest leaf = {&game, {moves.data(), moves.size()}};
    Evaluation evaluation;
    network->Evaluate({&leaf, 1}, {&evaluation, 1});
    return QuantiseValue(evaluation.Value());
  }

  const std::filesystem::path frozen_ = run() / "frozen.raichi";
};

TEST_F(FrozenModelTest, PlaysItsSideOfEveryGame) {
  OpenFrozen();
  for (const int model : {0, 1}) {
    AddModel(model);
    SelfPlayStream(config_, *folder_, 0).Play(model, 20, {}, NeverEnds);
  }
  const std::vector<GameRecord> games = Games();
  CheckGames(games);
  EXPECT_THAT(AttackersOf(games), ElementsAre(Key("000000"), Key("000001")));
  const auto defends = [](const GameRecord& game) { return game.defenders == "frozen"; };
  EXPECT_TRUE(std::ranges::all_of(games, defends));
}

TEST_F(FrozenModelTest, ItsOwnNetworkEvaluatesItsTurns) {
  OpenFrozen();
  AddModel(0);
  SelfPlayStream(config_, *folder_, 0).Play(0, 20, {}, NeverEnds);
  const auto network = OpenNetworkEvaluator(frozen_, {});
  const auto newest = OpenNetworkEvaluator(folder_->Model(0), {});
  size_t other = 0;
  for (const GameRecord& record : Games()) {
    Game game = StartOf(record, config_.rule_sets[0]);
    for (const TurnRecord& turn : record.turns) {
      const bool is_evaluated = turn.raw_value != 0 && turn.raw_value != 1;
      if (game.to_move() == Side::kDefenders && is_evaluated) {
        EXPECT_EQ(turn.raw_value, RawValue(network.get(), game));
        other += turn.raw_value != RawValue(newest.get(), game);
      }
      game.Play(turn.move);
    }
  }
  EXPECT_GT(other, 0u);
}

TEST_F(FrozenModelTest, AModelThatHasChangedIsAnError) {
  OpenFrozen();
  AddModel(0);
  SelfPlayStream stream(config_, *folder_, 0);
  stream.Play(0, 4, {}, NeverEnds);
  WriteRandomModel(frozen_, TinyNetwork(), 51);
  PinPastModel(config_, folder_->path());  // keeps what is pinned
  EXPECT_THAT(ErrorOf([&] { stream.PlayMore(0, 4, {}, NeverEnds); }),
              AllOf(HasSubstr("frozen.raichi"), HasSubstr("weights have changed")));
  std::filesystem::remove(PastModelFile(folder_->path()));
  EXPECT_THAT(ErrorOf([&] { stream.PlayMore(0, 4, {}, NeverEnds); }),
              HasSubstr("past_model.json: missing"));
}

TEST_F(FrozenModelTest, AModelThatIsMissingOrTooSmallIsAnErrorThatNamesTheKey) {
  config_.selfplay.past_models.model = (run() / "none").string();
  EXPECT_THAT(ErrorOf([&] { FindPastModel(config_); }),
              HasSubstr("selfplay.past_models.model: expected a model"));
  config_.selfplay.past_models.model = frozen_.string();
  EXPECT_EQ(FindPastModel(config_).path, frozen_.string());
  config_.rules = {"tawlbwrdd"};
  EXPECT_THAT(ErrorOf([&] { FindPastModel(config_); }),
              HasSubstr("selfplay.past_models.model: expected a model for boards of 11"));
}

TEST_F(SelfPlayStreamTest, AModelThatIsNotThereIsAnError) {
  OpenRun();
  AddModel(0);
  SelfPlayStream stream(config_, *folder_, 0);
  EXPECT_THAT(ErrorOf([&] { stream.Play(7, 4, {}, NeverEnds); }), HasSubstr("models/000007"));
  EXPECT_THAT(Games(), IsEmpty());
  stream.Play(0, 4, {}, NeverEnds);
  EXPECT_GE(Games().size(), 4u);
}

/// A window knows a shard by its name: a new shard of the same name would be taken for the old one.
TEST_F(SelfPlayStreamTest, TheWindowSeesTheGamesThatReplaceAShardThatWasSetAside) {
  OpenRun();
  AddModel(0);
  ReplayWindow window(folder_->games(), config_.window, DamagedShards::kLeave,
                      [](const std::string&) {});
  std::optional<SelfPlayStream> stream(std::in_place, config_, *folder_, 0);
  stream->Play(0, 4, {}, NeverEnds);
  for (const bool restarts : {false, true}) {
    window.Refresh();
    const std::filesystem::path last = Shards().back();
    RenameToBad(last);
    if (restarts) {
      stream.reset();
      stream.emplace(config_, *folder_, 0);
    }
    const size_t before = Shards().size();
    stream->PlayMore(0, 4, {}, NeverEnds);
    EXPECT_THAT(Shards(), Not(Contains(last)));
    EXPECT_EQ(static_cast<size_t>(window.Refresh()), Shards().size() - before);
  }
  std::vector<GameRecord> games = Games();
  for (const auto& file : ListFolder(folder_->games() / "000000")) {
    if (file.extension() != ".bad") continue;
    for (GameRecord& game : ReadShard(file)) games.push_back(std::move(game));
  }
  CheckGames(games);
}

}  // namespace
}  // namespace raichi
