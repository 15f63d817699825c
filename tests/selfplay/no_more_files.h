#pragma once

#include <sys/resource.h>

#include <chrono>
#include <memory>
#include <thread>

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

/// The same for a tenth of a second; the result waits for its end.
inline std::jthread NoFilesForAMoment() {
  return std::jthread([none = std::make_unique<NoMoreFiles>()]() mutable {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    none.reset();
  });
}

}  // namespace raichi
