#pragma once

#include <memory>
#include <span>

#include "mcts/evaluator.h"
#include "nn/network/network.h"

namespace raichi {

/// (Knows LibTorch: for nn/*.cc only.)

/// A network made ready for one device and precision. For one thread at a time.
class Inference {
 public:
  virtual ~Inference() = default;
  /// Evaluates at most `batch` leaves, whose boards fit the canvas.
  virtual void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) = 0;
  /// The network alone, for a full batch of empty boards; returns when it is done.
  virtual void RunBare() = 0;
};

/// On the processor, by CpuNetwork; f32 or bf16.
std::unique_ptr<Inference> MakeCpuInference(const Network& network, at::ScalarType precision,
                                            int batch);
/// On any device, by LibTorch's operators; on a GPU with its own stream, pinned buffers and a CUDA
/// graph for each shape of batch (nn/inference/cuda_graph.h). Throws c10::Error if the device is
/// not there.
std::unique_ptr<Inference> MakeDeviceInference(const Network& network, at::Device device,
                                               at::ScalarType precision, int batch);

/// Batches are filled up to a multiple of this: oneDNN's fast paths want more than one position,
/// and few different batch sizes keep its prepared kernels few. (Elsewhere: to it times 1, 2, 4, …)
inline constexpr int kBatchStep = 8;

}  // namespace raichi
