#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "mcts/evaluator.h"
#include "nn/backend/backend.h"
#include "nn/input/encoder.h"
#include "nn/input/policy_index.h"

namespace raichi {

class BatchTeam;

/// Where and how a network is evaluated.
struct NetworkEvaluatorConfig {
  std::string device = "auto";     // auto (a GPU if there is one), cpu, cuda, cuda:1, …
  std::string precision = "auto";  // auto (the fastest native to the device), f32, bf16, f16
  int batch = 64;                  // most positions evaluated at once; larger requests are split
  int threads = 1;                 // threads that share a batch on the processor
};

/// Facts about a network that are known once it is open.
struct NetworkEvaluatorInfo {
  std::string device;     // cpu, cuda:0
  std::string precision;  // f32, bf16, f16
  bool reduced = false;   // a precision below f32 was compared with f32, with the following results
  double value_difference = 0;  // mean over a batch of random positions, of values in [-1, 1]
  double prior_difference = 0;  // mean total variation distance of the policies, in [0, 1]
  std::string text;             // all of this as one line of text
};

/// Opens the network of a model (a folder or file, nn/model/model.h) as an evaluator. It is not
/// thread-safe; each thread opens its own. On the processor, a position's evaluation does
/// not depend on the rest of its batch and is the same to the last bit whenever it is repeated on
/// one machine. Throws Error naming the file if the file is damaged, has an unknown encoder
/// version, or gives results that are not numbers in the explicitly named precision. Throws
/// UsageError if the device or precision is not available. `Evaluate` throws Error if a board is
/// larger than the model's canvas.
std::unique_ptr<Evaluator> OpenNetworkEvaluator(const std::filesystem::path& model,
                                                const NetworkEvaluatorConfig& config,
                                                NetworkEvaluatorInfo* info = nullptr);

/// Opens the evaluators of many threads for one model. On a GPU, teams of threads share each batch
/// (nn/backend/batch_team.h); on the processor each thread evaluates its own. Thread-safe.
class TeamEvaluators {
 public:
  /// `config` is that of each thread, and `team` the number of threads that share a batch, at least
  /// 1. With the devices auto and cuda the threads take the GPUs in turn. Throws UsageError as
  /// OpenNetworkEvaluator, and if a team's batch has more than 65,536 positions.
  TeamEvaluators(std::filesystem::path model, NetworkEvaluatorConfig config, int team);
  ~TeamEvaluators();

  /// Opens the evaluator of a thread. Throws as OpenNetworkEvaluator.
  std::unique_ptr<Evaluator> Open(int worker, NetworkEvaluatorInfo* info = nullptr);

 private:
  struct Gpu {
    std::unique_ptr<Model> model;
    ComputePlace place;
    NetworkEvaluatorInfo info;
    int seats = 0;                    // taken so far
    std::shared_ptr<BatchTeam> team;  // the newest
  };

  std::filesystem::path model_;
  NetworkEvaluatorConfig config_;
  int team_;
  std::mutex mutex_;
  std::map<std::string, Gpu> gpus_;  // by the name of the device
};

/// Runs a model's network alone: full batches of empty boards, evaluated by the same code but
/// without encoding positions or reading out evaluations. The speed of self-play is compared with
/// this.
class BareNetwork {
 public:
  BareNetwork(const std::filesystem::path& model, const NetworkEvaluatorConfig& config);
  ~BareNetwork();
  BareNetwork(const BareNetwork&) = delete;
  BareNetwork& operator=(const BareNetwork&) = delete;

  /// Evaluates one batch of `config.batch` positions and waits until it is done.
  void Run();
  /// Returns outputs of the network after `Run`, to check that it ran. Their number and meaning
  /// depend on the device.
  std::vector<float> Outputs() const;

 private:
  std::unique_ptr<Inference> inference_;
};

/// Opens a safetensors export for our own code to run on the processor in f32. Throws Error naming
/// the file if it is damaged or has another format.
std::unique_ptr<Evaluator> OpenExportedWeights(const std::filesystem::path& file, int batch);

}  // namespace raichi
