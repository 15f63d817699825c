#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/process.h"
#include "console/output.h"

namespace raichi {

/// How old the games were that a phase of training read for the first time. The age of a game is
/// the number of models that were made between the one that played it and the phase: 0 if the
/// newest model played it.
struct Staleness {
  double mean = 0;
  int p95 = 0;  // 95 % of the games are at most this old
  bool operator==(const Staleness&) const = default;
};

/// Above this mean, training lags behind the games.
inline constexpr double kStaleMean = 4;

/// Returns the staleness of the games in `shards`, a map from the name of a run's shard to its
/// number of games, for a phase that began when `newest` was the newest model. Ignores other names.
/// Returns nothing if there are no games.
std::optional<Staleness> StalenessOf(const std::map<std::string, int64_t>& shards, int newest);

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

/// A heartbeat: what a process of a run last wrote of itself into RUN/status/. docs/run-folder.md
/// specifies the file.
struct Beat {
  std::string role;  // run, train, selfplay or evaluate
  ProcessId process;
  std::map<std::string, std::string> job;  // ClusterJob
  std::optional<int> stream;               // of games, for a process that plays
  double started = 0;                      // when it began, in seconds since 1970 by its own clock

  WorkReport work;
  double state_seconds = 0;  // for which it has been in this state
  WorkRates rates;           // per second, over about the last minute
  double model_age = 0;      // seconds since it made its newest model, or else since it began
  double model_seconds = 0;  // median time between its last models; 0: it has made none

  int64_t count = 0;  // of the beats before this one
  double time = 0;    // when it was written, in seconds since 1970 by its own clock

  bool HasEnded() const;
  bool OwnsRun() const { return role == "run" || role == "train"; }
  bool Plays() const { return role == "run" || role == "selfplay"; }
  /// `n3:4711`
  std::string Place() const { return process.host + ":" + std::to_string(process.process); }
  bool operator==(const Beat&) const = default;
};

/// Conversions from and to the text of a file. Parsing throws DamagedError or VersionError naming
/// `file`.
std::string BeatText(const Beat& beat);
Beat ParseBeat(const std::string& text, const std::filesystem::path& file);
/// The object of that text, without its version and checksum.
Json ToJson(const Beat& beat);

std::filesystem::path StatusFolder(const std::filesystem::path& run_folder);
/// Returns the file of a process, RUN/status/ROLE-HOST-PID-START.json.
std::filesystem::path BeatFile(const std::filesystem::path& run_folder, const Beat& beat);

/// The heartbeats in a run folder, sorted by name, and one line for each that cannot be read.
struct Beats {
  std::vector<Beat> beats;
  std::vector<std::string> faults;
};
/// Reads them; none if there is no folder. Files that vanish meanwhile do not count. Throws
/// ReadError if the folder cannot be listed.
Beats ReadBeats(const std::filesystem::path& run_folder);
/// Reads only these files of the folder.
Beats ReadBeats(const std::filesystem::path& run_folder,
                const std::vector<std::filesystem::path>& files);

}  // namespace raichi
