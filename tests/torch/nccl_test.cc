#include <dlfcn.h>
#include <gmock/gmock.h>

#include "nn/backend/loader.h"
#include "nn/backend/trainer.h"
#include "nn/cuda/nccl_ranks.h"
#include "nn/model/trainer_state.h"
#include "nn/torch/torch_backend.h"
#include "nn/train/torch_trained_network.h"
#include "tests/nn/helpers.h"
#include "tests/nn/thread_ranks.h"
#include "tests/torch/window_case.h"

extern "C" const raichi::Processor* raichi_processor();

namespace raichi {
namespace {

/// Trains on the processor, but sums over ranks as GPUs do.
class NcclBackend : public OwnBackend {
 public:
  std::unique_ptr<TrainedNetwork> MakeTrainedNetwork(const TrainConfig& config,
                                                     const TrainerState& state, const ComputePlace&,
                                                     int ranks) override {
    return std::make_unique<TorchTrainedNetwork>(std::make_unique<CudaStream>(at::kCPU), config,
                                                 state, at::kCPU, at::kFloat, ranks, true);
  }

 private:
  const Processor& OwnCode() override { return *raichi_processor(); }
  Backend& LibTorch() override { return TorchBackend(); }
};

/// A library in NCCL's place (tests/torch/nccl/stand_in.cc), which is found by its name because it
/// is loaded, like NCCL beside a LibTorch from pip.
class NcclTest : public WindowCase {
 protected:
  NcclTest() {
    AddGames("linnaeus", 0, 3);
    AddGames("brandubh", 3, 3);
  }
  ~NcclTest() override {
    if (library_ != nullptr) dlclose(library_);
  }
  void LoadStandIn() {
    library_ = dlopen(RAICHI_NCCL_STAND_IN, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library_, nullptr) << dlerror();
    Call<void>("NcclStandInRefuse", -1);
    sums_before_ = Call<int>("NcclStandInSums");
  }
  template <class Result, class... Arguments>
  Result Call(const char* name, Arguments... arguments) {
    return reinterpret_cast<Result (*)(Arguments...)>(dlsym(library_, name))(arguments...);
  }
  /// The number of calls by all ranks since LoadStandIn.
  int Sums() { return Call<int>("NcclStandInSums") - sums_before_; }

  struct Trained {
    std::string state, fault;
  };
  /// Trains for four steps on two ranks.
  std::vector<Trained> TrainOnTwo() {
    std::vector<Trained> trained(2);
    ThreadRanks::Run(2, [&](Reducer* ranks) {
      TrainConfig config;
      config.batch = 24;
      config.chunks = 2;
      config.threads = 1;
      config.device = "cpu";
      config.precision = "f32";
      Trainer trainer = Trainer::Create(TinyNetwork(), config, 5, ranks);
      trainer.SetSpent(0.5 * (1 - ranks->rank()));
      Train(&trainer, 4);
      trained[static_cast<size_t>(ranks->rank())] = {TrainerStateBytes(trainer.State()),
                                                     trainer.sums_fault()};
    });
    return trained;
  }
  /// Expects what ranks compute that sum through the host.
  void ExpectTrainedAlike(const std::vector<Trained>& trained, const std::string& fault) {
    const std::vector<Trained> expected = TrainOnTwo();
    for (size_t rank = 0; rank < 2; ++rank) {
      EXPECT_EQ(trained[rank].state, expected[rank].state);
      EXPECT_EQ(trained[rank].fault, fault);
    }
  }
  std::vector<Trained> TrainOnTwoWithNccl() {
    NcclBackend backend;
    const ScopedBackend scoped(&backend);
    return TrainOnTwo();
  }

 private:
  void* library_ = nullptr;
  int sums_before_ = 0;
};

TEST_F(NcclTest, SumsOfGpusAreThoseOfTheHost) {
  LoadStandIn();
  const std::vector<Trained> trained = TrainOnTwoWithNccl();
  EXPECT_EQ(Sums(), 2 * 4);
  ExpectTrainedAlike(trained, "");
}

TEST_F(NcclTest, IfItRefusesOneRankAllSumThroughTheHost) {
  LoadStandIn();
  Call<void>("NcclStandInRefuse", 1);
  const std::vector<Trained> trained = TrainOnTwoWithNccl();
  EXPECT_EQ(Sums(), 0);
  EXPECT_EQ(trained[0].fault, "NCCL does not connect the ranks");
  EXPECT_EQ(trained[1].fault, "invalid usage");
  EXPECT_EQ(trained[0].state, TrainOnTwo()[0].state);
}

TEST_F(NcclTest, WithoutItAllSumThroughTheHost) {
  if (void* const real = dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL)) {
    dlclose(real);
    GTEST_SKIP() << "NCCL is on this machine";
  }
  ExpectTrainedAlike(TrainOnTwoWithNccl(), "libnccl.so.2 is missing");
}

}  // namespace
}  // namespace raichi
