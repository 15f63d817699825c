#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "mcts/evaluator.h"
#include "nn/model/network_config.h"

namespace raichi {

/// Where and how a network is evaluated.
struct NetworkEvaluatorConfig {
  std::string device = "auto";     // auto (a GPU if there is one), cpu, cuda, cuda:1, …
  std::string precision = "auto";  // auto (what is fast and native to the device), f32, bf16, fp16
  int batch = 64;                  // most positions evaluated at once; larger requests are split
  int threads = 1;  // that share a batch on the processor, at least eight positions each
};

/// What opening found out.
struct NetworkEvaluatorReport {
  std::string device;     // cpu, cuda:0
  std::string precision;  // f32, bf16, fp16
  bool reduced = false;  // whether a precision below f32 was compared with f32, with these results:
  double value_difference = 0;  // largest over a batch of random positions, of values in [-1, 1]
  double prior_difference = 0;  // largest total variation distance of the policies, in [0, 1]
  std::string text;             // all of it in a line
};

/// The network of a model (a folder or file, nn/model/model.h) as an evaluator, for one thread at a
/// time; each thread opens its own. On the processor in f32 a position's evaluation is the same to
/// the last bit whatever else is in its batch, and from run to run on one machine. Throws Error
/// naming the file when it is damaged, of another encoder version or yields no numbers in the
/// precision named, UsageError on a device or precision that is not there. `Evaluate` throws Error
/// when asked for a board larger than the model's canvas.
std::unique_ptr<Evaluator> OpenNetworkEvaluator(const std::filesystem::path& model,
                                                const NetworkEvaluatorConfig& config,
                                                NetworkEvaluatorReport* report = nullptr);

/// The bare network of a model: full batches of made-up positions through the same code with
/// nothing to encode and nothing to read out. What self-play's speed is measured against.
class BareNetwork {
 public:
  BareNetwork(const std::filesystem::path& model, const NetworkEvaluatorConfig& config);
  ~BareNetwork();
  BareNetwork(const BareNetwork&) = delete;
  BareNetwork& operator=(const BareNetwork&) = delete;

  /// Evaluates one batch of `config.batch` positions, to the end.
  void Run();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace raichi
