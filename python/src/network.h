#pragma once

#include <unistd.h>

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mcts/evaluator.h"
#include "nn/backend/backend.h"
#include "nn/model/layers.h"
#include "nn/model/model.h"

namespace raichi {

/// A network as Python holds it, computed by our own code in f32. Immutable; any number of threads
/// may evaluate at once, each with memory of its own.
class HeldNetwork {
 public:
  /// `threads` share each batch.
  HeldNetwork(std::string name, FoldedNetwork network, ModelInfo info, int threads)
      : name_(std::move(name)),
        threads_(threads),
        info_(std::move(info)),
        network_(std::move(network)) {}
  /// The network in a parsed export.
  HeldNetwork(const std::string& name, const TensorFile& file, int threads)
      : HeldNetwork(name, FoldedNetworkFrom(file, name), InfoFrom(file, name), threads) {}

  HeldNetwork(const HeldNetwork&) = delete;
  HeldNetwork& operator=(const HeldNetwork&) = delete;
  ~HeldNetwork() { ForgetLost(); }

  const std::string& name() const { return name_; }
  int threads() const { return threads_; }
  const ModelInfo& info() const { return info_; }
  const FoldedNetwork& network() const { return network_; }
  /// Returns the content of a safetensors export.
  std::string Bytes() const;

  /// Throws Error if a board is too large, or if an answer is not a number.
  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out);

 private:
  std::unique_ptr<Inference> Take();
  void ForgetLost();

  std::string name_;
  int threads_;
  ModelInfo info_;
  FoldedNetwork network_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Inference>> idle_;  // guarded by mutex_
  pid_t process_ = getpid();                      // whose threads those of `idle_` have; guarded
};

}  // namespace raichi
