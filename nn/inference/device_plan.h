#pragma once

#include <span>

#include "mcts/evaluator.h"
#include "nn/input/encoder.h"
#include "nn/network/network.h"

namespace raichi {

/// (Knows LibTorch: for nn/*.cc only.)

/// The same array on the host (pinned for a GPU) and on the device.
struct DeviceBuffer {
  DeviceBuffer(at::IntArrayRef shape, at::ScalarType type, at::Device where);
  DeviceBuffer(at::Tensor on_host, at::Tensor on_device);

  /// A view of its first rows.
  DeviceBuffer First(int64_t rows) const;
  // On the calling thread's stream; the caller waits.
  void Upload() { device.copy_(host, /*non_blocking=*/true); }
  void Download() { host.copy_(device, /*non_blocking=*/true); }

  at::Tensor host, device;
};

/// What crosses whatever the moves are, for the largest batch.
struct PositionBuffers {
  PositionBuffers(int batch, int canvas, at::Device where);

  DeviceBuffer rows;     // [N, kPlanes, S], i32: packed positions
  DeviceBuffer numbers;  // [N, kGlobals], f32
  DeviceBuffer sides;    // [N, 1], f32
  DeviceBuffer value;    // [N, 4], f32, back: win, draw, loss, plies to the end
};

/// What the shapes of an evaluation depend on.
struct PlanKey {
  int64_t batch;  // N
  int64_t room;   // moves a position has room for
  bool masked;    // whether a board is smaller than the canvas

  auto operator<=>(const PlanKey&) const = default;
};

/// Evaluations of one shape, on buffers that stay where they are, as a CUDA graph wants it.
/// Packed positions and policy indices cross to the device; planes are made there, legal moves
/// gathered and soft-maxed there; probabilities and values cross back.
class DevicePlan {
 public:
  DevicePlan(const PlanKey& key, const PositionBuffers& all);

  /// Fills the host's buffers: with the first N of `positions` and the legal moves of `leaves`.
  void Fill(const PackedBatch& positions, std::span<const LeafRequest> leaves);
  void Upload();
  /// From the device's buffers to the device's buffers.
  void Compute(const Network& network, at::ScalarType precision);
  void Download();
  void ReadOut(size_t i, size_t moves, Evaluation* out) const;

 private:
  PlanKey key_;
  DeviceBuffer rows_, numbers_, sides_, value_;  // the first N rows of PositionBuffers
  DeviceBuffer moves_;   // [N, room], i16: policy indices, -1 beyond the legal moves
  DeviceBuffer priors_;  // [N, room], f32
};

}  // namespace raichi
