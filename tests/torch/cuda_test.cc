#include <gtest/gtest.h>

#include <thread>

#include "nn/backend/batch_team.h"
#include "nn/backend/devices.h"
#include "nn/cuda/cuda_stream.h"
#include "nn/inference/device_batch.h"
#include "nn/inference/inference.h"
#include "nn/network/operators.h"
#include "tests/torch/reference.h"

namespace raichi {
namespace {

const at::Device kGpu(at::kCUDA, 0);

TEST(NoGpu, IsFoundOutBeforeAnythingIsEvaluated) {
  if (CountGpus() > 0) GTEST_SKIP() << "there is a GPU";
  const Network network = ToNetwork(Scrambled(TinyNetwork()));
  EXPECT_THROW(MakeDeviceInference(network, kGpu, at::kHalf, 8), c10::Error);
}

/// Compares inference by CUDA with the network in its training form on the CPU.
class CudaTest : public testing::Test {
 protected:
  static constexpr double kTolerance = 0.02;  // convolutions may round to TF32
  static constexpr int kCalls = 8;            // warm-up, recording and replays
  static constexpr int kBatch = 40;

  void SetUp() override {
    if (CountGpus() == 0) GTEST_SKIP() << "no GPU here";
  }

  std::unique_ptr<Inference> Make(at::ScalarType precision = at::kFloat) const {
    return MakeDeviceInference(ToNetwork(model_), kGpu, precision, kBatch);
  }

  /// Evaluates different positions in each call. Returns the largest difference from the expected
  /// evaluations.
  double Off(Inference* inference, size_t count, int calls = kCalls) const {
    double most = 0;
    for (int call = 0; call < calls; ++call) {
      const size_t first = static_cast<size_t>(call) % (all_.size() - count + 1);
      const auto said = Evaluate(inference, std::span(all_).subspan(first, count));
      for (size_t i = 0; i < count; ++i) {
        most = std::max(most, Difference(expected_[first + i], said[i]));
      }
    }
    return most;
  }

  const Positions large_{"linnaeus", 20, 1};
  const Positions small_{"brandubh", 20, 2};
  const Model model_ = Scrambled(TinyNetwork());
  const std::vector<LeafRequest> all_ = Mixed(large_, small_);
  const std::vector<Evaluation> expected_ = Reference(model_, all_);
};

TEST_F(CudaTest, WarmUpRecordingAndReplayAllSayWhatTheProcessorSays) {
  const auto inference = Make();
  EXPECT_LT(Off(inference.get(), 30), kTolerance);
  for (int call = 0; call < kCalls; ++call) {  // boards of one size need no mask
    for (const auto& leaves : {large_.leaves(), small_.leaves()}) {
      EXPECT_LT(Difference(Evaluate(inference.get(), leaves), Reference(model_, leaves)),
                kTolerance);
    }
  }
}

TEST_F(CudaTest, BatchesOfEverySizeDoNotDisturbEachOther) {
  const auto inference = Make();
  for (int round = 0; round < 2; ++round) {
    for (const size_t count : {1, 40, 8, 9, 17, 33}) {
      EXPECT_LT(Off(inference.get(), count), kTolerance) << count;
    }
  }
  inference->RunBare();
}

TEST_F(CudaTest, ReducedPrecisionsSayNearlyTheSame) {
  EXPECT_LT(Off(Make(at::kHalf).get(), 20), 0.05);
  if (!GpuHasBf16(0)) return;
  EXPECT_LT(Off(Make(at::kBFloat16).get(), 20), 0.1);
}

TEST_F(CudaTest, ThreadsEvaluateAtOnce) {
  std::vector<double> off(4);
  {
    std::vector<std::jthread> threads;
    for (double& mine : off) {
      threads.emplace_back([&mine, this] {
        for (int i = 0; i < 3; ++i) mine = std::max(mine, Off(Make().get(), 20, 20));
      });
    }
  }
  for (const double mine : off) EXPECT_LT(mine, kTolerance);
}

TEST_F(CudaTest, TeamsEvaluateTogether) {
  constexpr size_t kSeats = 4, kPart = 10;
  auto batch = MakeDeviceBatch(ToNetwork(model_), kGpu, at::kFloat, kSeats * kPart);
  const auto team = std::make_shared<BatchTeam>(std::move(batch), kSeats, kPart);
  std::vector<double> off(kSeats);
  {
    std::vector<std::jthread> threads;
    for (size_t seat = 0; seat < kSeats; ++seat) {
      threads.emplace_back([&, seat] {
        BatchTeam::Seat mine(team);
        for (size_t round = 0; round < 50; ++round) {
          const size_t first = (7 * seat + round) % (all_.size() - kPart);
          const size_t count = 1 + (seat + round) % kPart;
          std::vector<Evaluation> out(count);
          mine.Evaluate(std::span(all_).subspan(first, count), out);
          for (size_t i = 0; i < count; ++i) {
            off[seat] = std::max(off[seat], Difference(expected_[first + i], out[i]));
          }
        }
      });
    }
  }
  for (const double mine : off) EXPECT_LT(mine, kTolerance);
}

TEST_F(CudaTest, MoreEvaluatorsThanLibTorchHasStreams) {
  std::vector<std::unique_ptr<Inference>> many;
  for (int i = 0; i < 40; ++i) many.push_back(Make());
  for (const auto& inference : many) EXPECT_LT(Off(inference.get(), 5), kTolerance);
  many.resize(20);
  while (many.size() < 40) many.push_back(Make());  // on the streams that were given back
  for (const auto& inference : many) EXPECT_LT(Off(inference.get(), 5), kTolerance);
}

}  // namespace
}  // namespace raichi
