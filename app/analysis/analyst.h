#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/analysis/analysis.h"
#include "app/analysis/lock_step.h"
#include "app/analysis/subjects.h"
#include "console/interrupt.h"
#include "run/players/players.h"

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

/// Settings of an analysis.
struct AnalystSettings {
  std::string model;  // a player; if empty, DefaultOpponent, or playouts if that is not a model
  int lines = 3;
  int workers = 0;         // threads; 0: one per processor core
  PlayerSettings players;  // in_flight 0: as many leaves as fill a batch
};

/// Analyses positions, many at a time; with a time limit (`players.seconds`), one at a time.
class Analyst {
 public:
  /// The rules are those of the first subject. Throws UsageError if `settings.model` names no
  /// player that searches.
  Analyst(AnalystSettings settings, const Rules& rules);

  const std::string& name() const { return name_; }

  struct Hooks {
    /// Called when a subject is done, in the order of the subjects, with the analyses of its
    /// positions from `first_ply()` to `end_ply()` - 1.
    std::function<void(const Subject&, std::span<const Analysis>)> on_subject;
    /// Called a few times a second with the number of positions that are done.
    std::function<void(size_t done, size_t all)> show;
    /// Called instead for a single position, with the visits of its search and the share of the
    /// search that is done; 0 if only time limits it.
    std::function<void(int visits, double share)> show_single;
  };
  struct Outcome {
    size_t done = 0;  // subjects
    /// The search of a single position was interrupted; it counts as done, with its results so far.
    bool gave_up = false;
  };
  /// Analyses the subjects until all are done or `interrupt` is set.
  Outcome Analyse(std::span<const Subject> subjects, const Hooks& hooks,
                  const Interrupt& interrupt) const;

 private:
  struct Plan {
    int workers, at_once;
    PlayerSettings players;
  };
  void TakeBuiltIn(const PlayerKind& kind);
  Plan PlanFor(size_t positions) const;
  void Warn(std::span<const Subject> subjects) const;
  std::unique_ptr<PlayerKind> Open(const PlayerSettings& players) const;

  AnalystSettings settings_;
  std::string name_;
  int visits_ = 0;  // at most, for each position
  bool by_clock_ = false;
};

}  // namespace raichi
