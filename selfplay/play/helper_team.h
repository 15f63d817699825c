#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "selfplay/play/helper_thread.h"

namespace raichi {

/// The calling thread and helpers that share its work and sleep in between. Only the owner may call
/// its functions.
class HelperTeam {
 public:
  /// A team of `threads` threads, at least 1, including the caller.
  explicit HelperTeam(size_t threads) : helpers_(threads - 1) {}

  size_t threads() const { return helpers_.size() + 1; }
  /// Does the jobs 0 to `jobs` - 1 and returns when all are done. Thread t of the team does the
  /// jobs t, t + threads(), … in this order; thread 0 is the caller. A thread ends with the first
  /// exception of its jobs; the first thread's exception is rethrown at the end.
  void Run(size_t jobs, const std::function<void(size_t job)>& work);

 private:
  std::vector<HelperThread> helpers_;
};

}  // namespace raichi
