#include "app/play/thinking.h"

#include <spdlog/fmt/fmt.h>

#include <utility>

namespace raichi {

Thinking::Thinking(std::string who) : who_(std::move(who)) {}

void Thinking::Tick() {
  const std::chrono::duration<double> time = Progress::Clock::now() - begin_;
  if (time.count() < 1 || !progress_.IsDue()) return;
  progress_.Show(fmt::format("{} thinks, {}", who_, FormatSeconds(time.count())));
}

}  // namespace raichi
