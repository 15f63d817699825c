#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "mcts/evaluator.h"
#include "nn/backend/backend.h"
#include "nn/cuda/cuda_graph.h"
#include "nn/cuda/cuda_stream.h"
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

/// Evaluates batches on any device with LibTorch's operators. On a GPU it has a stream of its own,
/// pinned buffers and a CUDA graph for each shape of batch. Positions that no part loads keep what
/// they last had, at first empty boards.
class DeviceBatch : public SharedBatch {
 public:
  /// The caller must hold a guard of the stream, so that all memory belongs to that stream.
  DeviceBatch(std::unique_ptr<CudaStream> stream, const Network& network, at::Device device,
              at::ScalarType precision, int batch);

  void Load(const BatchPart& part) override;
  void Compute(std::span<const BatchPart> parts) override;
  void Read(const BatchPart& part, std::span<Evaluation> out) const override;

  /// Evaluates all positions as they are. Returns the values, [N, 4].
  std::vector<float> ComputeBare();

 private:
  /// A plan and the number of its CUDA graph.
  struct Numbered {
    DevicePlan plan;
    int number;
  };

  void Run(const PlanKey& key, std::span<const BatchPart> parts);
  Numbered& PlanFor(const PlanKey& key);

  // Destroyed after the members below, whose memory they own and return.
  std::unique_ptr<CudaStream> stream_;
  CudaGraphs graphs_;
  Network network_;
  at::ScalarType precision_;
  PackedBatch positions_;
  std::vector<std::vector<int16_t>> moves_;  // by position: policy indices
  PositionBuffers buffers_;
  std::map<PlanKey, Numbered> plans_;
  const DevicePlan* last_ = nullptr;  // the plan of the last Compute
};

}  // namespace raichi
