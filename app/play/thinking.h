#pragma once

#include <string>

#include "console/progress.h"

namespace raichi {

/// Tells the person from the first second on that a search goes on, and for how long.
class Thinking {
 public:
  /// `who` is the subject, as in `models/linnaeus thinks, 0:04`.
  explicit Thinking(std::string who);
  /// Call this between the batches of the search.
  void Tick();

 private:
  const std::string who_;
  const Progress::Clock::time_point begin_ = Progress::Clock::now();
  Progress progress_;
};

}  // namespace raichi
