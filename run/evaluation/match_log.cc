#include "run/evaluation/match_log.h"

#include <optional>

#include "base/error.h"
#include "console/match_json.h"
#include "run/metrics/metric_lines.h"
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

}  // namespace raichi
