#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "app/analysis/analysis.h"
#include "app/analysis/lock_step.h"
#include "app/analysis/subjects.h"

namespace raichi {

/// The positions that remain to be analysed, and the results of the others. The threads of an
/// analysis share a desk. It has no lock of its own: only one thread may use it at a time.
class AnalysisDesk {
 public:
  /// `subjects` must outlive the desk.
  explicit AnalysisDesk(std::span<const Subject> subjects);

  /// The next position, in order; none if none is left.
  std::optional<LockStep::Job> Next();
  /// Stores the analysis of a position.
  void Put(Place place, Analysis analysis);
  /// The next subject, in order, with its analyses; none until all of its positions are done.
  std::optional<std::pair<const Subject*, std::vector<Analysis>>> Take();

  size_t positions() const { return positions_; }  // number of all positions
  size_t done() const { return done_; }            // number of analysed positions
  size_t taken() const { return taken_; }          // number of subjects that were taken

 private:
  std::span<const Subject> subjects_;
  std::vector<int> missing_;                  // number of positions still missing, by subject
  std::vector<std::vector<Analysis>> found_;  // by subject and position
  size_t positions_ = 0, done_ = 0, taken_ = 0;
  Place next_;
};

}  // namespace raichi
