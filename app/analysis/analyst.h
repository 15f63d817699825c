#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/analysis/analysis.h"
#include "app/analysis/subjects.h"
#include "console/interrupt.h"
#include "run/players.h"

namespace raichi {

/// How positions are analysed.
struct AnalystSettings {
  std::string model;  // a player's word; empty: DefaultOpponent, or playouts where that is no model
  int lines = 3;
  int workers = 0;         // threads; 0: one per processor core
  PlayerSettings players;  // in_flight 0: what fills a batch
};

/// Searches positions, many at once. By the clock (`players.seconds`) it is one after the other.
class Analyst {
 public:
  /// Throws UsageError where the word names no player that searches.
  Analyst(AnalystSettings settings, const std::string& rules_name);

  const std::string& name() const { return name_; }

  struct Hooks {
    /// A subject is done: its analyses, from `first_ply()` to `end_ply()` - 1. In the order of the
    /// subjects.
    std::function<void(const Subject&, std::span<const Analysis>)> on_subject;
    /// A few times a second: so many positions are done.
    std::function<void(size_t done, size_t all)> show;
  };
  /// Returns how many subjects are done: all, unless interrupted. Of a lone position an interrupt
  /// takes what was found so far.
  size_t Analyse(std::span<const Subject> subjects, const Hooks& hooks,
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
  int visits_ = 0;  // a position, at most
  bool by_clock_ = false;
};

}  // namespace raichi
