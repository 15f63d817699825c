#include "nn/inference/device_batch.h"

#include <algorithm>
#include <utility>

#include "nn/inference/inference.h"
#include "nn/inference/inference_guard.h"
#include "nn/input/policy_index.h"

namespace raichi {
namespace {

constexpr size_t kLeastBatch = 8;

/// Rounds `count` up to a multiple of 32. Fewer different shapes need fewer graphs.
int64_t MoveRoom(size_t count) { return static_cast<int64_t>((count + 31) / 32 * 32); }

/// Returns the smallest of 8, 16, 32, … that is at least `count`, but at most `most`.
int64_t BatchFor(size_t count, size_t most) {
  size_t batch = kLeastBatch;
  while (batch < count) batch *= 2;
  return static_cast<int64_t>(std::min(batch, most));
}

}  // namespace

DeviceBatch::DeviceBatch(std::unique_ptr<CudaStream> stream, const Network& network,
                         at::Device device, at::ScalarType precision, int batch)
    : stream_(std::move(stream)),
      graphs_(device),
      network_(network.Folded(device, precision)),
      precision_(precision),
      positions_(network.config().canvas),
      moves_(static_cast<size_t>(batch)),
      buffers_(batch, positions_.canvas, device) {
  positions_.Resize(batch);
  for (int i = 0; i < batch; ++i) {
    EncodePadding(&positions_, i);
    buffers_.Set(static_cast<size_t>(i), positions_);
  }
  stream_->Wait();
}

void DeviceBatch::Load(const BatchPart& part) {
  for (size_t i = part.first; i < part.end(); ++i) {
    const LeafRequest& leaf = part.leaves[i - part.first];
    EncodeGame(*leaf.game, true, &positions_, static_cast<int>(i));
    buffers_.Set(i, positions_);
    moves_[i].clear();
    for (const Move move : leaf.moves) {
      moves_[i].push_back(static_cast<int16_t>(PolicyIndex(move, positions_.canvas)));
    }
  }
}

void DeviceBatch::Compute(std::span<const BatchPart> parts) {
  size_t end = 0, most_moves = 1;
  bool masked = false;
  for (const BatchPart& part : parts) {
    end = std::max(end, part.end());
    for (size_t i = part.first; i < part.end(); ++i) {
      most_moves = std::max(most_moves, moves_[i].size());
      masked |= positions_.board_sizes[i] != positions_.canvas;
    }
  }
  Run({BatchFor(end, moves_.size()), MoveRoom(most_moves), masked}, parts);
}

void DeviceBatch::Read(const BatchPart& part, std::span<Evaluation> out) const {
  for (size_t i = 0; i < part.leaves.size(); ++i) {
    last_->ReadOut(part.first + i, part.leaves[i].moves.size(), &out[i]);
  }
}

std::vector<float> DeviceBatch::ComputeBare() {
  Run({static_cast<int64_t>(moves_.size()), MoveRoom(1), false}, {});
  return last_->Values();
}

void DeviceBatch::Run(const PlanKey& key, std::span<const BatchPart> parts) {
  const InferenceGuard inference;
  const CudaStream::Guard guard(stream_.get());
  auto& [plan, number] = PlanFor(key);
  for (const BatchPart& part : parts) {
    for (size_t i = part.first; i < part.end(); ++i) plan.SetMoves(i, moves_[i]);
  }
  plan.Upload();
  graphs_.Run(number, [&plan = plan, this] { plan.Compute(network_, precision_); });
  plan.Download();
  stream_->Wait();
  last_ = &plan;
}

DeviceBatch::Numbered& DeviceBatch::PlanFor(const PlanKey& key) {
  const auto it = plans_.find(key);
  if (it != plans_.end()) return it->second;
  const auto number = static_cast<int>(plans_.size());
  return plans_.emplace(key, Numbered{DevicePlan(key, buffers_), number}).first->second;
}

std::unique_ptr<DeviceBatch> MakeDeviceBatch(const Network& network, at::Device device,
                                             at::ScalarType precision, int batch) {
  const InferenceGuard inference;
  if (device.is_cuda()) at::globalContext().setBenchmarkCuDNN(true);
  auto stream = std::make_unique<CudaStream>(device);
  const CudaStream::Guard guard(stream.get());
  return std::make_unique<DeviceBatch>(std::move(stream), network, device, precision, batch);
}

}  // namespace raichi
