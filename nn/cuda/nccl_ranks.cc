#include "nn/cuda/nccl_ranks.h"

#include <dlfcn.h>

#include <array>
#include <cstring>
#include <utility>

#include "base/error.h"

namespace raichi {

/// The part of NCCL's C interface that is used here, which is the same since NCCL 2.0:
/// docs.nvidia.com/deeplearning/nccl/user-guide/docs/api.html.
struct NcclRanks::Library {
  static constexpr int kFloat32 = 7;  // ncclFloat32
  static constexpr int kSum = 0;      // ncclSum
  struct Id {                         // ncclUniqueId
    std::array<char, 128> bytes;
  };

  void* file = dlopen("libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
  bool is_complete = file != nullptr;
  int (*make_id)(Id*) = Find<int (*)(Id*)>("ncclGetUniqueId");
  int (*connect)(void**, int, Id, int) = Find<int (*)(void**, int, Id, int)>("ncclCommInitRank");
  int (*sum)(const void*, void*, size_t, int, int, void*, void*) =
      Find<int (*)(const void*, void*, size_t, int, int, void*, void*)>("ncclAllReduce");
  int (*destroy)(void*) = Find<int (*)(void*)>("ncclCommDestroy");
  const char* (*error_text)(int) = Find<const char* (*)(int)>("ncclGetErrorString");

 private:
  template <class Function>
  Function Find(const char* name) {
    void* const found = file == nullptr ? nullptr : dlsym(file, name);
    if (found == nullptr) is_complete = false;
    return reinterpret_cast<Function>(found);
  }
};

namespace {

/// Returns the number of ranks for which `value` is true, the same on all of them.
int CountOf(bool value, Reducer* ranks) {
  float count = value ? 1 : 0;
  ranks->Sum({&count, 1});
  return static_cast<int>(count);
}

}  // namespace

std::unique_ptr<NcclRanks> NcclRanks::Connect(Reducer* ranks, std::string* fault) {
  auto nccl = std::make_unique<const Library>();
  if (CountOf(nccl->is_complete, ranks) < ranks->size()) {
    *fault = "libnccl.so.2 is missing";
    return nullptr;
  }
  Library::Id id{};
  std::string bytes;
  if (ranks->rank() == 0 && nccl->make_id(&id) == 0) bytes.assign(id.bytes.begin(), id.bytes.end());
  ranks->Broadcast(&bytes);
  void* connected = nullptr;
  int result = 0;
  if (bytes.size() == id.bytes.size()) {
    std::memcpy(id.bytes.data(), bytes.data(), bytes.size());
    result = nccl->connect(&connected, ranks->size(), id, ranks->rank());
  }
  const bool is_connected = result == 0 && connected != nullptr;
  // A rank that is not refused has no reason of its own.
  *fault = result == 0 ? "NCCL does not connect the ranks" : nccl->error_text(result);
  if (CountOf(is_connected, ranks) == ranks->size()) {
    fault->clear();
    return std::unique_ptr<NcclRanks>(new NcclRanks(std::move(nccl), connected));
  }
  if (is_connected) nccl->destroy(connected);
  return nullptr;
}

NcclRanks::NcclRanks(std::unique_ptr<const Library> library, void* ranks)
    : library_(std::move(library)), ranks_(ranks) {}

NcclRanks::~NcclRanks() { library_->destroy(ranks_); }

void NcclRanks::Sum(float* values, size_t count, void* stream) {
  const int result =
      library_->sum(values, values, count, Library::kFloat32, Library::kSum, ranks_, stream);
  if (result != 0) throw Error(std::string("NCCL: ncclAllReduce: ") + library_->error_text(result));
}

}  // namespace raichi
