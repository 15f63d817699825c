#include "nn/cuda/cuda_stream.h"

#include <torch/cuda.h>

#include "base/process.h"
#include "nn/network/torch_compat.h"

#if RAICHI_CUDA  // set by cmake/FindTorch.cmake; must come after LibTorch's headers
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#include <cuda_runtime_api.h>

#include <array>
#include <map>
#include <mutex>
#include <vector>
#endif

namespace raichi {

int CountTorchGpus() { return static_cast<int>(torch::cuda::device_count()); }

#if RAICHI_CUDA
bool GpuHasBf16(int gpu) {
  int major = 0;
  C10_CUDA_CHECK(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, gpu));
  return major >= 8;
}

std::string NameOfGpu(int gpu) {
  cudaDeviceProp properties;
  C10_CUDA_CHECK(cudaGetDeviceProperties(&properties, gpu));
  return properties.name;
}

std::string IdOfGpu(int gpu) {
  std::array<char, 64> bus{};
  C10_CUDA_CHECK(cudaDeviceGetPCIBusId(bus.data(), static_cast<int>(bus.size()), gpu));
  return ThisProcess().host + " " + bus.data();
}
#else
bool GpuHasBf16(int) { return true; }

std::string NameOfGpu(int gpu) { return "cuda:" + std::to_string(gpu); }

std::string IdOfGpu(int) { return ""; }
#endif

#if RAICHI_CUDA

// Not in the anonymous namespace, because CudaStream::Impl has one.
struct OwnStream {
  cudaStream_t stream = nullptr;
  cudaEvent_t done = nullptr;
};

namespace {

/// The streams that no evaluator uses at present. LibTorch's own pool is not used, because it hands
/// out the same 32 streams per GPU in turn, and evaluators that share a stream would record each
/// other's work. Streams are reused and never destroyed, because LibTorch keeps memory for every
/// stream that it has seen.
class FreeStreams {
 public:
  static FreeStreams& Get() {
    static auto* streams = new FreeStreams;
    return *streams;
  }

  OwnStream Take(at::Device device) {
    {
      const std::lock_guard lock(mutex_);
      std::vector<OwnStream>& free = free_[device.index()];
      if (!free.empty()) {
        const OwnStream last = free.back();
        free.pop_back();
        return last;
      }
    }
    const c10::cuda::CUDAGuard guard(device);
    OwnStream fresh;
    C10_CUDA_CHECK(cudaStreamCreateWithFlags(&fresh.stream, cudaStreamNonBlocking));
    C10_CUDA_CHECK(
        cudaEventCreateWithFlags(&fresh.done, cudaEventBlockingSync | cudaEventDisableTiming));
    return fresh;
  }

  void GiveBack(at::Device device, OwnStream stream) {
    const std::lock_guard lock(mutex_);
    free_[device.index()].push_back(stream);
  }

 private:
  std::mutex mutex_;
  std::map<at::DeviceIndex, std::vector<OwnStream>> free_;
};

}  // namespace

struct CudaStream::Impl {
  explicit Impl(at::Device where)
      : device(where),
        own(FreeStreams::Get().Take(where)),
        stream(c10::cuda::getStreamFromExternal(own.stream, where.index())) {}

  at::Device device;
  OwnStream own;
  c10::cuda::CUDAStream stream;
};

struct CudaStream::Guard::Impl {
  explicit Impl(const c10::cuda::CUDAStream& stream) : guard(stream) {}
  c10::cuda::CUDAStreamGuard guard;
};

CudaStream::~CudaStream() {
  if (impl_ != nullptr) FreeStreams::Get().GiveBack(impl_->device, impl_->own);
}

void CudaStream::Wait() {
  if (impl_ == nullptr) return;
  C10_CUDA_CHECK(cudaEventRecord(impl_->own.done, impl_->own.stream));
  C10_CUDA_CHECK(cudaEventSynchronize(impl_->own.done));
}

void* CudaStream::Raw() const { return impl_ == nullptr ? nullptr : impl_->own.stream; }

CudaStream::Guard::Guard(CudaStream* stream) {
  if (stream->impl_ != nullptr) impl_ = std::make_unique<Impl>(stream->impl_->stream);
}

#else

struct CudaStream::Impl {
  explicit Impl(at::Device where) : device(where) {}
  at::Device device;
};
struct CudaStream::Guard::Impl {};

CudaStream::~CudaStream() = default;

void CudaStream::Wait() {
  if (impl_ != nullptr) torch::cuda::synchronize(impl_->device.index());
}

void* CudaStream::Raw() const { return nullptr; }

CudaStream::Guard::Guard(CudaStream*) {}

#endif

CudaStream::CudaStream(at::Device device) {
  if (device.is_cuda()) impl_ = std::make_unique<Impl>(device);
}
CudaStream::Guard::~Guard() = default;

}  // namespace raichi
