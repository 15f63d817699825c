#pragma once

#include <memory>
#include <string>

#include "nn/backend/backend.h"
#include "nn/model/layers.h"

namespace raichi {

/// Returns the backend of this process. Thread-safe. It computes networks on the processor by our
/// own code, for which it loads the small libraichi_cpu.so. For all else its first use loads
/// libraichi_torch.so, and LibTorch with it, which takes half a second and 150 MB. (A program for
/// many processors has each library a second time, …_bf16.so, for those that multiply bf16.)
///
/// Libraries are searched for beside the program and in ../lib/raichi, and loaded for the whole
/// process. The backend's functions throw Error if one is missing or comes from another build than
/// the program, or if `ulimit` or a container leave too little memory for LibTorch.
Backend& TheBackend();

/// Loads LibTorch now rather than when it is first needed. Throws Error if that is impossible. Does
/// nothing while the backend is replaced.
void RequireLibTorch();

/// Replaces the backend during the lifetime of this object; for tests. No other thread may use the
/// backend while this object is constructed or destroyed.
class ScopedBackend {
 public:
  explicit ScopedBackend(Backend* backend);
  ~ScopedBackend();
  ScopedBackend(const ScopedBackend&) = delete;
  ScopedBackend& operator=(const ScopedBackend&) = delete;

 private:
  Backend* before_;
};

/// Returns the version of LibTorch that the program was built with, such as `1.13.0`, or an empty
/// text if it was built without LibTorch.
std::string LibTorchVersion();

/// The function of libraichi_torch.so that returns what LibTorch computes, which lives until the
/// process ends.
inline constexpr char kBackendEntry[] = "raichi_torch_backend";
using BackendEntry = Backend* (*)();

/// A library that belongs to the program and is loaded when it is needed.
struct OwnLibrary {
  std::string file;   // libraichi_torch.so
  std::string entry;  // the name of a function in it
  std::string user;   // what needs it, in the plural: networks
  std::string needs;  // the foreign library that it needs, if any: LibTorch 1.13.0
};

/// Whether a library of this name is beside the program or in ../lib/raichi.
bool HasOwnLibrary(const std::string& file);

/// Loads the library, for as long as the process lives, and returns its entry. Searches beside the
/// program and in ../lib/raichi. Throws Error if it is missing, comes from another build than the
/// program, or cannot be loaded.
void* LoadOwnLibrary(const OwnLibrary& library);

/// What libraichi_cpu.so computes: networks on the processor by our own code (nn/cpu), which needs
/// no LibTorch. A library of its own, because a program for many processors has one for each kind.
class Processor {
 public:
  virtual ~Processor() = default;
  /// Whether it was compiled for processors that multiply bf16.
  virtual bool MultipliesBf16() const = 0;
  /// Prepares a network for up to `batch` leaves. If `in_bf16` is true, convolutions multiply in
  /// bf16, otherwise in f32.
  virtual std::unique_ptr<Inference> MakeInference(const FoldedNetwork& network, bool in_bf16,
                                                   int batch) const = 0;
};

/// The function of the library that returns its processor, which lives until the process ends.
inline constexpr char kProcessorEntry[] = "raichi_processor";
using ProcessorEntry = const Processor* (*)();

/// Returns that library's processor. Loads the library when it is called first; throws as
/// LoadOwnLibrary.
const Processor& TheProcessor();

/// Computes networks on the processor by our own code, and asks LibTorch for all else.
class OwnBackend : public Backend {
 public:
  int CountGpus() override;
  std::string GpuName(int gpu) override { return LibTorch().GpuName(gpu); }
  std::string NativePrecision(const std::string& device) override;
  std::function<double()> MakeMatrixProduct(const ComputePlace& place) override {
    return LibTorch().MakeMatrixProduct(place);
  }
  std::unique_ptr<Inference> MakeInference(const Model& model, const ComputePlace& place,
                                           int batch) override;
  std::unique_ptr<SharedBatch> MakeSharedBatch(const Model& model, const ComputePlace& place,
                                               int batch) override;
  std::unique_ptr<TrainedNetwork> MakeTrainedNetwork(const TrainConfig& config,
                                                     const TrainerState& state,
                                                     const ComputePlace& place, int ranks) override;

 private:
  /// Each is asked only when it is needed, and may throw.
  virtual const Processor& OwnCode() = 0;
  virtual Backend& LibTorch() = 0;
};

}  // namespace raichi
