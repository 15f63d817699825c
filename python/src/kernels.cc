#include "python/src/kernels.h"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <utility>

#include "base/error.h"
#include "mcts/softmax.h"

/// The entry of nn/cpu in this module, for any processor.
extern "C" const raichi::Processor* raichi_processor();

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr char kPlain[] = "plain";

/// The instruction sets of this processor for which there are libraries, the best first.
std::vector<std::string> Supported() {
  std::vector<std::string> names;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("x86-64-v4")) names.emplace_back("avx512");
  if (__builtin_cpu_supports("x86-64-v3")) names.emplace_back("avx2");
#endif
  return names;
}

/// Returns the file of a library beside this module.
fs::path LibraryFile(const std::string& name) {
  Dl_info info{};
  dladdr(reinterpret_cast<const void*>(&LibraryFile), &info);
  return fs::path(info.dli_fname).parent_path() / ("_kernels_" + name + ".so");
}

/// Returns the code for an instruction set, or null if its library is not there. Throws Error if it
/// cannot be loaded.
const Processor* Open(const std::string& name) {
  static const KernelImports imports = {
      .encode_game = &EncodeGame,
      .encode_padding = &EncodePadding,
      .resize = [](PackedBatch* batch, int count) { batch->Resize(count); },
      .finished_after = &FinishedAfter,
      .is_auxiliary = [](const Layer& layer) { return layer.IsAuxiliary(); },
      .softmax = &Softmax};
  const fs::path file = LibraryFile(name);
  if (!fs::exists(file)) return nullptr;
  const auto loaded = [&file](void* found) {
    if (found != nullptr) return found;
    throw Error("cannot load " + file.string() + ": " + dlerror() + "; install raichi again");
  };
  void* const library = loaded(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL));
  const auto give = reinterpret_cast<KernelsEntry>(loaded(dlsym(library, kKernelsEntry)));
  const auto take = reinterpret_cast<ProcessorEntry>(loaded(dlsym(library, kProcessorEntry)));
  give(imports);
  return take();
}

using Chosen = std::pair<std::string, const Processor*>;

Chosen Choose() {
  const char* const wish = std::getenv("RAICHI_INSTRUCTIONS");
  for (const std::string& name : Supported()) {
    if (wish != nullptr && name != wish) continue;
    if (const Processor* const found = Open(name)) return {name, found};
  }
  if (wish == nullptr || std::string(wish) == kPlain) return {kPlain, raichi_processor()};
  throw Error("RAICHI_INSTRUCTIONS: " + std::string(wish) +
              ": expected plain or, if this processor has it, avx2 or avx512");
}

const Chosen& TheChosen() {
  static const Chosen chosen = Choose();
  return chosen;
}

}  // namespace

const Processor& TheProcessor() { return *TheChosen().second; }
const std::string& Instructions() { return TheChosen().first; }

}  // namespace raichi
