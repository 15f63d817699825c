#include <gmock/gmock.h>

#include <atomic>
#include <cmath>

#include "nn/backend/trainer.h"
#include "nn/model/trainer_state.h"
#include "tests/nn/helpers.h"
#include "tests/nn/thread_ranks.h"
#include "tests/selfplay/games.h"
#include "tests/torch/window_case.h"

namespace raichi {
namespace {

using testing::HasSubstr;

/// Trains on several ranks, each a thread of this process.
class RanksTest : public WindowCase {
 protected:
  RanksTest() {
    AddGames("linnaeus", 0, 3);
    AddGames("brandubh", 3, 3);
  }
  static TrainConfig Config(int chunks) {
    TrainConfig config;
    config.batch = 24;
    config.chunks = chunks;
    config.threads = 1;
    config.warmup_steps = 3;
    config.schedule = "cosine";
    config.device = "cpu";
    config.precision = "f32";
    return config;
  }
  using Progress = std::function<bool(int rank, const TrainStats& stats, Trainer* trainer)>;
  /// Trains a new network for up to `steps` steps on `ranks` ranks (1: alone). Returns the state of
  /// each rank and calls `progress` after each of its steps.
  std::vector<TrainerState> TrainOn(int ranks, const TrainConfig& config, int64_t steps,
                                    const Progress& progress) {
    std::vector<TrainerState> states(static_cast<size_t>(ranks));
    const auto train = [&](Reducer* reducer) {
      const int rank = reducer == nullptr ? 0 : reducer->rank();
      Trainer trainer = Trainer::Create(TinyNetwork(), config, 5, reducer);
      trainer.Train(window_, steps,
                    [&](const TrainStats& stats) { return progress(rank, stats, &trainer); });
      states[static_cast<size_t>(rank)] = trainer.State();
    };
    if (ranks == 1) {
      train(nullptr);
    } else {
      ThreadRanks::Run(ranks, train);
    }
    return states;
  }
  /// The share that is spent after a step, which rank 0 alone knows.
  static bool Spend(int rank, const TrainStats& stats, Trainer* trainer) {
    if (rank == 0) trainer->SetSpent(static_cast<double>(stats.step) / 7);
    return true;
  }
  /// Returns the largest difference between two vectors, relative to the largest number.
  static double Differ(const std::vector<float>& a, const std::vector<float>& b) {
    EXPECT_EQ(a.size(), b.size());
    double difference = 0, largest = 0;
    for (size_t i = 0; i < a.size(); ++i) {
      difference = std::max(difference, std::abs(double{a[i]} - double{b[i]}));
      largest = std::max(largest, std::abs(double{a[i]}));
    }
    return difference / largest;
  }
};

TEST_F(RanksTest, TwoRanksGiveTheBitsOfOneProcessWithTwoChunks) {
  for (const char* optimizer : {"adamw", "muon", "sgd"}) {
    TrainConfig config = Config(2);
    config.optimizer = optimizer;
    const TrainerState one = TrainOn(1, config, 6, Spend)[0];
    for (const TrainerState& rank : TrainOn(2, config, 6, Spend)) {
      EXPECT_EQ(TrainerStateBytes(rank), TrainerStateBytes(one)) << optimizer;
    }
  }
}

TEST_F(RanksTest, FourRanksAreAllEqualAndCloseToOneProcessWithFourChunks) {
  TrainConfig config = Config(4);
  config.optimizer =
      "sgd";  // AdamW's first steps are as long for a tiny gradient as for a large one
  const TrainerState one = TrainOn(1, config, 8, Spend)[0];
  const std::vector<TrainerState> four = TrainOn(4, config, 8, Spend);
  for (const TrainerState& rank : four) {
    EXPECT_EQ(TrainerStateBytes(rank), TrainerStateBytes(four[0]));
    EXPECT_LT(Differ(rank.weights, one.weights), 1e-6);
    EXPECT_LT(Differ(rank.averages, one.averages), 1e-6);
  }
}

TEST_F(RanksTest, ARankMayComputeSeveralChunks) {
  TrainConfig config = Config(4);
  config.optimizer = "sgd";
  const TrainerState one = TrainOn(1, config, 8, Spend)[0];
  for (const TrainerState& rank : TrainOn(2, config, 8, Spend)) {
    EXPECT_EQ(TrainerStateBytes(rank), TrainerStateBytes(one));
  }
}

TEST_F(RanksTest, AllRanksKnowTheStatisticsOfTheWholeBatch) {
  const auto statistics = [this](int ranks) {
    std::vector<TrainStats> last(static_cast<size_t>(ranks));
    TrainOn(ranks, Config(2), 2, [&](int rank, const TrainStats& stats, Trainer*) {
      last[static_cast<size_t>(rank)] = stats;
      return true;
    });
    return last;
  };
  const TrainStats one = statistics(1)[0];
  for (const TrainStats& rank : statistics(2)) {
    EXPECT_EQ(rank.step, 2);
    for (double TrainStats::*number : kTrainNumbers) {
      EXPECT_NEAR(rank.*number, one.*number, 1e-5 * std::abs(one.*number));
    }
  }
}

TEST_F(RanksTest, AStopInOneRankEndsAllAtTheSameStep) {
  for (const int stopped : {0, 1, 2}) {
    std::vector<int64_t> last(3);
    TrainConfig config = Config(3);
    const std::vector<TrainerState> states =
        TrainOn(3, config, 50, [&](int rank, const TrainStats& stats, Trainer*) {
          last[static_cast<size_t>(rank)] = stats.step;
          return rank != stopped || stats.step != 4;
        });
    EXPECT_THAT(last, testing::Each(5)) << "rank " << stopped;
    EXPECT_EQ(TrainerStateBytes(states[0]), TrainerStateBytes(states[2]));
  }
}

TEST_F(RanksTest, AStopAfterTheLastStepDoesNotReachTheNextPhase) {
  ThreadRanks::Run(2, [&](Reducer* ranks) {
    Trainer trainer = Trainer::Create(TinyNetwork(), Config(2), 5, ranks);
    const auto stop_at_two = [](const TrainStats& stats) { return stats.step != 2; };
    trainer.Train(window_, 2, stop_at_two);
    trainer.Train(window_, 3, stop_at_two);
    EXPECT_EQ(trainer.step(), 5);
  });
}

TEST_F(RanksTest, TheyResumeToTheSameBit) {
  const TrainerState whole = TrainOn(2, Config(2), 5, [](auto&&...) { return true; })[0];
  const TrainerState half = TrainOn(2, Config(2), 2, [](auto&&...) { return true; })[0];
  ThreadRanks::Run(2, [&](Reducer* ranks) {
    Trainer trainer = Trainer::From(half, Config(2), ranks);
    trainer.Train(window_, 3, [](const TrainStats&) { return true; });
    EXPECT_EQ(TrainerStateBytes(trainer.State()), TrainerStateBytes(whole));
  });
}

TEST_F(RanksTest, ALossThatIsNotFiniteInOneRankStopsAll) {
  std::atomic<int> stopped = 0;
  ThreadRanks::Run(2, [&](Reducer* ranks) {
    Trainer trainer = Trainer::Create(TinyNetwork(), Config(2), 5, ranks);
    SampleBatch batch = MakeBatch(window_, {}, 9, 12, 1, 1);
    if (ranks->rank() == 1) batch.short_value.back() = std::numeric_limits<float>::quiet_NaN();
    if (ErrorOf([&] { trainer.Step(batch); }).find("the loss is nan") != std::string::npos) {
      ++stopped;
    }
  });
  EXPECT_EQ(stopped, 2);
}

TEST_F(RanksTest, ChunksThatCannotBeDividedAreRefused) {
  EXPECT_THAT(ErrorOf([&] { TrainOn(2, Config(3), 1, Spend); }),
              HasSubstr("train.chunks: expected a multiple of the number of ranks, 2, found 3"));
}

}  // namespace
}  // namespace raichi
