#include "nn/devices.h"

#include <torch/cuda.h>

namespace raichi {

int CountGpus() { return static_cast<int>(torch::cuda::device_count()); }

std::string DeviceOfWorker(const std::string& device, int worker, int gpus) {
  if (gpus == 0 || (device != "auto" && device != "cuda")) return device;
  return "cuda:" + std::to_string(worker % gpus);
}

}  // namespace raichi
