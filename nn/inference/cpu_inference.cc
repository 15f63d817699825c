#include <algorithm>

#include "nn/inference/cpu_network.h"
#include "nn/inference/inference.h"

namespace raichi {
namespace {

int RoundUp(int count) { return (count + kBatchStep - 1) / kBatchStep * kBatchStep; }

template <typename T>
class CpuInference : public Inference {
 public:
  CpuInference(const Network& network, int batch)
      : network_(network, RoundUp(batch)), positions_(network.config().canvas) {
    positions_.Resize(network_.batch());
    for (int i = 0; i < network_.batch(); ++i) EncodePadding(&positions_, i);
  }

  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    const auto count = static_cast<int>(leaves.size());
    const int filled = RoundUp(count);
    for (int i = 0; i < count; ++i) {
      EncodeGame(*leaves[static_cast<size_t>(i)].game, true, &positions_, i);
    }
    for (int i = count; i < filled; ++i) EncodePadding(&positions_, i);
    network_.Run(positions_, filled);
    for (int i = 0; i < count; ++i) {
      const auto index = static_cast<size_t>(i);
      network_.ReadOut(i, leaves[index].moves, &out[index]);
    }
  }

  void RunBare() override { network_.Run(positions_, network_.batch()); }
  std::vector<float> BareOutputs() const override { return network_.HeadValues(); }

 private:
  CpuNetwork<T> network_;
  PackedBatch positions_;
};

}  // namespace

std::unique_ptr<Inference> MakeCpuInference(const Network& network, at::ScalarType precision,
                                            int batch) {
  if (precision == at::kBFloat16) return std::make_unique<CpuInference<Bf16>>(network, batch);
  return std::make_unique<CpuInference<float>>(network, batch);
}

}  // namespace raichi
