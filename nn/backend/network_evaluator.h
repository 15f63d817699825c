#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "mcts/evaluator.h"

namespace raichi {

class Inference;

/// Where and how a network is evaluated.
struct NetworkEvaluatorConfig {
  std::string device = "auto";     // auto (a GPU if there is one), cpu, cuda, cuda:1, …
  std::string precision = "auto";  // auto (the fastest native to the device), f32, bf16, fp16
  int batch = 64;                  // most positions evaluated at once; larger requests are split
  int threads = 1;  // that share a batch on the processor, at least eight positions each
};

/// What was found out when a network was opened.
struct NetworkEvaluatorInfo {
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
/// naming the file if it is damaged, of another encoder version, or yields no numbers in the
/// precision asked for by name; UsageError if the device or precision is not there. `Evaluate`
/// throws Error if asked for a board larger than the model's canvas.
std::unique_ptr<Evaluator> OpenNetworkEvaluator(const std::filesystem::path& model,
                                                const NetworkEvaluatorConfig& config,
                                                NetworkEvaluatorInfo* info = nullptr);

/// A model's network alone: full batches of made-up positions through the same code, with nothing
/// to encode and nothing to read out. The speed of self-play is compared with it.
class BareNetwork {
 public:
  BareNetwork(const std::filesystem::path& model, const NetworkEvaluatorConfig& config);
  ~BareNetwork();
  BareNetwork(const BareNetwork&) = delete;
  BareNetwork& operator=(const BareNetwork&) = delete;

  /// Evaluates one batch of `config.batch` positions and waits until it is done.
  void Run();
  /// Outputs of the network after `Run`, to check that it ran. Their number and meaning depend on
  /// the device.
  std::vector<float> Outputs() const;

 private:
  std::unique_ptr<Inference> inference_;
};

}  // namespace raichi
