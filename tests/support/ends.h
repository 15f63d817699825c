#pragma once

#include <chrono>
#include <future>
#include <memory>
#include <thread>
#include <utility>

namespace raichi {

/// Returns true if `action` ends within a minute. Runs it on a thread of its own, which is left
/// running otherwise, so `action` must own everything that it uses.
template <typename Action>
bool Ends(Action action) {
  auto ended = std::make_shared<std::promise<void>>();
  std::future<void> future = ended->get_future();
  std::thread([ended, action = std::move(action)]() mutable {
    action();
    ended->set_value();
  }).detach();
  return future.wait_for(std::chrono::minutes(1)) == std::future_status::ready;
}

}  // namespace raichi
