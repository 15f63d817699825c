#include "run/evaluation/match_log.h"

#include <algorithm>
#include <optional>
#include <set>

#include "base/error.h"
#include "console/match_json.h"
#include "run/metrics/progress_log.h"
#include "run/sharing/run_lock.h"

namespace raichi {

MatchLog::MatchLog(const RunFolder& folder)
    : folder_(folder), path_(folder.metrics() / "matches.jsonl") {}

void MatchLog::Change(const std::function<void(JsonLog* log)>& change) const {
  std::optional<RunLock> lock;
  TakeTurn(folder_.path(), "matches", &lock);
  SeenPairs seen;
  JsonLog log(path_, [&seen](const Json& line) {
    CheckMatchLine(line);
    if (!seen.Add(line)) throw Error("repeats pairs of games of an earlier line");
  });
  change(&log);
}

std::vector<Json> MatchLog::Read() const {
  std::vector<Json> lines;
  Change([&](JsonLog* log) { lines = log->lines(); });
  return lines;
}

namespace {

/// Returns the player whose rating is 0: of the fixed players that have results the strongest,
/// because models lie close enough to it to be measured well. `random` loses every game, so its
/// distance stays uncertain.
std::string AnchorOf(const std::vector<MatchResult>& results,
                     const std::vector<std::string>& opponents) {
  if (opponents.empty()) return results.front().b;
  const auto strongest = std::find_if(opponents.rbegin(), opponents.rend(), [&](const auto& name) {
    return std::ranges::any_of(results,
                               [&](const MatchResult& result) { return result.b == name; });
  });
  return strongest == opponents.rend() ? opponents.back() : *strongest;
}

}  // namespace

std::vector<MatchResult> RatedResults(std::vector<MatchResult> results,
                                      const std::vector<std::string>& opponents) {
  if (results.empty()) return results;
  std::set<std::string> reached = {AnchorOf(results, opponents)};
  for (size_t before = 0; before < reached.size();) {
    before = reached.size();
    for (const MatchResult& result : results) {
      if (reached.contains(result.a)) reached.insert(result.b);
      if (reached.contains(result.b)) reached.insert(result.a);
    }
  }
  std::erase_if(results, [&](const MatchResult& result) { return !reached.contains(result.a); });
  return results;
}

RatingTable RateResults(const std::vector<MatchResult>& results,
                        const std::vector<std::string>& opponents) {
  const std::vector<MatchResult> rated = RatedResults(results, opponents);
  if (rated.empty()) return {};
  return Rate(rated, {.anchor = AnchorOf(rated, opponents)});
}

std::vector<MatchResult> SumResultsOf(const std::vector<MatchResult>& results,
                                      const std::string& player) {
  std::vector<MatchResult> sums;
  for (const MatchResult& result : results) {
    if (result.a != player) continue;
    const auto sum = std::find_if(sums.begin(), sums.end(), [&](const MatchResult& other) {
      return other.b == result.b && other.rules == result.rules;
    });
    if (sum == sums.end()) {
      sums.push_back(result);
    } else {
      sum->a_attackers += result.a_attackers;
      sum->a_defenders += result.a_defenders;
    }
  }
  return sums;
}

}  // namespace raichi
