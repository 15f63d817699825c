#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "run/status/beat.h"
#include "stats/ratings/match_result.h"

namespace raichi {

/// The rating of a run's newest rated model.
struct NewestRating {
  int model = 0;
  EloWithError rating;
};

/// What a run's folder tells about its state.
struct RunFacts {
  std::string run;  // the folder
  bool is_finished = false;
  std::vector<Beat> beats;
  int models = 0;
  int newest_model = -1;               // -1: none yet
  std::optional<double> newest_time;   // when that was made, in seconds since 1970, if known
  int64_t games = 0;                   // from which that learned
  int64_t counted = 0;                 // games in the shards; 0 while the owner counts them
  std::optional<NewestRating> rating;  // nothing before the strongest opponent was met
  int64_t set_aside = 0;               // shards, by the names in games/
  std::vector<std::string> faults;     // one line for each file that cannot be read
};

/// Reads them at the time `now`, in seconds since 1970. Changes nothing. Throws UsageError if `run`
/// is not the folder of a run.
RunFacts ReadRunFacts(const std::filesystem::path& run, double now);

/// How a run is: `running`; `stalled`, if nothing more will come of it unless somebody does
/// something; `finished`.
enum class Health { kRunning, kStalled, kFinished };
std::string ToString(Health health);

/// A process that works for a run, or that is missed.
struct ProcessStatus {
  Beat beat;
  double age = 0;          // seconds since its last beat, by this machine's clock and its own
  int lag = -1;            // how many models its model is behind the newest; -1: it has none
  bool is_silent = false;  // no beat for longer than a process needs between two
};

struct RunStatus {
  std::string run;
  Health health = Health::kRunning;
  std::vector<std::string> reasons;   // why it is stalled
  std::vector<std::string> warnings;  // everything else that somebody should know
  std::vector<ProcessStatus> processes;

  double games_per_second = 0;  // of all players
  int players = 0;              // that are at work
  int64_t games = 0;            // of the run so far
  std::optional<int64_t> unread_games;
  int models = 0, newest_model = -1;
  std::optional<double> model_age;      // seconds since the newest model was made
  std::optional<double> model_seconds;  // median time between the last models
  std::optional<Staleness> staleness;
  std::optional<NewestRating> rating;
  int64_t set_aside = 0;
  std::optional<int64_t> late, duplicates;
};

/// When a process counts as silent, and when a run counts as stalled.
struct StatusLimits {
  double silent = 120;         // seconds without a beat
  double forgotten = 3600;     // seconds after which a silent process is only counted
  double clock_ahead = 5;      // seconds by which a beat may lie in the future
  double model_factor = 10;    // times the usual time between two models
  double model_seconds = 600;  // and at least these seconds without a new model
};

/// Judges a run at the time `now`, in seconds since 1970. An unfinished run is stalled if one of
/// these holds:
///
///   1. no trainer (`raichi train` or `raichi run`) has been heard of for `limits.silent`, or the
///      last one has ended;
///   2. the trainer has waited for games for longer than that, and no player is at work: heard of
///      and not waiting for disk space;
///   3. there has been no new model for `limits.model_seconds` and for `limits.model_factor` times
///      as long as this trainer usually takes, unless it evaluates.
///
/// Processes that ended as they should and those that another process has replaced (the same role
/// and stream, or a later start of the same task in a cluster) are left out.
RunStatus JudgeRun(const RunFacts& facts, double now, const StatusLimits& limits = {});

}  // namespace raichi
