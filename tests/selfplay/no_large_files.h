#pragma once

#include <signal.h>
#include <sys/resource.h>

namespace raichi {

/// A guard during whose lifetime writing to any file fails with EFBIG, as on a full disk, for every
/// user including root.
class NoLargeFiles {
 public:
  NoLargeFiles() : old_signal_(signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &old_);
    rlimit limit = old_;
    limit.rlim_cur = 0;
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~NoLargeFiles() {
    setrlimit(RLIMIT_FSIZE, &old_);
    signal(SIGXFSZ, old_signal_);
  }
  NoLargeFiles(const NoLargeFiles&) = delete;
  NoLargeFiles& operator=(const NoLargeFiles&) = delete;

 private:
  rlimit old_{};
  void (*old_signal_)(int);
};

}  // namespace raichi
