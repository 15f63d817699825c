#include "app/play/thinking.h"

#include <spdlog/fmt/fmt.h>

#include <utility>

#include "base/seconds_since.h"

namespace raichi {

Thinking::Thinking(std::string who) : who_(std::move(who)) {}

void Thinking::Tick() {
  const double seconds = SecondsSince(begin_);
  if (seconds < 1 || !progress_.IsDue()) return;
  progress_.Show(fmt::format("{} thinks, {}", who_, FormatSeconds(seconds)));
}

}  // namespace raichi
