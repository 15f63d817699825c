#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "run/files/folder.h"
#include "run/files/json_log.h"
#include "stats/ratings/ratings.h"

namespace raichi {

/// The results of a run's matches, metrics/matches.jsonl, which two processes may change at the
/// same time: the run's owner and `raichi evaluate`. Each change begins with the file as it is then
/// and is made under the lock `matches`, which is held for no longer than that.
class MatchLog {
 public:
  /// `folder` must outlive the log.
  explicit MatchLog(const RunFolder& folder);

  const std::filesystem::path& path() const { return path_; }
  /// Calls `change` with the file's present content, from which lines are left out that repeat
  /// pairs of games. Throws Error if another process keeps the lock
  /// for more than 30 seconds.
  void Change(const std::function<void(JsonLog* log)>& change) const;
  /// Returns the present lines. Repairs a damaged file like JsonLog; throws as Change.
  std::vector<Json> Read() const;

 private:
  const RunFolder& folder_;
  const std::filesystem::path path_;
};

/// Returns the results of the players that a chain of games connects with the last of the run's
/// fixed opponents that has results. Other players cannot be rated, because their evaluation ended
/// before they met that opponent or because an earlier start had other opponents.
std::vector<MatchResult> RatedResults(std::vector<MatchResult> results,
                                      const std::vector<std::string>& opponents);
/// Rates the players of RatedResults relative to that opponent.
RatingTable RateResults(const std::vector<MatchResult>& results,
                        const std::vector<std::string>& opponents);
/// Returns the results with `player` as `a`, summed for each opponent and rule set.
std::vector<MatchResult> SumResultsOf(const std::vector<MatchResult>& results,
                                      const std::string& player);

}  // namespace raichi
