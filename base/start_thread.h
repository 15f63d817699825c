#pragma once

#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "base/error.h"

namespace raichi {

/// Starts a thread. Throws Error if the system allows no more of them.
template <typename Work>
std::jthread StartThread(Work work) {
  try {
    return std::jthread(std::move(work));
  } catch (const std::system_error& error) {
    throw Error(std::string("cannot start another thread: ") + error.code().message() +
                "; allow more of them (ulimit -u, the limit of processes of the container) or use "
                "fewer workers and threads");
  }
}

}  // namespace raichi
