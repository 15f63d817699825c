#pragma once

#include <memory>

#include "nn/backend/inference.h"
#include "nn/network/network.h"

namespace raichi {

/// (Includes LibTorch: only for LibTorch's rooms.)

/// Runs on the processor, by CpuNetwork, in f32 or bf16.
std::unique_ptr<Inference> MakeCpuInference(const Network& network, at::ScalarType precision,
                                            int batch);
/// Runs on any device, by LibTorch's operators; on a GPU with a stream of its own, pinned buffers
/// and a CUDA graph for each shape of batch (nn/inference/cuda_graph.h). Throws c10::Error if the
/// device does not exist.
std::unique_ptr<Inference> MakeDeviceInference(const Network& network, at::Device device,
                                               at::ScalarType precision, int batch);

/// The better of the two for a device, which any thread may call: it uses one thread, whatever
/// LibTorch is set to (which LibTorch counts per calling thread), and computes no gradients.
std::unique_ptr<Inference> MakeInference(const Network& network, at::Device device,
                                         at::ScalarType precision, int batch);

}  // namespace raichi
