#include "nn/cpu/cpu_inference.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "nn/backend/processor.h"
#include "nn/cpu/bf16.h"
#include "nn/cpu/cpu_network.h"

namespace raichi {
namespace {

constexpr size_t kCacheBytes = 192 << 10;  // of one layer's activations, in a core's caches
constexpr int kLeastPositions = 4;

/// Returns the positions that run through the network together. Those whose activations stay in the
/// caches are fastest, and a few because they share the weights that are read.
int PositionsAtOnce(const NetworkConfig& config, int batch) {
  const size_t position =
      static_cast<size_t>(config.canvas * config.canvas * config.channels) * sizeof(float);
  return std::min(batch, std::max(kLeastPositions, static_cast<int>(kCacheBytes / position)));
}

template <typename Element>
class CpuInference : public Inference {
 public:
  CpuInference(const FoldedNetwork& network, int batch)
      : batch_(batch),
        network_(network, PositionsAtOnce(network.config, batch)),
        positions_(network.config.canvas) {
    positions_.Resize(network_.batch());
    for (int i = 0; i < network_.batch(); ++i) EncodePadding(&positions_, i);  // for RunBare
  }

  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    const auto most = static_cast<size_t>(network_.batch());
    order_.resize(leaves.size());
    std::iota(order_.begin(), order_.end(), size_t{0});
    std::ranges::stable_sort(order_, {}, [&](size_t i) { return leaves[i].game->rules().size(); });
    for (size_t first = 0; first < order_.size(); first += most) {
      EvaluateTogether(
          leaves, std::span(order_).subspan(first, std::min(most, order_.size() - first)), out);
    }
  }

  void RunBare() override {
    for (int i = 0; i < batch_; i += network_.batch()) {
      network_.Run(positions_, std::min(network_.batch(), batch_ - i));
    }
  }
  std::vector<float> BareOutputs() const override { return network_.HeadValues(); }

 private:
  /// Evaluates the leaves with these numbers.
  void EvaluateTogether(std::span<const LeafRequest> leaves, std::span<const size_t> numbers,
                        std::span<Evaluation> out) {
    int next = 0;
    for (const size_t i : numbers) EncodeGame(*leaves[i].game, true, &positions_, next++);
    network_.Run(positions_, next);
    next = 0;
    for (const size_t i : numbers) network_.ReadOut(next++, leaves[i].moves, &out[i]);
  }

  int batch_;
  CpuNetwork<Element> network_;
  PackedBatch positions_;
  std::vector<size_t> order_;  // the leaves by the size of their boards
};

}  // namespace

std::unique_ptr<Inference> MakeCpuInference(const FoldedNetwork& network, bool in_bf16, int batch) {
  if (in_bf16) return std::make_unique<CpuInference<Bf16>>(network, batch);
  return std::make_unique<CpuInference<float>>(network, batch);
}

namespace {

class ThisProcessor : public Processor {
 public:
  bool MultipliesBf16() const override { return kMultipliesBf16; }
  std::unique_ptr<Inference> MakeInference(const FoldedNetwork& network, bool in_bf16,
                                           int batch) const override {
    return MakeCpuInference(network, in_bf16, batch);
  }
};

}  // namespace
}  // namespace raichi

/// The function that kProcessorEntry (nn/backend/processor.h) names.
extern "C" const raichi::Processor* raichi_processor() {
  static const raichi::ThisProcessor processor;
  return &processor;
}
