#include "nn/backend/loader.h"

#include <dlfcn.h>

#include <array>
#include <atomic>
#include <filesystem>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/process.h"
#include "nn/backend/backend.h"
#include "nn/backend/network_evaluator.h"
#include "nn/model/fold_norms.h"

namespace raichi {
namespace {

constexpr char kVersion[] = RAICHI_TORCH_VERSION;  // empty: built without LibTorch

std::atomic<Backend*> replaced = nullptr;  // by ScopedBackend

bool ProcessorMultipliesBf16() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bf16");
#else
  return false;
#endif
}

/// Returns the file of a library that suits the processor (cmake/network_modules.cmake).
std::string LibraryFile(const std::string& name) {
  const std::string for_bf16 = name + "_bf16.so";
  return ProcessorMultipliesBf16() && HasOwnLibrary(for_bf16) ? for_bf16 : name + ".so";
}

/// Throws Error if there is too little memory for LibTorch and threads on all cores. (The library
/// of matrices that LibTorch uses would then try to get some for ever.)
void CheckMemory() {
  const int threads = CountCores();
  RequireMemory({.address_space = (750 + threads * 190) * kMib,
                 .data = (200 + threads * 110) * kMib,
                 .resident = (150 + threads * 10) * kMib},
                "networks");
}

Backend* Load() {
  if (*kVersion == '\0') {
    throw Error(
        "this raichi was built without LibTorch, so it computes networks on the processor only and "
        "cannot train them; build it with -DRAICHI_TORCH=ON");
  }
  CheckMemory();
  TheProcessor();  // the library of LibTorch uses its code
  void* const entry = LoadOwnLibrary({.file = LibraryFile("libraichi_torch"),
                                      .entry = kBackendEntry,
                                      .user = "networks",
                                      .needs = std::string("LibTorch ") + kVersion});
  return reinterpret_cast<BackendEntry>(entry)();
}

Backend& TheLibTorch() {
  static Backend* const loaded = Load();
  return *loaded;
}

/// Whether the driver's library, which CUDA needs, is present. Takes a fraction of a millisecond.
bool HasDriver() {
  static const bool has_driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL) != nullptr;
  return has_driver;
}

class LoadingBackend : public OwnBackend {
 public:
  int CountGpus() override {
    return LibTorchVersion().empty() || !HasDriver() ? 0 : OwnBackend::CountGpus();
  }

 private:
  const Processor& OwnCode() override { return TheProcessor(); }
  Backend& LibTorch() override { return TheLibTorch(); }
};

}  // namespace

const Processor& TheProcessor() {
  static const Processor* const processor =
      reinterpret_cast<ProcessorEntry>(LoadOwnLibrary({.file = LibraryFile("libraichi_cpu"),
                                                       .entry = kProcessorEntry,
                                                       .user = "networks",
                                                       .needs = ""}))();
  return *processor;
}

Backend& TheBackend() {
  static LoadingBackend own;
  Backend* const scoped = replaced;
  return scoped != nullptr ? *scoped : own;
}

void RequireLibTorch() {
  if (replaced == nullptr) TheLibTorch();
}

ScopedBackend::ScopedBackend(Backend* backend) : before_(replaced.exchange(backend)) {}
ScopedBackend::~ScopedBackend() { replaced = before_; }

std::string LibTorchVersion() { return kVersion; }

}  // namespace raichi

/// Identifies the headers and settings with which the program was compiled (cmake/interface.cmake).
/// A library from the same build contains the same text.
extern "C" const char kRaichiInterface[];

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMaxLibraryBytes = uint64_t{1} << 30;

/// Returns the folders in which libraries are searched for.
std::array<fs::path, 2> Folders() {
  std::error_code none;
  const fs::path folder = fs::read_symlink("/proc/self/exe", none).parent_path();
  return {folder, (folder / "../lib/raichi").lexically_normal()};
}

/// Returns the library's path, or an empty path if it is missing.
fs::path FindLibrary(const std::string& file) {
  for (const fs::path& folder : Folders()) {
    if (std::error_code none; fs::exists(folder / file, none)) return folder / file;
  }
  return {};
}

/// Throws Error if the library comes from another build. Must be called before any of the library's
/// code runs, because that code might use different definitions of the program's types.
void CheckInterface(const fs::path& file) {
  if (ReadFile(file, kMaxLibraryBytes).find(kRaichiInterface) != std::string::npos) return;
  throw Error(
      file.string() +
      ": comes from another build than this raichi; build both again, or copy both from the "
      "same build folder");
}

}  // namespace

bool HasOwnLibrary(const std::string& file) { return !FindLibrary(file).empty(); }

void* LoadOwnLibrary(const OwnLibrary& library) {
  const fs::path file = FindLibrary(library.file);
  if (file.empty()) {
    const auto [folder, installed] = Folders();
    throw Error(library.user + " need " + library.file + ", which is neither in " +
                folder.string() + " nor in " + installed.string() +
                "; copy it there from where raichi was built");
  }
  CheckInterface(file);
  // RTLD_GLOBAL makes the symbols visible as if the program were linked with the library. RTLD_LAZY
  // is needed because symbols of the GPU's driver are missing on machines without one.
  void* const loaded = dlopen(file.c_str(), RTLD_LAZY | RTLD_GLOBAL);
  void* const entry = loaded == nullptr ? nullptr : dlsym(loaded, library.entry.c_str());
  if (entry != nullptr) return entry;
  const std::string why = dlerror();
  if (library.needs.empty()) {
    throw Error("cannot load " + file.string() + ": " + why + "; build raichi again");
  }
  throw Error("cannot load " + library.needs + ": " + why +
              "; install that version where it was when raichi was built, or build raichi again");
}

int OwnBackend::CountGpus() { return LibTorch().CountGpus(); }

std::string OwnBackend::NativePrecision(const std::string& device) {
  if (device == "libtorch") return "f32";
  if (device != "cpu") return LibTorch().NativePrecision(device);
  return OwnCode().MultipliesBf16() ? "bf16" : "f32";
}

std::unique_ptr<Inference> OwnBackend::MakeInference(const Model& model, const ComputePlace& place,
                                                     int batch) {
  if (place.device != "cpu") return LibTorch().MakeInference(model, place, batch);
  return OwnCode().MakeInference(FoldNorms(model), place.precision == "bf16", batch);
}

std::unique_ptr<SharedBatch> OwnBackend::MakeSharedBatch(const Model& model,
                                                         const ComputePlace& place, int batch) {
  return LibTorch().MakeSharedBatch(model, place, batch);
}

std::unique_ptr<TrainedNetwork> OwnBackend::MakeTrainedNetwork(const TrainConfig& config,
                                                               const TrainerState& state,
                                                               const ComputePlace& place,
                                                               int ranks) {
  return LibTorch().MakeTrainedNetwork(config, state, place, ranks);
}

}  // namespace raichi
