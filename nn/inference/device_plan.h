#pragma once

#include <span>

#include "mcts/evaluator.h"
#include "nn/input/encoder.h"
#include "nn/network/network.h"

namespace raichi {

/// Includes LibTorch headers, so only code of the LibTorch library may include this header.

/// An array on the host (in pinned memory if the device is a GPU) and its copy on the device.
struct DeviceBuffer {
  DeviceBuffer(at::IntArrayRef shape, at::ScalarType type, at::Device where);
  DeviceBuffer(at::Tensor on_host, at::Tensor on_device);

  /// Returns a view of the first rows.
  DeviceBuffer First(int64_t rows) const;
  // These copy asynchronously on the calling thread's current stream. The caller must wait for the
  // stream.
  void Upload() { device.copy_(host, /*non_blocking=*/true); }
  void Download() { host.copy_(device, /*non_blocking=*/true); }

  at::Tensor host, device;
};

/// The buffers whose shapes do not depend on the moves, for the largest batch.
struct PositionBuffers {
  PositionBuffers(int batch, int canvas, at::Device where);

  /// Copies position `i` of a packed batch to the host's buffers.
  void Set(size_t i, const PackedBatch& positions);

  DeviceBuffer rows;     // [N, kPlanes, S], i32: packed positions
  DeviceBuffer numbers;  // [N, kGlobals], f32
  DeviceBuffer sides;    // [N, 1], f32
  DeviceBuffer value;    // [N, 4], f32, downloaded: win, draw, loss, plies to the end
};

/// The properties of an evaluation that determine the shapes of its arrays.
struct PlanKey {
  int64_t batch;  // N
  int64_t room;   // number of columns for the moves of each position
  bool masked;    // whether a board is smaller than the canvas

  auto operator<=>(const PlanKey&) const = default;
};

/// Evaluations of one shape, on buffers that keep their addresses, as a CUDA graph requires. An
/// evaluation uploads packed positions and policy indices; expands the planes, runs the network,
/// gathers the legal moves' logits and computes their softmax on the device; and downloads
/// probabilities and values.
class DevicePlan {
 public:
  DevicePlan(const PlanKey& key, const PositionBuffers& all);

  /// Writes the policy indices of the legal moves of position `i`, at most `room`, to the host's
  /// buffer.
  void SetMoves(size_t i, std::span<const int16_t> indices);
  void Upload();
  /// Computes the results on the device, from its input buffers to its output buffers.
  void Compute(const Network& network, at::ScalarType precision);
  void Download();
  /// Writes the evaluation of position `i`, which has `moves` legal moves.
  void ReadOut(size_t i, size_t moves, Evaluation* out) const;
  /// Returns all downloaded values, [N, 4].
  std::vector<float> Values() const;

 private:
  PlanKey key_;
  DeviceBuffer rows_, numbers_, sides_, value_;  // the first N rows of PositionBuffers
  DeviceBuffer moves_;   // [N, room], i16: policy indices of legal moves, -1 elsewhere
  DeviceBuffer priors_;  // [N, room], f32
};

}  // namespace raichi
