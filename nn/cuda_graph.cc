#include "nn/cuda_graph.h"

#if RAICHI_CUDA  // set by cmake/FindTorch.cmake
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#endif

namespace raichi {

#if RAICHI_CUDA

struct CudaStream::Impl {
  c10::cuda::CUDAStream stream;
};
struct CudaStream::Guard::Impl {
  c10::cuda::CUDAStreamGuard guard;
};
struct CudaGraph::Impl {
  int calls = 0;
  std::unique_ptr<at::cuda::CUDAGraph> graph;
};

CudaStream::CudaStream(at::Device device) {
  if (!device.is_cuda()) return;
  impl_ = std::make_unique<Impl>(Impl{c10::cuda::getStreamFromPool(true, device.index())});
}

void CudaStream::Wait() {
  if (impl_ != nullptr) impl_->stream.synchronize();
}

CudaStream::Guard::Guard(CudaStream* stream) {
  if (stream->impl_ == nullptr) return;
  impl_ = std::unique_ptr<Impl>(new Impl{c10::cuda::CUDAStreamGuard(stream->impl_->stream)});
}

CudaGraph::CudaGraph(at::Device device) {
  if (device.is_cuda()) impl_ = std::make_unique<Impl>();
}

namespace {

/// Recording watches this thread alone, so that other workers may go on (LibTorch 2.1 and later).
template <typename Graph>
void BeginCapture(Graph* graph) {
  constexpr auto kMode = cudaStreamCaptureModeThreadLocal;
  if constexpr (requires { graph->capture_begin({0, 0}, kMode); }) {
    graph->capture_begin({0, 0}, kMode);
  } else {
    graph->capture_begin();
  }
}

}  // namespace

void CudaGraph::Run(const std::function<void()>& work) {
  constexpr int kWarmUp = 3;
  if (impl_ == nullptr || impl_->calls++ < kWarmUp) return work();
  if (impl_->graph == nullptr) {
    c10::cuda::getCurrentCUDAStream().synchronize();
    impl_->graph = std::make_unique<at::cuda::CUDAGraph>();
    BeginCapture(impl_->graph.get());
    work();
    impl_->graph->capture_end();
  }
  impl_->graph->replay();
}

#else

struct CudaStream::Impl {};
struct CudaStream::Guard::Impl {};
struct CudaGraph::Impl {};

CudaStream::CudaStream(at::Device) {}
void CudaStream::Wait() {}
CudaStream::Guard::Guard(CudaStream*) {}
CudaGraph::CudaGraph(at::Device) {}
void CudaGraph::Run(const std::function<void()>& work) { work(); }

#endif

CudaStream::~CudaStream() = default;
CudaStream::Guard::~Guard() = default;
CudaGraph::~CudaGraph() = default;
CudaGraph::CudaGraph(CudaGraph&&) noexcept = default;
CudaGraph& CudaGraph::operator=(CudaGraph&&) noexcept = default;

}  // namespace raichi
