#pragma once

#include <map>
#include <memory>
#include <vector>

#include "nn/backend/inference.h"
#include "nn/cuda/cuda_graph.h"
#include "nn/cuda/cuda_stream.h"
#include "nn/inference/device_plan.h"

namespace raichi {

/// Includes LibTorch headers, so only code of the LibTorch library may include this header.

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
