#include "nn/train/loss.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

#include "nn/input/policy_index.h"
#include "nn/network/operators.h"

namespace raichi {
namespace {

constexpr int kSamples = 3;
constexpr int kCanvas = 3;  // so there are 9 squares and 72 policy indices
constexpr double kNear = 1e-5;
constexpr double kHuge = 1e9;

/// Provides three hand-made samples. In the second, every target that may be unknown is unknown;
/// the third has a board of 2x2. Logits are 0, which means odds of 1, unless a test sets them.
class LossTest : public testing::Test {
 protected:
  LossTest() : batch_(kCanvas) {
    batch_.inputs.Resize(kSamples);
    batch_.inputs.board_sizes = {3, 3, 2};
    for (int square = 0; square < 9; ++square) {
      Put(0, Plane::kBoard, square);
      Put(1, Plane::kBoard, square);
    }
    for (const int square : {0, 1, 3, 4}) Put(2, Plane::kBoard, square);
    batch_.move_index = {0, 0, 0};
    batch_.move_share = {1, 1, 1};
    batch_.move_end = {1, 2, 3};
    batch_.outcome = {1, 0, 0, 1, 0, 0, 1, 0, 0};
    batch_.short_value = {0, 0, 0};
    batch_.moves_left = {7, -1, 1};
    batch_.survivors.assign(9, 0);
    batch_.king_end = {4, -1, 9};
    batch_.reply = {40, -1, 0};
    output_.policy = at::zeros({kSamples, PolicySize(kCanvas)});
    output_.value = at::zeros({kSamples, 5});
    output_.reply = at::zeros({kSamples, PolicySize(kCanvas)});
    output_.fate = at::zeros({kSamples, 2, kCanvas * kCanvas});
    output_.captured = at::zeros({kSamples, 1});
  }
  void Put(int sample, Plane plane, int square) {
    const int word = static_cast<int>(plane) * kCanvas + square / kCanvas;
    batch_.inputs.RowsOf(sample)[static_cast<size_t>(word)] |= 1u << square % kCanvas;
  }
  /// Sets logits to the logarithms of odds. A softmax gives each its share of the sum of the odds.
  static void SetOdds(const at::Tensor& logits, const std::map<int64_t, double>& odds) {
    for (const auto& [index, value] : odds) logits[index].fill_(std::log(value));
  }
  Loss Compute(const LossWeights& weights) const {
    const NetworkInput input = ToInput(batch_.inputs, at::kCPU, at::kFloat);
    return Loss(weights, output_, input, ToTargets(batch_, at::kCPU));
  }
  TrainStats Stats(const LossWeights& weights = {}) const {
    const Loss loss = Compute(weights);
    TrainStats stats;
    loss.FillStats(at::zeros({}), &stats);
    return stats;
  }

  SampleBatch batch_;
  NetworkOutput output_;
};

TEST_F(LossTest, PolicyIsTheCrossEntropyOverTheLegalMoves) {
  batch_.move_index = {4, 40, 70, 11, 11, 12};
  batch_.move_share = {0.5f, 0.5f, 0, 1, 0.25f, 0.75f};
  batch_.move_end = {3, 4, 6};
  SetOdds(output_.policy[0], {{4, 1}, {40, 2}, {70, 5}, {20, kHuge}});  // move 20 is illegal
  SetOdds(output_.policy[1], {{11, 7}});                                // the only legal move
  SetOdds(output_.policy[2], {{11, 1}, {12, 3}});
  const double third = 0.25 * std::log(4.0) + 0.75 * std::log(4.0 / 3);
  const TrainStats stats = Stats();
  EXPECT_NEAR(stats.policy, (0.5 * std::log(8.0) + 0.5 * std::log(4.0) + 0 + third) / 3, kNear);
  EXPECT_NEAR(stats.policy_entropy, (std::log(2.0) + 0 + third) / 3, kNear);
  EXPECT_NEAR(stats.policy_accuracy, 2.0 / 3, kNear);  // the first's likeliest move is unvisited
}

TEST_F(LossTest, ValueIsTheCrossEntropyOfWinDrawAndLoss) {
  batch_.outcome = {0.5f, 0.25f, 0.25f, 0, 0, 1, 1, 0, 0};
  SetOdds(output_.value[0], {{0, 1}, {1, 2}, {2, 5}, {3, kHuge}, {4, kHuge}});
  SetOdds(output_.value[1], {{2, 6}});
  SetOdds(output_.value[2], {{0, 2}});
  const double first = 0.5 * std::log(8.0) + 0.25 * std::log(4.0) + 0.25 * std::log(8.0 / 5);
  const TrainStats stats = Stats();
  EXPECT_NEAR(stats.value, (first + std::log(8.0 / 6) + std::log(2.0)) / 3, kNear);
  EXPECT_NEAR(stats.value_accuracy, 2.0 / 3, kNear);  // the first predicts a loss, but it is a win
}

TEST_F(LossTest, MovesLeftIsTheSmoothL1OfTheirLogarithm) {
  output_.value[0][3].fill_(std::log(1 + 7.0) + 0.5);  // off by d = 0.5: d^2 / 2
  output_.value[1][3].fill_(100);                      // unknown
  output_.value[2][3].fill_(std::log(1 + 1.0) - 3);    // off by d = 3: d - 1/2
  EXPECT_NEAR(Stats().moves_left, (0.125 + 2.5) / 2, kNear);
}

TEST_F(LossTest, ShortValueIsTheSquaredErrorOfATanh) {
  batch_.short_value = {1, -1, 0.25f};
  output_.value[0][4].fill_(std::log(3.0) / 2);   // its tanh is (3 - 1) / (3 + 1)
  output_.value[2][4].fill_(-std::log(3.0) / 2);  // the second sample predicts 0
  EXPECT_NEAR(Stats().short_value, (0.5 * 0.5 + 1 * 1 + 0.75 * 0.75) / 3, kNear);
}

TEST_F(LossTest, SurvivalIsAMeanOverPiecesAndThenOverSamples) {
  Put(0, Plane::kAttackers, 0);  // survives, with odds of 3 to 1: log 4/3
  Put(0, Plane::kDefenders, 1);  // does not survive: log 4
  Put(0, Plane::kKing, 8);       // survives, with even odds: log 2
  SetOdds(output_.fate[0][0], {{0, 3}, {1, 3}, {4, kHuge}});  // square 4 is empty
  Put(1, Plane::kAttackers, 0);
  SetOdds(output_.fate[1][0], {{0, kHuge}});  // unknown
  Put(2, Plane::kKing, 0);                    // survives, with even odds: log 2
  batch_.survivors = {0b001, 0, 0b100, 0, 0, 0, 0b001, 0, 0};
  const double first = (std::log(4.0 / 3) + std::log(4.0) + std::log(2.0)) / 3;
  EXPECT_NEAR(Stats().survival, (first + std::log(2.0)) / 2, kNear);
}

TEST_F(LossTest, KingEndIsTheCrossEntropyOfTheBoardsSquaresAndCapture) {
  SetOdds(output_.fate[0][1], {{4, 5}});  // on square 4 of 9: a share of 5 / (8 + 5 + 2)
  SetOdds(output_.captured[0], {{0, 2}});
  SetOdds(output_.fate[1][1], {{4, kHuge}});  // unknown
  SetOdds(output_.fate[2][1], {{8, kHuge}});  // captured, board of 4 squares: 4 / (4 + 4)
  SetOdds(output_.captured[2], {{0, 4}});
  EXPECT_NEAR(Stats().king_end, (std::log(3.0) + std::log(2.0)) / 2, kNear);
}

TEST_F(LossTest, ReplyIsTheCrossEntropyOverAllIndices) {
  SetOdds(output_.reply[0], {{40, 9}});     // the reply is 40: a share of 9 / (71 + 9)
  SetOdds(output_.reply[1], {{5, kHuge}});  // there is no reply
  SetOdds(output_.reply[2], {{71, 10}});    // the reply is 0: a share of 1 / (71 + 10)
  EXPECT_NEAR(Stats().reply, (std::log(80.0 / 9) + std::log(81.0)) / 2, kNear);
}

TEST_F(LossTest, OfWhatNoSampleKnowsThereIsNoLoss) {
  batch_.moves_left = {-1, -1, -1};
  batch_.king_end = {-1, -1, -1};
  batch_.reply = {-1, -1, -1};
  Put(0, Plane::kAttackers, 0);
  const TrainStats stats = Stats();
  EXPECT_EQ(stats.moves_left, 0);
  EXPECT_EQ(stats.survival, 0);
  EXPECT_EQ(stats.king_end, 0);
  EXPECT_EQ(stats.reply, 0);
}

constexpr LossWeights kNoWeights{.policy = 0,
                                 .value = 0,
                                 .moves_left = 0,
                                 .survival = 0,
                                 .king_end = 0,
                                 .reply = 0,
                                 .short_value = 0};

/// Weight of a term of the loss and the term's value in the statistics.
struct NamedTerm {
  const char* name;
  double LossWeights::*weight;
  double TrainStats::*stat;
};
constexpr NamedTerm kTerms[] = {
    {"policy", &LossWeights::policy, &TrainStats::policy},
    {"value", &LossWeights::value, &TrainStats::value},
    {"moves_left", &LossWeights::moves_left, &TrainStats::moves_left},
    {"survival", &LossWeights::survival, &TrainStats::survival},
    {"king_end", &LossWeights::king_end, &TrainStats::king_end},
    {"reply", &LossWeights::reply, &TrainStats::reply},
    {"short_value", &LossWeights::short_value, &TrainStats::short_value},
};

TEST_F(LossTest, AWeightOfZeroLeavesAnInfiniteTermOut) {
  Put(0, Plane::kAttackers, 0);
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  output_.policy[0][0].fill_(-kInfinity);  // the only legal move
  output_.policy.requires_grad_(true);
  output_.value[0][0].fill_(-kInfinity);  // the outcome
  output_.value[0][3].fill_(kInfinity);
  output_.value[0][4].fill_(std::nanf(""));
  output_.fate[0][0][0].fill_(kInfinity);  // the piece does not survive
  output_.fate[0][1][4].fill_(-kInfinity);
  output_.reply[0][40].fill_(-kInfinity);
  for (const NamedTerm& term : kTerms) {
    LossWeights alone = kNoWeights;
    alone.*term.weight = 1;
    const TrainStats stats = Stats(alone);
    EXPECT_FALSE(std::isfinite(stats.loss)) << term.name;
    EXPECT_FALSE(std::isfinite(stats.*term.stat)) << term.name;
    for (const NamedTerm& other : kTerms) {
      if (other.stat == term.stat) continue;
      EXPECT_EQ(stats.*other.stat, 0) << other.name;
    }
  }
  EXPECT_EQ(Stats(kNoWeights).loss, 0);
}

TEST_F(LossTest, AWeightOfZeroLeavesATermOutOfTheGradient) {
  output_.value[0][4].fill_(std::nanf(""));  // short value
  output_.value.requires_grad_(true);
  LossWeights weights;
  weights.short_value = 0;
  Compute(weights).total().backward();
  const at::Tensor gradient = output_.value.grad();
  EXPECT_TRUE(gradient.isfinite().all().item<bool>());
  EXPECT_NE(gradient[0][0].item<float>(), 0);
  EXPECT_EQ(gradient[0][4].item<float>(), 0);
}

}  // namespace
}  // namespace raichi
