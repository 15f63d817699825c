#pragma once

#include <ATen/Parallel.h>
#include <c10/core/InferenceMode.h>

#include <memory>

#include "nn/backend/backend.h"
#include "nn/network/network.h"

namespace raichi {

/// Includes LibTorch headers, so only code of the LibTorch library may include this header.

/// Configures LibTorch for inference on the calling thread during the lifetime of this object: on
/// one thread and without gradients.
struct InferenceGuard {
  InferenceGuard() {
    if (at::get_num_threads() != 1) at::set_num_threads(1);
  }
  c10::InferenceMode mode;
};

class DeviceBatch;

/// Makes an inference that runs on any device with LibTorch's operators. On a GPU it has a stream
/// of its own, pinned buffers and a CUDA graph for each shape of batch (nn/cuda/cuda_graph.h).
/// Throws c10::Error if the device does not exist.
std::unique_ptr<Inference> MakeDeviceInference(const Network& network, at::Device device,
                                               at::ScalarType precision, int batch);
/// Makes such an inference whose batches of up to `batch` positions several threads share.
std::unique_ptr<DeviceBatch> MakeDeviceBatch(const Network& network, at::Device device,
                                             at::ScalarType precision, int batch);

/// Makes such an inference that any thread may use. It runs on one thread, whatever number of
/// threads LibTorch is set to, and computes no gradients.
std::unique_ptr<Inference> MakeInference(const Network& network, at::Device device,
                                         at::ScalarType precision, int batch);

}  // namespace raichi
