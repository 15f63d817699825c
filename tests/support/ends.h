#pragma once

#include <chrono>
#include <future>
#include <memory>
#include <thread>
#include <utility>

namespace raichi {

/// Whether `action` ends within a minute. It runs on a thread of its own, which is left behind if
/// it does not, so it must own what it uses.
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
