#pragma once

#include <sys/resource.h>

namespace raichi {

/// A guard during whose lifetime opening any file fails with EMFILE, for every user including root.
class NoMoreFiles {
 public:
  NoMoreFiles() {
    getrlimit(RLIMIT_NOFILE, &old_);
    rlimit limit = old_;
    limit.rlim_cur = 1;
    setrlimit(RLIMIT_NOFILE, &limit);
  }
  ~NoMoreFiles() { setrlimit(RLIMIT_NOFILE, &old_); }
  NoMoreFiles(const NoMoreFiles&) = delete;
  NoMoreFiles& operator=(const NoMoreFiles&) = delete;

 private:
  rlimit old_{};
};

}  // namespace raichi
