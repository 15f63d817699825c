#include "nn/backend/trainer.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "nn/model/layers.h"
#include "nn/model/model.h"
#include "nn/model/trainer_state.h"
#include "nn/model/weights.h"
#include "tests/nn/helpers.h"
#include "tests/selfplay/games.h"
#include "tests/torch/window_case.h"

namespace raichi {
namespace {

using testing::HasSubstr;

TrainConfig Quick() {
  TrainConfig config;
  config.batch = 16;
  config.warmup_steps = 4;
  config.device = "cpu";
  config.precision = "f32";
  config.threads = 1;
  return config;
}

using TrainerTest = WindowCase;

TEST_F(TrainerTest, LearnsAFewPositionsByHeart) {
  uint64_t id = 0;
  while (RandomRecord("linnaeus", id).reason == Reason::kPlyLimit) ++id;
  AddGames("linnaeus", id, 1);
  TrainConfig config = Quick();
  config.learning_rate = 1e-2;
  config.weight_decay = 0;
  config.chunks = 1;  // half of 16 samples would be few for normalization
  config.samples.symmetries = false;
  config.samples.hide_last_moves = 0;
  Trainer trainer = Trainer::Create(TinyNetwork(), config, 1);
  const TrainStats first = Train(&trainer, 1);
  TrainStats last;
  double accuracy = 0;  // of 50 batches, since moves with nearly as many visits change places
  trainer.Train(window_, 250, [&](const TrainStats& stats) {
    last = stats;
    if (stats.step > 200) accuracy += stats.policy_accuracy / 50;
    return true;
  });
  EXPECT_GT(first.policy - first.policy_entropy, 0.5);
  EXPECT_LT(last.policy - last.policy_entropy, 0.1);
  EXPECT_GT(accuracy, 0.5);
  EXPECT_LT(last.loss, first.loss / 2);
  EXPECT_LT(last.king_end, first.king_end / 4);
  EXPECT_LT(last.survival, first.survival / 2);
  EXPECT_LT(last.reply, first.reply / 2);
  EXPECT_LT(last.short_value, first.short_value);
  EXPECT_LT(last.moves_left, first.moves_left / 2);
}

TEST_F(TrainerTest, LearnsSeveralBoardsAtOnceAndByEitherOptimizer) {
  // The value of a random game that was cut short is noise.
  for (const char* rules : {"linnaeus", "brandubh"}) {
    for (uint64_t id = 0, found = 0; found < 2; ++id) {
      if (RandomRecord(rules, id).reason == Reason::kPlyLimit) continue;
      AddGames(rules, id, 1);
      ++found;
    }
  }
  for (const char* optimizer : {"adamw", "sgd"}) {
    TrainConfig config = Quick();
    config.optimizer = optimizer;
    config.learning_rate = 1e-2;
    Trainer trainer = Trainer::Create(TinyNetwork(), config, 1);
    const TrainStats first = Train(&trainer, 1);
    const TrainStats last = Train(&trainer, 80);
    EXPECT_LT(last.loss, 0.9 * first.loss) << optimizer;
  }
}

TEST_F(TrainerTest, ResumesToTheSameBit) {
  AddGames("linnaeus", 0, 3);
  AddGames("brandubh", 3, 3);
  for (const char* optimizer : {"adamw", "sgd"}) {
    TrainConfig config = Quick();
    config.optimizer = optimizer;
    Trainer whole = Trainer::Create(TinyNetwork(), config, 5);
    Train(&whole, 8);

    Trainer half = Trainer::Create(TinyNetwork(), config, 5);
    Train(&half, 3);
    half.SaveState(folder_ / "half");
    Trainer resumed = Trainer::Load(folder_ / "half", config);
    EXPECT_EQ(resumed.step(), 3);
    EXPECT_EQ(resumed.window_state(), window_.state());
    Train(&resumed, 5);
    EXPECT_EQ(StateOf(resumed), StateOf(whole)) << optimizer;
  }
}

TEST_F(TrainerTest, CallsOfTrainMayBeSplitAtWill) {
  AddGames("linnaeus", 0, 3);
  Trainer whole = Trainer::Create(TinyNetwork(), Quick(), 5);
  Train(&whole, 6);
  Trainer split = Trainer::Create(TinyNetwork(), Quick(), 5);
  Train(&split, 2);
  split.Train(window_, 100, [](const TrainStats& stats) { return stats.step < 6; });
  EXPECT_EQ(StateOf(split), StateOf(whole));
}

TEST_F(TrainerTest, BareStepsAreTheSameSteps) {
  AddGames("linnaeus", 0, 2);
  const SampleBatch batch = MakeBatch(window_, {}, 9, 16, 1, 1);
  Trainer full = Trainer::Create(TinyNetwork(), Quick(), 5);
  for (int i = 0; i < 3; ++i) full.Step(batch);
  Trainer bare = Trainer::Create(TinyNetwork(), Quick(), 5);
  bare.LoadBare(batch);
  bare.RunBare(3);
  EXPECT_EQ(bare.step(), 3);
  EXPECT_EQ(StateOf(bare), StateOf(full));
}

TEST_F(TrainerTest, ClipsTheGradient) {
  AddGames("linnaeus", 0, 2);
  const SampleBatch batch = MakeBatch(window_, {}, 9, 16, 1, 1);
  const std::vector<float> before = InitialWeights(TinyNetwork(), 5);
  const auto moved = [&](double clip_norm) {  // distance of a step of plain gradient descent
    TrainConfig config = Quick();
    config.optimizer = "sgd";
    config.momentum = 0;
    config.weight_decay = 0;
    config.warmup_steps = 0;
    config.learning_rate = 1;
    config.clip_norm = clip_norm;
    Trainer trainer = Trainer::Create(TinyNetwork(), config, 5);
    const double norm = trainer.Step(batch).gradient_norm;
    trainer.SaveState(folder_ / "state");
    const std::vector<float> after = ReadTrainerState(folder_ / "state").weights;
    double squares = 0;
    for (size_t i = 0; i < static_cast<size_t>(CountWeights(TinyNetwork())); ++i) {
      squares += std::pow(after[i] - before[i], 2);
    }
    return std::pair(std::sqrt(squares), norm);
  };
  const auto [free, norm] = moved(0);
  EXPECT_NEAR(free, norm, 1e-3 * norm);
  EXPECT_NEAR(moved(norm / 4).first, norm / 4, 1e-3 * norm);
  EXPECT_NEAR(moved(norm * 4).first, norm, 1e-3 * norm);
}

TEST_F(TrainerTest, AnotherSeedTrainsAnotherNetwork) {
  AddGames("linnaeus", 0, 3);
  Trainer one = Trainer::Create(TinyNetwork(), Quick(), 5);
  Trainer two = Trainer::Create(TinyNetwork(), Quick(), 6);
  EXPECT_NE(StateOf(one), StateOf(two));
}

TEST_F(TrainerTest, AveragesFollowTheWeights) {
  AddGames("linnaeus", 0, 2);
  TrainConfig config = Quick();
  config.ema_decay = 0.15;
  Trainer trainer = Trainer::Create(TinyNetwork(), config, 1);
  std::vector<float> expected = InitialWeights(TinyNetwork(), 1);
  for (int step = 0; step < 3; ++step) {
    Train(&trainer, 1);
    trainer.SaveState(folder_ / "state");
    const TrainerState state = ReadTrainerState(folder_ / "state");
    const auto decay = static_cast<float>(step == 0 ? 0.1 : 0.15);  // (1 + 0) / (10 + 0), then 0.15
    ASSERT_EQ(state.averages.size(), expected.size());
    for (size_t i = 0; i < expected.size(); ++i) {
      expected[i] = decay * expected[i] + (1 - decay) * state.weights[i];
      ASSERT_NEAR(state.averages[i], expected[i], 1e-5);
    }
  }
}

TEST_F(TrainerTest, ExportsTheAverages) {
  AddGames("linnaeus", 0, 2);
  Trainer trainer = Trainer::Create(TinyNetwork(), Quick(), 1);
  Train(&trainer, 3);
  trainer.SaveState(folder_ / "state");
  ModelInfo info;
  info.rules = {"linnaeus"};
  trainer.ExportModel(folder_ / "000003", info);
  trainer.ExportModelFile(folder_ / "model.raichi", info);
  const Model model = ReadModel(folder_ / "000003");
  EXPECT_EQ(model.weights, ReadTrainerState(folder_ / "state").averages);
  EXPECT_EQ(model.info.steps, 3);
  EXPECT_EQ(model.info.network, TinyNetwork());
  EXPECT_EQ(BytesOf(folder_ / "model.raichi"), BytesOf(folder_ / "000003" / "model.raichi"));
}

TEST_F(TrainerTest, StopsOnALossThatIsNotFinite) {
  AddGames("linnaeus", 0, 2);
  Trainer trainer = Trainer::Create(TinyNetwork(), Quick(), 1);
  SampleBatch batch = MakeBatch(window_, {}, 9, 8, 1, 1);
  batch.short_value[3] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(ErrorOf([&] { trainer.Step(batch); }), HasSubstr("the loss is nan"));
  EXPECT_EQ(trainer.step(), 0);
}

TEST_F(TrainerTest, WeighsTheTermsOfTheLoss) {
  AddGames("linnaeus", 0, 2);
  TrainConfig config = Quick();
  config.loss = {.policy = 2,
                 .value = 3,
                 .moves_left = 5,
                 .survival = 7,
                 .king_end = 11,
                 .reply = 13,
                 .short_value = 17};
  Trainer trainer = Trainer::Create(TinyNetwork(), config, 1);
  const TrainStats s = Train(&trainer, 1);
  EXPECT_NEAR(s.loss,
              2 * s.policy + 3 * s.value + 5 * s.moves_left + 7 * s.survival + 11 * s.king_end +
                  13 * s.reply + 17 * s.short_value,
              1e-3);
}

/// Returns the state of a network with the same weights on another canvas.
TrainerState OnCanvas(const TrainerState& state, int canvas) {
  TrainerState out = state;
  out.network.canvas = canvas;
  const std::vector<WeightSpec> from = WeightSpecs(state.network);
  const std::vector<WeightSpec> to = WeightSpecs(out.network);
  out.weights.clear();
  auto next = state.weights.begin();
  for (size_t i = 0; i < from.size(); ++i) {
    std::vector<float> values(next, next + static_cast<std::ptrdiff_t>(from[i].Count()));
    next += static_cast<std::ptrdiff_t>(from[i].Count());
    values.resize(to[i].Count(), 0);
    out.weights.insert(out.weights.end(), values.begin(), values.end());
  }
  out.averages = out.weights;
  out.first.assign(static_cast<size_t>(CountWeights(out.network)), 0);
  out.second = out.first;
  return out;
}

TEST_F(TrainerTest, TrainingSeesOnlyTheBoard) {
  // Normalisation, pooling and losses on a 7x7 board are the same whatever the canvas.
  AddGames("brandubh", 0, 3);
  TrainerState state;
  state.network = TinyNetwork(7);
  state.optimizer = "adamw";
  state.seed = 3;
  state.weights = InitialWeights(state.network, 1);
  std::vector<TrainStats> stats;
  for (const int canvas : {7, 9, 12}) {
    WriteTrainerState(folder_ / "canvas", OnCanvas(state, canvas));
    Trainer trainer = Trainer::Load(folder_ / "canvas", Quick());
    stats.push_back(Train(&trainer, 1));
  }
  for (const TrainStats& s : stats) {
    EXPECT_NEAR(s.policy, stats[0].policy, 1e-4);
    EXPECT_NEAR(s.value, stats[0].value, 1e-4);
    EXPECT_NEAR(s.moves_left, stats[0].moves_left, 1e-4);
    EXPECT_NEAR(s.survival, stats[0].survival, 1e-4);
    EXPECT_NEAR(s.king_end, stats[0].king_end, 1e-4);
  }
}

TEST_F(TrainerTest, RefusesAnEmptyWindowAndTooLargeABoard) {
  Trainer trainer = Trainer::Create(TinyNetwork(), Quick(), 1);
  EXPECT_THAT(ErrorOf([&] { Train(&trainer, 1); }), HasSubstr("no positions"));
  AddGames("tawlbwrdd", 0, 1);
  EXPECT_THAT(ErrorOf([&] { Train(&trainer, 1); }), HasSubstr("canvas"));
}

TEST_F(TrainerTest, ADamagedStateIsRefused) {
  const std::string bytes = StateOf(Trainer::Create(TinyNetwork(), Quick(), 1));
  const auto refused = [&](const std::string& damaged) {
    WriteBytes(folder_ / "damaged", damaged);
    const std::string error = ErrorOf([&] { Trainer::Load(folder_ / "damaged", Quick()); });
    EXPECT_THAT(error, HasSubstr("damaged"));
    return !error.empty();
  };
  Rng rng(1);
  for (int i = 0; i < 60; ++i) {
    std::string damaged = bytes;
    const uint32_t at =
        i < 30 ? static_cast<uint32_t>(i) * 20 : rng.Below(static_cast<uint32_t>(bytes.size()));
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << rng.Below(8)));
    EXPECT_TRUE(refused(damaged)) << at;
    EXPECT_TRUE(refused(bytes.substr(0, rng.Below(static_cast<uint32_t>(bytes.size())))));
  }
}

TEST_F(TrainerTest, AModelIsNoState) {
  Trainer trainer = Trainer::Create(TinyNetwork(), Quick(), 1);
  trainer.ExportModelFile(folder_ / "model.raichi", {});
  EXPECT_THAT(ErrorOf([&] { Trainer::Load(folder_ / "model.raichi", Quick()); }),
              HasSubstr("holds a raichi model, expected a raichi trainer"));
}

TEST_F(TrainerTest, AnotherOptimizerCannotGoOn) {
  const Trainer trainer = Trainer::Create(TinyNetwork(), Quick(), 1);
  trainer.SaveState(folder_ / "state");
  TrainConfig config = Quick();
  config.optimizer = "sgd";
  EXPECT_THAT(ErrorOf([&] { Trainer::Load(folder_ / "state", config); }),
              HasSubstr("train.optimizer: sgd"));
}

}  // namespace
}  // namespace raichi
