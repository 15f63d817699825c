#include <algorithm>
#include <map>
#include <utility>

#include "nn/inference/cuda_graph.h"
#include "nn/inference/cuda_stream.h"
#include "nn/inference/device_plan.h"
#include "nn/inference/inference.h"

namespace raichi {
namespace {

constexpr size_t kLeastBatch = 8;

/// Rounds `count` up to a multiple of 32. Fewer different shapes need fewer graphs.
int64_t MoveRoom(size_t count) { return static_cast<int64_t>((count + 31) / 32 * 32); }

/// Returns the smallest of 8, 16, 32, … that is at least `count`, but at most `most`.
int BatchFor(size_t count, int most) {
  size_t batch = kLeastBatch;
  while (batch < count) batch *= 2;
  return static_cast<int>(std::min(batch, static_cast<size_t>(most)));
}

class DeviceInference : public Inference {
 public:
  /// The caller must hold a guard of the stream, so that all memory belongs to that stream.
  DeviceInference(std::unique_ptr<CudaStream> stream, const Network& network, at::Device device,
                  at::ScalarType precision, int batch)
      : stream_(std::move(stream)),
        graphs_(device),
        network_(network.Folded(device, precision)),
        precision_(precision),
        batch_(batch),
        positions_(network.config().canvas),
        buffers_(batch, positions_.canvas, network.config().value_error ? 5 : 4, device) {
    positions_.Resize(batch_);
    for (int i = 0; i < batch_; ++i) EncodePadding(&positions_, i);
    stream_->Wait();
  }

  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    const auto count = static_cast<int>(leaves.size());
    size_t most_moves = 1;
    for (int i = 0; i < count; ++i) {
      const LeafRequest& leaf = leaves[static_cast<size_t>(i)];
      EncodeGame(*leaf.game, true, &positions_, i);
      most_moves = std::max(most_moves, leaf.moves.size());
    }
    const int batch = BatchFor(leaves.size(), batch_);
    for (int i = count; i < batch; ++i) EncodePadding(&positions_, i);
    const DevicePlan& plan = Run(batch, MoveRoom(most_moves), leaves);
    for (size_t i = 0; i < leaves.size(); ++i) plan.ReadOut(i, leaves[i].moves.size(), &out[i]);
  }

  void RunBare() override { bare_outputs_ = Run(batch_, MoveRoom(1), {}).Values(); }
  std::vector<float> BareOutputs() const override { return bare_outputs_; }

 private:
  /// A plan and the number of its CUDA graph.
  struct Numbered {
    DevicePlan plan;
    int number;
  };

  /// Evaluates the first `batch` positions. Returns the plan, which holds the results.
  const DevicePlan& Run(int batch, int64_t room, std::span<const LeafRequest> leaves) {
    const CudaStream::Guard guard(stream_.get());
    const auto sides = std::span(positions_.board_sizes).first(static_cast<size_t>(batch));
    const bool masked = std::any_of(sides.begin(), sides.end(),
                                    [&](int side) { return side != positions_.canvas; });
    auto& [plan, number] = PlanFor({batch, room, masked});
    plan.Fill(positions_, leaves);
    plan.Upload();
    graphs_.Run(number, [&plan = plan, this] { plan.Compute(network_, precision_); });
    plan.Download();
    stream_->Wait();
    return plan;
  }

  Numbered& PlanFor(const PlanKey& key) {
    const auto it = plans_.find(key);
    if (it != plans_.end()) return it->second;
    const auto number = static_cast<int>(plans_.size());
    return plans_.emplace(key, Numbered{DevicePlan(key, buffers_), number}).first->second;
  }

  // Destroyed after the members below, whose memory they own and return.
  std::unique_ptr<CudaStream> stream_;
  CudaGraphs graphs_;
  Network network_;
  at::ScalarType precision_;
  int batch_;
  PackedBatch positions_;
  PositionBuffers buffers_;
  std::map<PlanKey, Numbered> plans_;
  std::vector<float> bare_outputs_;
};

}  // namespace

std::unique_ptr<Inference> MakeDeviceInference(const Network& network, at::Device device,
                                               at::ScalarType precision, int batch) {
  if (device.is_cuda()) at::globalContext().setBenchmarkCuDNN(true);
  auto stream = std::make_unique<CudaStream>(device);
  const CudaStream::Guard guard(stream.get());
  return std::make_unique<DeviceInference>(std::move(stream), network, device, precision, batch);
}

}  // namespace raichi
