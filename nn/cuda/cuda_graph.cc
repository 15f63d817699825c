#include "nn/cuda/cuda_graph.h"

#include <utility>

#include "base/threads.h"

#if RAICHI_CUDA  // set by cmake/FindTorch.cmake
#include <ATen/cuda/CUDAGraph.h>
#include <c10/core/InferenceMode.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#include <cuda_runtime_api.h>

#include <map>
#include <mutex>
#endif

namespace raichi {

RecordingThread& RecordingThread::Get() {
  static auto* thread = new RecordingThread;
  return *thread;
}

RecordingThread::RecordingThread() {
  StartThread([this] { Work(); }).detach();
}

void RecordingThread::Run(const std::function<void()>& task) {
  std::packaged_task<void()> packaged(task);
  std::future<void> done = packaged.get_future();
  {
    const std::lock_guard lock(mutex_);
    tasks_.push(std::move(packaged));
  }
  event_.notify_one();
  done.get();
}

void RecordingThread::Work() {
  while (true) {
    std::unique_lock lock(mutex_);
    event_.wait(lock, [this] { return !tasks_.empty(); });
    std::packaged_task<void()> task = std::move(tasks_.front());
    tasks_.pop();
    lock.unlock();
    task();
  }
}

#if RAICHI_CUDA

namespace {

using Graph = at::cuda::CUDAGraph;
using Pool = decltype(std::declval<Graph>().pool());

constexpr auto kMode = cudaStreamCaptureModeThreadLocal;

/// Whether a recording can be limited to its own thread, so that other threads can go on using the
/// GPU. True for LibTorch 2.1 and later.
template <typename G>
constexpr bool kCanRecord = requires(G* graph, Pool pool) {
  graph->capture_begin(pool, kMode);
};

/// LibTorch allows only one recording at a time in a process. During a recording, no graph may be
/// destroyed and no memory returned to the GPU.
std::mutex recording_mutex;

/// Records `work` as a graph, after running it once so that libraries choose their kernels.
template <typename G>
std::unique_ptr<G> Record(Pool pool, const std::function<void()>& work) {
  work();
  c10::cuda::getCurrentCUDAStream().synchronize();
  const std::lock_guard lock(recording_mutex);
  auto graph = std::make_unique<G>();
  try {
    graph->capture_begin(pool, kMode);
    work();
    graph->capture_end();
  } catch (...) {
    try {
      graph->capture_end();  // the stream must leave the recording mode
    } catch (const c10::Error&) {
    }
    static_cast<void>(graph.release());  // LibTorch's allocator may still refer to the graph
    throw;
  }
  return graph;
}

/// Records `work` on the thread for all recordings, as if the calling thread did.
template <typename G>
std::unique_ptr<G> RecordElsewhere(Pool pool, const std::function<void()>& work) {
  std::unique_ptr<G> graph;
  if constexpr (kCanRecord<G>) {
    RecordingThread::Get().Run([&, stream = c10::cuda::getCurrentCUDAStream(),
                                inference = c10::InferenceMode::is_enabled()] {
      const c10::cuda::CUDAStreamGuard guard(stream);
      const c10::InferenceMode mode(inference);
      graph = Record<G>(pool, work);
    });
  }
  return graph;
}

}  // namespace

struct CudaGraphs::Impl {
  bool may_record = kCanRecord<Graph>;
  Pool pool{0, 0};  // of the first graph; zeros before
  std::map<int, std::unique_ptr<Graph>> pieces;
};

CudaGraphs::CudaGraphs(at::Device device) {
  if (device.is_cuda()) impl_ = std::make_unique<Impl>();
}

CudaGraphs::~CudaGraphs() {
  if (impl_ == nullptr) return;
  const std::lock_guard lock(recording_mutex);
  impl_->pieces.clear();
  if (impl_->pool == Pool{0, 0}) return;
  try {
    c10::cuda::CUDACachingAllocator::emptyCache();
  } catch (const c10::Error& error) {
    TORCH_WARN("memory was not returned to the GPU: ", error.what_without_backtrace());
  }
}

void CudaGraphs::Run(int piece, const std::function<void()>& work) {
  if (impl_ == nullptr || !impl_->may_record) return work();
  std::unique_ptr<Graph>& graph = impl_->pieces[piece];
  if (graph == nullptr) {
    try {
      graph = RecordElsewhere<Graph>(impl_->pool, work);
      impl_->pool = graph->pool();
    } catch (const c10::Error& error) {
      TORCH_WARN("CUDA graphs are not used: ", error.what_without_backtrace());
      impl_->may_record = false;
      return work();
    }
  }
  graph->replay();
}

#else

struct CudaGraphs::Impl {};

CudaGraphs::CudaGraphs(at::Device) {}
CudaGraphs::~CudaGraphs() = default;
void CudaGraphs::Run(int, const std::function<void()>& work) { work(); }

#endif

}  // namespace raichi
