#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/process_id.h"
#include "console/output.h"
#include "run/status/work.h"

namespace raichi {

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

}  // namespace raichi
