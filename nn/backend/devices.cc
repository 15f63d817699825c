#include "nn/backend/devices.h"

#include "base/error.h"
#include "nn/backend/loader.h"

namespace raichi {
namespace {

bool IsProcessor(const std::string& device) { return device == "cpu" || device == "libtorch"; }

std::string NumberedGpu(int gpu) { return "cuda:" + std::to_string(gpu); }

/// Whether the name stands for all GPUs, so that workers are distributed over them.
bool IsAnyGpu(const std::string& device) { return device == "auto" || device == "cuda"; }

std::string ExpectedDevices(const std::string& device, int gpus) {
  if (device != "cuda" && !device.starts_with("cuda:"))
    return "expected auto, cpu, libtorch, cuda or cuda:N";
  if (gpus == 0) return "this LibTorch finds no GPU; expected auto or cpu";
  if (gpus == 1) return "there is one GPU, cuda:0";
  return "there are " + std::to_string(gpus) + " GPUs, cuda:0 to " + NumberedGpu(gpus - 1);
}

}  // namespace

int CountGpus() { return TheBackend().CountGpus(); }

std::string ExactDevice(const std::string& device, int gpus) {
  if (IsProcessor(device)) return device;
  if (device == "auto" && gpus == 0) return "cpu";
  if (gpus > 0 && IsAnyGpu(device)) return NumberedGpu(0);
  for (int i = 0; i < gpus; ++i) {
    if (device == NumberedGpu(i)) return device;
  }
  throw UsageError("device `" + device + "`: " + ExpectedDevices(device, gpus));
}

std::string ExactDevice(const std::string& device) {
  return IsProcessor(device) ? device : ExactDevice(device, CountGpus());
}

std::string ExactPrecision(const std::string& precision, const std::string& device) {
  const bool gpu = IsGpu(device);
  if (precision == "f32") return precision;
  if (device == "libtorch" && precision != "auto") {
    throw UsageError("precision `" + precision + "`: device `libtorch` computes in f32");
  }
  if (precision == "auto") return TheBackend().NativePrecision(device);
  if (precision == "bf16") {
    if (gpu || TheBackend().NativePrecision(device) == precision) return precision;
    throw UsageError(
        "precision `bf16`: this program was not built for a processor that multiplies it "
        "(avx512_bf16); expected auto or f32");
  }
  if (precision == "f16" && gpu) return precision;
  throw UsageError("precision `" + precision + "`: expected auto, f32, bf16 or, on a GPU, f16");
}

ComputePlace ExactPlace(const std::string& device, const std::string& precision) {
  const std::string exact = ExactDevice(device);
  return {exact, ExactPrecision(precision, exact)};
}

void CheckDevice(const std::string& device, const std::string& precision) {
  ExactPlace(device, precision);
}

std::string DeviceOfWorker(const std::string& device, int worker, int gpus) {
  return gpus > 0 && IsAnyGpu(device) ? NumberedGpu(worker % gpus) : device;
}

std::string DeviceOfWorker(const std::string& device, int worker) {
  return IsAnyGpu(device) ? DeviceOfWorker(device, worker, CountGpus()) : device;
}

std::string GpuName(const std::string& device) {
  const std::string exact = ExactDevice(device);
  if (IsProcessor(exact)) return "";
  const int gpus = IsAnyGpu(device) ? CountGpus() : 1;
  const int gpu = std::stoi(exact.substr(exact.find(':') + 1));
  return (gpus > 1 ? std::to_string(gpus) + " x " : "") + TheBackend().GpuName(gpu);
}

}  // namespace raichi
