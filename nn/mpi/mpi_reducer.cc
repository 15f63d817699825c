#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <thread>

#include "base/error.h"
#include "nn/backend/open_ranks.h"

namespace raichi {
namespace {

/// Throws Error if a call of MPI failed. By default MPI ends all ranks itself instead.
void Check(int code, const char* call) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw Error(std::string("MPI: ") + call + ": " + text);
}

/// Waits until all ranks are here. MPI's own waiting keeps a core busy, and the ranks may wait for
/// games for hours, so this sleeps between looks: a millisecond at first, then ten.
void WaitForAll(MPI_Comm ranks) {
  constexpr int kShortNaps = 100;
  MPI_Request request = MPI_REQUEST_NULL;
  Check(MPI_Ibarrier(ranks, &request), "MPI_Ibarrier");
  for (int naps = 0, is_done = 0;; ++naps) {
    Check(MPI_Test(&request, &is_done, MPI_STATUS_IGNORE), "MPI_Test");
    if (is_done != 0) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(naps < kShortNaps ? 1 : 10));
  }
}

/// Ranks that MPI connects. One per process.
class MpiReducer : public Reducer {
 public:
  MpiReducer() {
    int provided = 0;
    Check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm machine = MPI_COMM_NULL;
    Check(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine),
          "MPI_Comm_split_type");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    MPI_Comm_rank(machine, &local_rank_);
    MPI_Comm_size(machine, &local_size_);
    MPI_Comm_free(&machine);
  }
  /// Waits for the other ranks.
  ~MpiReducer() override { MPI_Finalize(); }

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  int local_rank() const override { return local_rank_; }
  int local_size() const override { return local_size_; }

  void Sum(std::span<float> values) override {
    Check(MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_FLOAT,
                        MPI_SUM, MPI_COMM_WORLD),
          "MPI_Allreduce");
  }

  void Broadcast(std::string* bytes) override {
    constexpr uint64_t kMostAtOnce = uint64_t{1} << 30;  // MPI counts in int
    WaitForAll(MPI_COMM_WORLD);
    uint64_t size = bytes->size();
    Check(MPI_Bcast(&size, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD), "MPI_Bcast");
    bytes->resize(size);
    for (uint64_t begin = 0; begin < size; begin += kMostAtOnce) {
      const auto count = static_cast<int>(std::min(kMostAtOnce, size - begin));
      Check(MPI_Bcast(bytes->data() + begin, count, MPI_BYTE, 0, MPI_COMM_WORLD), "MPI_Bcast");
    }
  }

  void Abort(int status) override {
    MPI_Abort(MPI_COMM_WORLD, status);
    std::_Exit(status);
  }

 private:
  int rank_ = 0, size_ = 1, local_rank_ = 0, local_size_ = 1;
};

}  // namespace
}  // namespace raichi

/// The function that kRanksEntry (nn/backend/open_ranks.h) names.
extern "C" raichi::Reducer* raichi_mpi_ranks() { return new raichi::MpiReducer; }
