#include <gmock/gmock.h>

#include "nn/backend/trainer.h"
#include "nn/cpu/vectors.h"
#include "nn/model/trainer_state.h"
#include "tests/nn/helpers.h"
#include "tests/selfplay/games.h"
#include "tests/torch/window_case.h"

namespace raichi {
namespace {

using testing::HasSubstr;

constexpr int kBatch = 24;

class ChunksTest : public WindowCase {
 protected:
  ChunksTest() { AddGames("linnaeus", 0, 3); }
  static TrainConfig Config(int chunks, int threads) {
    TrainConfig config;
    config.batch = kBatch;
    config.chunks = chunks;
    config.threads = threads;
    config.warmup_steps = 0;
    config.device = "cpu";
    config.precision = "f32";
    return config;
  }
  /// Plain gradient descent, whose step is proportional to the gradient.
  static TrainConfig Descent(int batch, int chunks) {
    TrainConfig config = Config(chunks, 1);
    config.batch = batch;
    config.optimizer = "sgd";
    config.momentum = 0;
    config.weight_decay = 0;
    config.clip_norm = 0;
    config.learning_rate = 0.1;
    return config;
  }
  static Trainer New(const TrainConfig& config) {
    return Trainer::Create(TinyNetwork(), config, 5);
  }
};

TEST_F(ChunksTest, TheNumberOfThreadsDoesNotChangeABit) {
  const auto check = [this](int chunks) {
    Trainer one = New(Config(chunks, 1));
    Train(&one, 4);
    for (int threads = 2; threads <= chunks; ++threads) {
      Trainer other = New(Config(chunks, threads));
      Train(&other, 4);
      EXPECT_EQ(StateOf(other), StateOf(one)) << chunks << " chunks, " << threads << " threads";
    }
  };
  check(2);
  AddGames("brandubh", 3, 3);  // smaller than the canvas, so that batches have masks
  check(2);
  check(3);
  check(4);
}

TEST_F(ChunksTest, InBf16AStepIsNearlyThatInF32) {
  if (!kMultipliesBf16) GTEST_SKIP() << "this program does not compute bf16";
  AddGames("brandubh", 3, 3);
  const SampleBatch batch = MakeBatch(window_, {}, 9, kBatch, 1, 1);
  std::vector<TrainStats> stats;
  std::vector<std::string> states;
  for (const auto& [precision, threads] : {std::pair("f32", 1), {"bf16", 1}, {"bf16", 2}}) {
    TrainConfig config = Config(2, threads);
    config.precision = precision;
    Trainer trainer = New(config);
    stats.push_back(trainer.Step(batch));
    states.push_back(StateOf(trainer));
  }
  EXPECT_NEAR(stats[1].loss, stats[0].loss, 0.02 * stats[0].loss);
  EXPECT_NEAR(stats[1].gradient_norm, stats[0].gradient_norm, 0.05 * stats[0].gradient_norm);
  EXPECT_NE(states[1], states[0]);
  EXPECT_EQ(states[2], states[1]);
}

TEST_F(ChunksTest, AStepIsTheMeanOfStepsOnTheChunksAlone) {
  AddGames("brandubh", 3, 3);
  const SampleBatch batch = MakeBatch(window_, {}, 9, kBatch, 1, 1);
  Trainer whole = New(Descent(kBatch, 3));
  const TrainStats stats = whole.Step(batch);
  const std::vector<float> weights = whole.State().weights;  // the running statistics too
  std::vector<double> mean(weights.size());
  double loss = 0;
  for (int i = 0; i < 3; ++i) {
    Trainer part = New(Descent(kBatch / 3, 1));
    loss += part.Step(PartOf(batch, i * kBatch / 3, (i + 1) * kBatch / 3)).loss / 3;
    const std::vector<float> after = part.State().weights;
    ASSERT_EQ(after.size(), mean.size());
    for (size_t j = 0; j < after.size(); ++j) mean[j] += after[j] / 3.0;
  }
  EXPECT_NEAR(stats.loss, loss, 1e-5);
  for (size_t j = 0; j < mean.size(); ++j) ASSERT_NEAR(weights[j], mean[j], 1e-5) << j;
}

TEST_F(ChunksTest, TheNumberOfChunksMatters) {
  Trainer one = New(Config(1, 1)), two = New(Config(2, 1));
  Train(&one, 2);
  Train(&two, 2);
  EXPECT_NE(StateOf(one), StateOf(two));
}

TEST_F(ChunksTest, ChunksLearn) {
  TrainConfig config = Config(2, 2);
  config.learning_rate = 1e-2;
  Trainer trainer = New(config);
  const TrainStats first = Train(&trainer, 1);
  EXPECT_LT(Train(&trainer, 80).loss, 0.9 * first.loss);
}

TEST_F(ChunksTest, ResumesToTheSameBit) {
  Trainer whole = New(Config(2, 2));
  Train(&whole, 6);
  Trainer half = New(Config(2, 2));
  Train(&half, 2);
  half.SaveState(folder_ / "half");
  Trainer resumed = Trainer::Load(folder_ / "half", Config(2, 2));
  Train(&resumed, 4);
  EXPECT_EQ(StateOf(resumed), StateOf(whole));
}

TEST_F(ChunksTest, MoreThreadsThanChunksShareTheirWork) {
  Trainer trainer = New(Config(2, 5));
  EXPECT_GT(Train(&trainer, 2).loss, 0);
}

TEST_F(ChunksTest, ALossThatIsNotFiniteInOneChunkStopsTheStep) {
  SampleBatch batch = MakeBatch(window_, {}, 9, kBatch, 1, 1);
  batch.short_value.back() = std::numeric_limits<float>::quiet_NaN();
  Trainer trainer = New(Config(2, 2));
  EXPECT_THAT(ErrorOf([&] { trainer.Step(batch); }), HasSubstr("the loss is nan"));
}

TEST_F(ChunksTest, ABatchHasChunksOfOneSize) {
  EXPECT_EQ(ErrorOf([&] { New(Config(5, 1)); }),
            "train.chunks: expected a divisor of train.batch, 24, found 5");
}

}  // namespace
}  // namespace raichi
