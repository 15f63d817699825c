#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "run/status/staleness.h"

namespace raichi {

/// Counts of work, or the same per second.
template <typename Number>
struct WorkNumbers {
  Number games{};        // finished; an evaluator's are those of its matches
  Number positions{};    // moves of these games
  Number evaluations{};  // of positions by networks
  Number steps{};        // of training
  Number samples{};      // in these steps

  bool operator==(const WorkNumbers&) const = default;
  WorkNumbers operator+(const WorkNumbers& other) const {
    return {games + other.games, positions + other.positions, evaluations + other.evaluations,
            steps + other.steps, samples + other.samples};
  }
};
using WorkTotals = WorkNumbers<int64_t>;
using WorkRates = WorkNumbers<double>;

/// The fields of WorkNumbers with their names in files.
template <typename Number>
inline constexpr std::pair<const char*, Number WorkNumbers<Number>::*> kWorkNumbers[] = {
    {"games", &WorkNumbers<Number>::games},
    {"positions", &WorkNumbers<Number>::positions},
    {"evaluations", &WorkNumbers<Number>::evaluations},
    {"steps", &WorkNumbers<Number>::steps},
    {"samples", &WorkNumbers<Number>::samples},
};

/// What the process that trains knows of the run.
struct TrainingFacts {
  int64_t run_games = 0;               // that it has counted in the run
  int64_t unread_games = 0;            // of these, those that no phase of training has read
  std::optional<Staleness> staleness;  // of the games that the last phase read first
  /// Numbers of shards since the process began; nothing if they are not counted: set aside because
  /// they were damaged, too late for the window, refused because they repeat ids of games.
  std::optional<int64_t> set_aside, late, duplicates;

  bool operator==(const TrainingFacts&) const = default;
};

/// What a process of a run is doing and has done since it began.
struct WorkReport {
  std::string state;  // in words, such as those below
  int model = -1;     // the newest model that it uses or has made; -1: none yet
  WorkTotals totals;
  std::optional<TrainingFacts> training;  // of the run's owner only

  bool operator==(const WorkReport&) const = default;
};

/// States that have a meaning for the health of a run (docs/run-folder.md, "Who is at work").
namespace work_state {
inline constexpr char kStarting[] = "starting";
inline constexpr char kPlaying[] = "playing";
inline constexpr char kTraining[] = "training";
inline constexpr char kEvaluating[] = "evaluating";  // the beginning; the model's name may follow
inline constexpr char kWaitingForGames[] = "waiting for games";
inline constexpr char kWaitingForModel[] = "waiting for a model";
inline constexpr char kWaitingForSpace[] = "waiting for disk space";
inline constexpr char kEnded[] = "ended";    // the process ended as it should
inline constexpr char kFailed[] = "failed";  // the process ended with an error
}  // namespace work_state

}  // namespace raichi
