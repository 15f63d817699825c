#include <gtest/gtest.h>

#include <vector>

#include "nn/backend/devices.h"
#include "nn/backend/trainer.h"
#include "tests/nn/helpers.h"
#include "tests/torch/window_case.h"

namespace raichi {
namespace {

/// Compares training on a GPU, where steps are recorded and replayed, with that on the processor.
class CudaTrainingTest : public WindowCase {
 protected:
  static constexpr int kSteps = 40;

  void SetUp() override {
    if (CountGpus() == 0) GTEST_SKIP() << "no GPU here";
    AddGames("linnaeus", 0, 3);
    AddGames("brandubh", 3, 3);
  }

  static TrainConfig On(const std::string& device, const std::string& optimizer, int chunks) {
    TrainConfig config;
    config.batch = 32;
    config.chunks = chunks;
    config.optimizer = optimizer;
    config.warmup_steps = 10;
    config.device = device;
    config.precision = "f32";
    return config;
  }

  std::vector<TrainStats> Steps(const TrainConfig& config) {
    std::vector<TrainStats> all;
    Trainer trainer = Trainer::Create(TinyNetwork(), config, 1);
    trainer.Train(window_, kSteps, [&](const TrainStats& stats) {
      all.push_back(stats);
      return true;
    });
    return all;
  }
};

TEST_F(CudaTrainingTest, EveryStepIsNearlyThatOfTheProcessor) {
  for (const char* optimizer : {"adamw", "muon"}) {
    for (const int chunks : {1, 2}) {
      const std::vector<TrainStats> expected = Steps(On("cpu", optimizer, chunks));
      const std::vector<TrainStats> steps = Steps(On("cuda", optimizer, chunks));
      ASSERT_EQ(steps.size(), expected.size());
      for (size_t i = 0; i < steps.size(); ++i) {
        const double tolerance = i < 5 ? 0.01 : 0.05;  // convolutions may round to TF32
        EXPECT_NEAR(steps[i].loss / expected[i].loss, 1, tolerance) << optimizer << " step " << i;
        EXPECT_NEAR(steps[i].policy_entropy, expected[i].policy_entropy, 1e-3);
      }
      EXPECT_LT(steps.back().loss, 0.9 * steps.front().loss);
    }
  }
}

TEST_F(CudaTrainingTest, TwoTrainersDoNotDisturbEachOther) {
  const std::vector<TrainStats> alone = Steps(On("cuda", "adamw", 1));
  Trainer other = Trainer::Create(TinyNetwork(), On("cuda", "adamw", 1), 2);
  Trainer trainer = Trainer::Create(TinyNetwork(), On("cuda", "adamw", 1), 1);
  size_t step = 0;
  trainer.Train(window_, kSteps, [&](const TrainStats& stats) {
    Train(&other, 1);
    EXPECT_NEAR(stats.loss / alone[step++].loss, 1, 0.02);
    return true;
  });
}

}  // namespace
}  // namespace raichi
