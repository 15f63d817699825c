#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "app/analysis/analysis.h"
#include "app/analysis/lock_step.h"
#include "app/analysis/subjects.h"

namespace raichi {

/// The positions still to be analysed, and what was found out about the others: what the threads of
/// an analysis share, for one of them at a time.
class AnalysisDesk {
 public:
  /// `subjects` must outlive the desk.
  explicit AnalysisDesk(std::span<const Subject> subjects);

  /// The next position; none if none is left. In order.
  std::optional<LockStep::Job> Next();
  void Put(Place place, Analysis analysis);
  /// The next subject, in their order, if each of its positions is done.
  std::optional<std::pair<const Subject*, std::vector<Analysis>>> Take();

  size_t positions() const { return positions_; }  // in all
  size_t done() const { return done_; }            // of these
  size_t taken() const { return taken_; }          // subjects

 private:
  std::span<const Subject> subjects_;
  std::vector<int> missing_;                  // positions, by subject
  std::vector<std::vector<Analysis>> found_;  // by subject and position
  size_t positions_ = 0, done_ = 0, taken_ = 0;
  Place next_;
};

}  // namespace raichi
