#include "nn/backend/network_evaluator.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "nn/model/model.h"
#include "tests/nn/fake_backend.h"
#include "tests/nn/helpers.h"
#include "tests/selfplay/games.h"

namespace raichi {
namespace {

/// Opens a random model with a canvas of 9x9 squares.
class NetworkEvaluatorTest : public testing::Test {
 protected:
  NetworkEvaluatorTest() { WriteRandomModel(file_, TinyNetwork(), 1); }

  std::vector<Evaluation> Evaluate(const NetworkEvaluatorConfig& config,
                                   const Positions& positions) {
    const auto evaluator = OpenNetworkEvaluator(file_, config);
    std::vector<Evaluation> out(positions.leaves().size());
    evaluator->Evaluate(positions.leaves(), out);
    return out;
  }

  FakeBackend backend_;
  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "model.raichi";
};

TEST_F(NetworkEvaluatorTest, BatchesAndThreadsChangeNoAnswer) {
  const Positions positions("linnaeus", 50, 1);
  const std::vector<Evaluation> whole = Evaluate({.batch = 64}, positions);
  for (const auto& [batch, threads] : {std::pair(1, 1), {7, 1}, {64, 2}, {24, 3}, {50, 64}}) {
    const std::vector<Evaluation> out = Evaluate({.batch = batch, .threads = threads}, positions);
    for (size_t i = 0; i < whole.size(); ++i) {
      EXPECT_EQ(out[i].win, whole[i].win);
      EXPECT_EQ(out[i].priors, whole[i].priors);
    }
  }
}

TEST_F(NetworkEvaluatorTest, ReportsWhereItComputes) {
  NetworkEvaluatorInfo info;
  OpenNetworkEvaluator(file_, {}, &info);
  EXPECT_EQ(info.text, "network on cpu in f32");
  EXPECT_FALSE(info.reduced);
}

TEST_F(NetworkEvaluatorTest, APrecisionBelowF32IsCompared) {
  const FakeBackend gpu(1);
  NetworkEvaluatorInfo info;
  OpenNetworkEvaluator(file_, {}, &info);
  EXPECT_EQ(info.device, "cuda:0");
  EXPECT_EQ(info.precision, "bf16");
  EXPECT_TRUE(info.reduced);
  EXPECT_EQ(info.value_difference, 0);
}

TEST_F(NetworkEvaluatorTest, RefusesWhatIsNotThere) {
  EXPECT_THROW(OpenNetworkEvaluator(file_, {.device = "cuda"}), UsageError);
  EXPECT_THROW(OpenNetworkEvaluator(file_, {.batch = 0}), UsageError);
  EXPECT_THROW(OpenNetworkEvaluator(file_, {.threads = 0}), UsageError);
  EXPECT_THROW(OpenNetworkEvaluator(folder_ / "no", {}), Error);
  EXPECT_THROW(Evaluate({}, Positions("copenhagen", 1, 1)), Error);
}

}  // namespace
}  // namespace raichi
