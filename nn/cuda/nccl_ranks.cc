#include "nn/cuda/nccl_ranks.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "base/checksum.h"
#include "base/error.h"

namespace raichi {
namespace {

/// The part of NCCL's C interface that is used here, which is the same since NCCL 2.0:
/// docs.nvidia.com/deeplearning/nccl/user-guide/docs/api.html.
class Nccl {
 public:
  static constexpr int kFloat32 = 7;  // ncclFloat32
  static constexpr int kSum = 0;      // ncclSum
  struct Id {                         // ncclUniqueId
    std::array<char, 128> bytes{};
  };

  explicit Nccl(const std::string& library)
      : file_(dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL)), is_complete_(file_ != nullptr) {
    Find("ncclGetUniqueId", &make_id);
    Find("ncclCommInitRank", &connect);
    Find("ncclAllReduce", &sum);
    Find("ncclGetErrorString", &error_text);
  }
  bool IsComplete() const { return is_complete_; }

  int (*make_id)(Id* id) = nullptr;
  int (*connect)(void** ranks, int size, Id id, int rank) = nullptr;
  int (*sum)(const void* in, void* out, size_t count, int type, int operation, void* ranks,
             void* stream) = nullptr;
  const char* (*error_text)(int result) = nullptr;

 private:
  template <class Function>
  void Find(const char* name, Function* function) {
    void* const found = file_ == nullptr ? nullptr : dlsym(file_, name);
    if (found == nullptr) is_complete_ = false;
    *function = reinterpret_cast<Function>(found);
  }

  void* file_;
  bool is_complete_;
};

class NcclRanks : public GpuRanks {
 public:
  NcclRanks(const Nccl& nccl, void* ranks) : nccl_(nccl), ranks_(ranks) {}

  void Sum(float* values, size_t count, void* stream) override {
    const int result = nccl_.sum(values, values, count, Nccl::kFloat32, Nccl::kSum, ranks_, stream);
    if (result != 0) throw Error(std::string("NCCL: ncclAllReduce: ") + nccl_.error_text(result));
  }

 private:
  Nccl nccl_;
  void* ranks_;
};

/// Returns the texts of all ranks, each cut to `kMost` bytes.
std::vector<std::string> TextsOf(const std::string& text, Reducer* ranks) {
  constexpr size_t kMost = 200;
  std::vector<float> all(static_cast<size_t>(ranks->size()) * kMost);
  const auto own = std::span(all).subspan(static_cast<size_t>(ranks->rank()) * kMost, kMost);
  for (size_t i = 0; i < std::min(text.size(), kMost); ++i) {
    own[i] = static_cast<float>(static_cast<unsigned char>(text[i]));
  }
  ranks->Sum(all);
  std::vector<std::string> texts;
  for (auto next = all.begin(); next != all.end(); next += kMost) {
    std::string& one = texts.emplace_back();
    for (size_t i = 0; i < kMost && next[static_cast<std::ptrdiff_t>(i)] != 0; ++i) {
      one += static_cast<char>(next[static_cast<std::ptrdiff_t>(i)]);
    }
  }
  return texts;
}

/// Returns the first rank's text that is not empty, with its number; empty if there is none.
std::string FirstOf(const std::string& text, Reducer* ranks) {
  const std::vector<std::string> texts = TextsOf(text, ranks);
  for (size_t rank = 0; rank < texts.size(); ++rank) {
    if (!texts[rank].empty()) return "rank " + std::to_string(rank) + ": " + texts[rank];
  }
  return "";
}

/// Returns why GPUs of these names cannot be connected; empty if they can.
std::string FaultOf(const std::vector<std::string>& gpus) {
  std::map<std::string, size_t> rank_of;
  for (size_t rank = 0; rank < gpus.size(); ++rank) {
    if (gpus[rank].empty()) return "rank " + std::to_string(rank) + " has no GPU that can be named";
    const auto [other, is_new] = rank_of.emplace(gpus[rank], rank);
    if (is_new) continue;
    return "ranks " + std::to_string(other->second) + " and " + std::to_string(rank) +
           " share a GPU";
  }
  return "";
}

}  // namespace

GpuConnection ConnectByNccl(Reducer* ranks, const NcclSettings& settings) {
  const std::string name = settings.gpu.empty() ? "" : ChecksumText(settings.gpu);
  const std::vector<std::string> gpus = TextsOf(name, ranks);
  if (std::ranges::all_of(gpus, &std::string::empty)) return {};
  std::string fault = FaultOf(gpus);
  if (!fault.empty()) return {nullptr, fault};

  const Nccl nccl(settings.library);
  fault = FirstOf(nccl.IsComplete() ? "" : settings.library + " is missing", ranks);
  if (!fault.empty()) return {nullptr, fault};

  Nccl::Id id;
  int result = ranks->rank() == 0 ? nccl.make_id(&id) : 0;
  fault = FirstOf(result == 0 ? "" : nccl.error_text(result), ranks);
  if (!fault.empty()) return {nullptr, fault};
  std::string bytes(id.bytes.begin(), id.bytes.end());
  ranks->Broadcast(&bytes);
  RAICHI_CHECK(bytes.size() == id.bytes.size());
  std::ranges::copy(bytes, id.bytes.begin());

  void* connected = nullptr;
  result = nccl.connect(&connected, ranks->size(), id, ranks->rank());
  fault = FirstOf(result == 0 ? "" : nccl.error_text(result), ranks);
  if (!fault.empty()) return {nullptr, fault};
  return {std::make_unique<NcclRanks>(nccl, connected), ""};
}

}  // namespace raichi
