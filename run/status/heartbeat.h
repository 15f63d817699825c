#pragma once

#include <deque>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "run/status/beat.h"

namespace raichi {

/// The clocks of a process, in seconds.
struct Clocks {
  std::function<double()> wall = WallSeconds;      // since 1970
  std::function<double()> steady = SteadySeconds;  // never goes back

  static double WallSeconds();
  static double SteadySeconds();
};

/// Tells the other processes of a run that this one is at work: keeps its file in RUN/status/ fresh
/// (beat.h). The file is for people and for `raichi status`; no work depends on it. A file that
/// cannot be written never stops the work; one warning says so. Not thread-safe.
class Heartbeat {
 public:
  /// Time between two beats: at least the first, at most both together; which of it is drawn from
  /// the process, so that many processes do not write at the same moment.
  static constexpr double kInterval = 8, kJitter = 2;
  static constexpr size_t kReadings = 8;

  /// Writes the first beat. Also removes files that nobody needs any more: those of ended processes
  /// of this machine with the same role and stream, and those that are older than a day. Reads no
  /// more than kReadings files for that, drawn from the process, and leaves the others to later
  /// starts. `role` is the name of the command.
  Heartbeat(std::filesystem::path run_folder, const std::string& role,
            std::optional<int> stream = {}, Clocks clocks = {});
  /// Writes the last beat, with the state `ended`, or `failed` if an exception is on its way.
  ~Heartbeat();
  Heartbeat(const Heartbeat&) = delete;
  Heartbeat& operator=(const Heartbeat&) = delete;

  /// Call this often, a few times a second: writes a beat if one is due. A model that is newer than
  /// that of the call before counts as just made.
  void Tick(const WorkReport& work);
  /// What the last Tick said.
  const WorkReport& work() const { return beat_.work; }

 private:
  bool IsReplaced(const Beat& other) const;
  std::vector<std::filesystem::path> Suspects() const;
  void Prune() const;
  void NoteModel(int model);
  void Write();
  WorkRates RatesSince(double now);

  const std::filesystem::path run_folder_;
  const Clocks clocks_;
  const int exceptions_;  // on their way when this object was made
  Beat beat_;
  double next_ = 0;         // when the next beat is due
  double state_began_ = 0;  // these are times of the steady clock
  double model_began_ = 0;
  std::deque<double> model_gaps_;                       // between the last models made here
  std::deque<std::pair<double, WorkTotals>> measured_;  // at the beats of the last minute
  bool has_warned_ = false;                             // of a beat that could not be written
};

}  // namespace raichi
