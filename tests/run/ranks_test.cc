#include "run/ranks/ranks.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <span>
#include <vector>

#include "base/error.h"
#include "nn/model/trainer_state.h"
#include "run/files/folder.h"
#include "run/training.h"
#include "tests/nn/thread_ranks.h"
#include "tests/run/fake_run.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

bool NeverStops() { return false; }

/// A run that several ranks train, each a thread of the test.
class RankedRunTest : public FakeRun {
 protected:
  void SetUp() override {
    FakeRun::SetUp();
    OpenRun({"train.chunks=4", "loop.samples_per_position=3"});
  }
  void AddShard(int number, uint64_t first_game) const {
    const fs::path path =
        NewShardPath(folder_->games(), "000000-01-00000" + std::to_string(number) + ".games");
    fs::create_directories(path.parent_path());
    WriteShard(path, RandomRecords("brandubh", first_game, 2));
  }
  static bool TrainPhase(RunTrainer* trainer) {
    const auto go_on = [](const TrainStats&, int64_t) { return AfterStep::kGoOn; };
    if (!trainer->Train([] { return 0.5; }, go_on)) return false;
    trainer->Save({.games = 0, .seconds = 0, .progress = {}});
    return true;
  }
  /// Makes a model of each of two shards on `ranks` ranks. Returns the states of all ranks.
  std::vector<TrainerState> MakeTwoModels(int ranks) {
    std::vector<TrainerState> states(static_cast<size_t>(ranks));
    const auto lead = [&](Reducer* reducer) {
      RankLeader leader(reducer, NeverStops);
      RunTrainer trainer(config_, *folder_, &leader);
      for (int model = 0; model < 2; ++model) {
        EXPECT_FALSE(leader.IsStopped());
        AddShard(model, static_cast<uint64_t>(model) * 2);
        EXPECT_TRUE(TrainPhase(&trainer));
      }
      leader.End();
      states[0] = ReadTrainerState(folder_->Optimizer(2));
    };
    if (ranks == 1) {
      lead(nullptr);
      return states;
    }
    ThreadRanks::Run(ranks, [&](Reducer* reducer) {
      if (reducer->rank() == 0) return lead(reducer);
      states[static_cast<size_t>(reducer->rank())] =
          FollowTraining(config_.train, reducer, NeverStops);
    });
    return states;
  }
};

TEST_F(RankedRunTest, AllRanksEndWithTheWeightsOfRankZero) {
  std::vector<TrainerState> states = MakeTwoModels(4);
  EXPECT_GT(states[0].step, 0);
  for (TrainerState& state : states) {
    state.window.positions_made = states[0].window.positions_made;  // rank 0 counts them
    EXPECT_EQ(TrainerStateBytes(state), TrainerStateBytes(states[0]));
    EXPECT_EQ(state.weights, states[0].weights);
    EXPECT_EQ(state.averages, states[0].averages);
    EXPECT_EQ(state.window.shards, states[0].window.shards);
  }
}

TEST_F(RankedRunTest, TwoRanksWriteTheModelsOfOneProcess) {
  config_.train.chunks = 2;
  MakeTwoModels(2);
  const std::string two = BytesOf(folder_->Model(2) / "model.raichi");
  fs::remove_all(run());
  fs::create_directories(run());
  folder_.emplace(run(), config_);
  MakeTwoModels(1);
  EXPECT_EQ(BytesOf(folder_->Model(2) / "model.raichi"), two);
}

/// Counts the messages that rank 0 sends, and their bytes.
class CountingReducer : public Reducer {
 public:
  explicit CountingReducer(Reducer* ranks) : ranks_(ranks) {}
  int rank() const override { return ranks_->rank(); }
  int size() const override { return ranks_->size(); }
  int local_rank() const override { return ranks_->local_rank(); }
  int local_size() const override { return ranks_->local_size(); }
  void Sum(std::span<float> values) override { ranks_->Sum(values); }
  void Broadcast(std::string* bytes) override {
    ranks_->Broadcast(bytes);
    sizes.push_back(bytes->size());
  }
  void Abort(int status) override { ranks_->Abort(status); }

  std::vector<size_t> sizes;

 private:
  Reducer* ranks_;
};

TEST_F(RankedRunTest, RankZeroReadsTheShardsAndSendsEachOnce) {
  for (int shard = 0; shard < 3; ++shard) AddShard(shard, static_cast<uint64_t>(shard) * 2);
  const auto shard_bytes = [this] {
    size_t bytes = 0;
    for (const auto& shard : Shards()) bytes += sizeof(uint64_t) + fs::file_size(shard);
    return bytes;
  };
  ThreadRanks::Run(2, [&](Reducer* reducer) {
    if (reducer->rank() == 1) {
      FollowTraining(config_.train, reducer, NeverStops);  // knows no folder
      return;
    }
    CountingReducer counting(reducer);
    RankLeader leader(&counting, NeverStops);
    RunTrainer trainer(config_, *folder_, &leader);
    const size_t first = shard_bytes();
    EXPECT_TRUE(TrainPhase(&trainer));
    EXPECT_EQ(std::ranges::count(counting.sizes, first), 1);  // all in one message
    AddShard(3, 6);
    EXPECT_TRUE(TrainPhase(&trainer));
    EXPECT_EQ(std::ranges::count(counting.sizes, shard_bytes() - first), 1);
    leader.End();
  });
}

TEST_F(RankedRunTest, AStopInAnyRankEndsTheWaitingOfAll) {
  for (const int stopped : {0, 1}) {
    std::atomic<int> ended = 0;
    ThreadRanks::Run(2, [&](Reducer* reducer) {
      int asked = 0;
      const auto is_stopped = [&] { return reducer->rank() == stopped && ++asked > 3; };
      if (reducer->rank() == 1) {
        FollowTraining(config_.train, reducer, is_stopped);
      } else {
        RankLeader leader(reducer, is_stopped);
        RunTrainer trainer(config_, *folder_, &leader);
        while (!leader.IsStopped()) {
        }
        EXPECT_TRUE(leader.IsStopped());  // the other rank is gone
        leader.End();
      }
      ++ended;
    });
    EXPECT_EQ(ended, 2);
  }
}

TEST_F(RankedRunTest, AStopInTheMiddleOfAPhaseLeavesTheRunAsItWas) {
  AddShard(0, 0);
  ThreadRanks::Run(2, [&](Reducer* reducer) {
    if (reducer->rank() == 1) {
      int asked = 0;  // before the phase, and after each step
      FollowTraining(config_.train, reducer, [&] { return ++asked > 2; });
      return;
    }
    RankLeader leader(reducer, NeverStops);
    RunTrainer trainer(config_, *folder_, &leader);
    EXPECT_FALSE(TrainPhase(&trainer));
    EXPECT_TRUE(leader.IsStopped());
    leader.End();
  });
  EXPECT_FALSE(fs::exists(folder_->Model(1)));
  EXPECT_FALSE(fs::exists(folder_->Optimizer(1)));
}

TEST_F(RankedRunTest, RanksWithOtherWeightsTakeThoseOfRankZero) {
  AddShard(0, 0);
  TrainerState first, second;
  ThreadRanks::Run(2, [&](Reducer* reducer) {
    if (reducer->rank() == 1) {
      second = FollowTraining(config_.train, reducer, NeverStops);
      return;
    }
    Trainer before = Trainer::Create(config_.network, config_.train, 1, reducer);
    Trainer now = Trainer::Create(config_.network, config_.train, 2, reducer);
    ReplayWindow window(folder_->games(), {}, DamagedShards::kLeave, [](const std::string&) {});
    window.Refresh();
    RankLeader leader(reducer, NeverStops);
    leader.ShareState(before);
    ASSERT_TRUE(leader.BeginPhase(window, now, 2));
    now.Train(window, 2, [](const TrainStats&) { return true; });
    leader.End();
    first = now.State();
  });
  EXPECT_EQ(second.weights, first.weights);
  EXPECT_EQ(second.seed, 2u);
}

TEST_F(RankedRunTest, RanksWithOtherConfigurationsAreRefused) {
  RunConfig other = config_;
  other.train.learning_rate = 0.25;
  EXPECT_THAT(ErrorOf([&] {
                ThreadRanks::Run(2, [&](Reducer* reducer) {
                  RequireSameConfig(reducer->rank() == 1 ? other : config_, reducer);
                });
              }),
              HasSubstr("has another configuration than rank 0: train.learning_rate=0.25, rank 0 "
                        "has train.learning_rate=0.002; start all ranks"));
  EXPECT_NO_THROW(
      ThreadRanks::Run(3, [&](Reducer* reducer) { RequireSameConfig(config_, reducer); }));
}

}  // namespace
}  // namespace raichi
