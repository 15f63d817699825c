#pragma once

#include <chrono>
#include <functional>
#include <thread>
#include <vector>

#include "rules/error.h"

namespace raichi {

/// How a reader waits when the system cannot read a file now.
struct Patience {
  using Time = std::chrono::milliseconds;
  /// The time before each further attempt; after the last one the error is thrown.
  std::vector<Time> waits = {Time(50), Time(200), Time(800)};
  std::function<void(Time)> sleep = [](Time time) { std::this_thread::sleep_for(time); };
};

/// True if reading may succeed a moment later without anybody's help: too many open files, an
/// error of the disk, a network file system that does not answer. False for missing files and
/// missing permissions.
bool IsTransient(const ReadError& error);

/// Returns `read()`. Transient ReadErrors are tried again as `patience` says, and a damaged file is
/// read a second time before DamagedError is thrown. Every other error is thrown at once. Files may
/// be set aside only for a DamagedError that was thrown from here.
template <typename Read>
auto ReadPatiently(const Patience& patience, const Read& read) {
  bool was_damaged = false;
  for (size_t attempt = 0;;) {
    try {
      return read();
    } catch (const DamagedError&) {
      if (was_damaged) throw;
      was_damaged = true;
      if (!patience.waits.empty()) patience.sleep(patience.waits.front());
    } catch (const ReadError& error) {
      if (!IsTransient(error) || attempt == patience.waits.size()) throw;
      was_damaged = false;
      patience.sleep(patience.waits[attempt++]);
    }
  }
}

}  // namespace raichi
