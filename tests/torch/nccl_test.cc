#include <dlfcn.h>
#include <gmock/gmock.h>

#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "nn/backend/loader.h"
#include "nn/backend/trainer.h"
#include "nn/model/trainer_state.h"
#include "nn/torch/torch_backend.h"
#include "nn/train/torch_trained_network.h"
#include "tests/nn/helpers.h"
#include "tests/nn/thread_ranks.h"
#include "tests/torch/window_case.h"

extern "C" const raichi::Processor* raichi_processor();

namespace raichi {
namespace {

/// Trains on the processor, but sums over ranks as GPUs do, by a library in NCCL's place.
class NcclBackend : public OwnBackend {
 public:
  explicit NcclBackend(NcclSettings nccl) : nccl_(std::move(nccl)) {}
  std::unique_ptr<TrainedNetwork> MakeTrainedNetwork(const TrainConfig& config,
                                                     const TrainerState& state, const ComputePlace&,
                                                     int ranks) override {
    NcclSettings nccl = nccl_;
    if (nccl.gpu == "own") nccl.gpu += std::to_string(next_gpu_++);
    return std::make_unique<TorchTrainedNetwork>(std::make_unique<CudaStream>(at::kCPU), config,
                                                 state, at::kCPU, at::kFloat, ranks, nccl);
  }

 private:
  const Processor& OwnCode() override { return *raichi_processor(); }
  Backend& LibTorch() override { return TorchBackend(); }

  NcclSettings nccl_;
  std::atomic<int> next_gpu_ = 0;
};

/// tests/torch/nccl/stand_in.cc is the library.
class NcclTest : public WindowCase {
 protected:
  NcclTest() {
    AddGames("linnaeus", 0, 3);
    AddGames("brandubh", 3, 3);
    Call<void>("NcclStandInRefuse", -1);
    sums_before_ = Call<int>("NcclStandInSums");
  }
  template <class Result, class... Arguments>
  Result Call(const char* name, Arguments... arguments) {
    return reinterpret_cast<Result (*)(Arguments...)>(dlsym(library_, name))(arguments...);
  }
  /// The number of its sums since the test began, counted on each rank.
  int Sums() { return Call<int>("NcclStandInSums") - sums_before_; }

  struct Trained {
    std::string state, fault;
    bool operator==(const Trained&) const = default;
  };
  /// Trains for four steps on two ranks. After two steps, rank 1 begins anew with what it has, as a
  /// rank does that takes over the weights of rank 0.
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
      Train(&trainer, 2);
      if (ranks->rank() == 1) trainer = Trainer::From(trainer.State(), config, ranks);
      Train(&trainer, 2);
      trained[static_cast<size_t>(ranks->rank())] = {TrainerStateBytes(trainer.State()),
                                                     trainer.sums_fault()};
    });
    return trained;
  }
  /// Expects what ranks compute that sum through the host, and this fault on both.
  void ExpectTrainedAlike(const NcclSettings& nccl, const std::string& fault) {
    std::vector<Trained> expected = TrainOnTwo();
    for (Trained& rank : expected) rank.fault = fault;
    NcclBackend backend(nccl);
    const ScopedBackend scoped(&backend);
    EXPECT_EQ(TrainOnTwo(), expected);
  }

 private:
  void* library_ = dlopen(RAICHI_NCCL_STAND_IN, RTLD_NOW | RTLD_LOCAL);
  int sums_before_ = 0;
};

TEST_F(NcclTest, SumsOfGpusAreThoseOfTheHost) {
  ExpectTrainedAlike({.gpu = "own", .library = RAICHI_NCCL_STAND_IN}, "");
  EXPECT_EQ(Sums(), 2 * 4);
}

TEST_F(NcclTest, WhereItCannotConnectAllSumThroughTheHost) {
  ExpectTrainedAlike({.gpu = "one", .library = RAICHI_NCCL_STAND_IN}, "ranks 0 and 1 share a GPU");
  ExpectTrainedAlike({.gpu = "own", .library = "no.so"}, "rank 0: no.so is missing");
  ExpectTrainedAlike({.gpu = "", .library = "no.so"}, "");
  Call<void>("NcclStandInRefuse", 1);
  ExpectTrainedAlike({.gpu = "own", .library = RAICHI_NCCL_STAND_IN}, "rank 1: invalid usage");
  EXPECT_EQ(Sums(), 0);
}

}  // namespace
}  // namespace raichi
