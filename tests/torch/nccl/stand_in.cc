#include <array>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <vector>

/// Stands for NCCL where there are no GPUs: connects threads of one process, and sums vectors in
/// its memory. Like NCCL, it waits for all ranks in every call but that for an id.
namespace {

struct Id {
  std::array<char, 128> bytes;
};
enum Result { kSuccess = 0, kInvalidUsage = 5 };

struct Rank {
  int number;
};

std::mutex mutex;  // guards everything below
std::condition_variable changed;
int refused_rank = -1;  // by NcclStandInRefuse
int sums = 0;           // by all ranks
int ranks = 0, waiting = 0, round_number = 0;
std::vector<float> total;

/// Waits until all ranks are here. The last one does `work` before the others go on.
template <class Work>
void Meet(std::unique_lock<std::mutex>* lock, const Work& work) {
  const int round = round_number;
  if (++waiting == ranks) {
    work();
    waiting = 0;
    ++round_number;
    changed.notify_all();
  }
  changed.wait(*lock, [&] { return round_number != round; });
}

}  // namespace

extern "C" {

void NcclStandInRefuse(int rank) {
  const std::lock_guard lock(mutex);
  refused_rank = rank;
}
int NcclStandInSums() {
  const std::lock_guard lock(mutex);
  return sums;
}

int ncclGetUniqueId(Id* id) {
  for (size_t i = 0; i < id->bytes.size(); ++i) id->bytes[i] = static_cast<char>(200 - i);
  return kSuccess;
}

int ncclCommInitRank(Rank** connected, int count, Id id, int rank) {
  Id given;
  ncclGetUniqueId(&given);
  std::unique_lock lock(mutex);
  ranks = count;
  Meet(&lock, [] {});
  if (id.bytes != given.bytes || rank < 0 || rank >= count || rank == refused_rank) {
    return kInvalidUsage;
  }
  static std::deque<Rank> all;
  *connected = &all.emplace_back(Rank{rank});
  return kSuccess;
}

int ncclAllReduce(const float* in, float* out, size_t count, int type, int operation, Rank* rank,
                  void*) {
  constexpr int kFloat32 = 7, kSum = 0;
  if (type != kFloat32 || operation != kSum || rank == nullptr) return kInvalidUsage;
  std::unique_lock lock(mutex);
  ++sums;
  Meet(&lock, [&] { total.assign(count, 0); });
  for (size_t i = 0; i < count; ++i) total[i] += in[i];
  Meet(&lock, [] {});
  for (size_t i = 0; i < count; ++i) out[i] = total[i];
  Meet(&lock, [] {});
  return kSuccess;
}

const char* ncclGetErrorString(int result) {
  return result == kInvalidUsage ? "invalid usage" : "no error";
}

}  // extern "C"
