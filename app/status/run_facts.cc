#include "app/status/run_facts.h"

#include <algorithm>
#include <functional>
#include <iterator>

#include "base/error.h"
#include "base/files/files.h"
#include "console/match_json.h"
#include "run/config/config.h"
#include "run/evaluation/run_ratings.h"
#include "run/files/folder.h"
#include "run/files/json_log.h"
#include "run/files/ledger.h"
#include "run/files/state.h"
#include "run/metrics/metric_lines.h"
#include "run/sharing/folder_kind.h"
#include "selfplay/records/run_shards.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

/// Reads one part; if that fails, the facts lack it and have the error among their faults.
void TryToRead(RunFacts* facts, const std::function<void()>& read) {
  try {
    read();
  } catch (const Error& error) {
    facts->faults.push_back(error.what());
  }
}

void ReadModels(const fs::path& run, RunFacts* facts) {
  const std::vector<int> models = RunFolder::NumbersIn(run / "models");
  facts->models = static_cast<int>(models.size());
  if (!models.empty()) facts->newest_model = models.back();
  const Ledger ledger(run);
  if (!ledger.records().empty()) facts->games = ledger.records().back().games;
  const LedgerRecord* newest = ledger.Find(facts->newest_model);
  if (newest != nullptr && newest->progress.contains("time")) {
    facts->newest_time = newest->progress.at("time").get<double>();
  }
}

void ReadRating(const fs::path& run, RunFacts* facts) {
  const JsonLog matches(run / "metrics" / "matches.jsonl");
  if (matches.lines().empty()) return;
  std::vector<MatchResult> results;
  SeenPairs seen;
  matches.ForEach([&](const Json& line) {
    if (seen.Add(line)) results.push_back(MatchResultFromJson(line));
  });
  const RunConfig config = LoadRunConfig((run / "config.yaml").string(), {}, {}, run);
  const std::vector<std::string>& opponents = config.evaluation.opponents;
  const RatingTable table = RateResults(results, opponents);
  // A rating relative to a weaker player would be one of another scale.
  if (!opponents.empty() && table.anchor != opponents.back()) return;
  for (const Rating& rating : table.ratings) {
    if (!IsModelName(rating.player)) continue;
    const int model = std::stoi(rating.player);
    if (facts->rating && facts->rating->model > model) continue;
    facts->rating = {.model = model, .rating = rating.rating};
  }
}

/// Lists all folders of shards, which a run with heartbeats does not need.
int64_t CountSetAside(const fs::path& games) {
  int64_t count = 0;
  for (const fs::path& folder : RunShards(games).Folders()) {
    for (const fs::path& file : ListFolder(folder)) {
      count += file.filename().native().find(".games.bad") != std::string::npos ? 1 : 0;
    }
  }
  return count;
}

}  // namespace

RunFacts ReadRunFacts(const fs::path& run) {
  RequireRun(run);
  RunFacts facts{.run = run.string()};
  TryToRead(&facts, [&] { facts.is_finished = ReadRunState(run).finished; });
  TryToRead(&facts, [&] {
    Beats beats = ReadBeats(run);
    facts.beats = std::move(beats.beats);
    std::ranges::move(beats.faults, std::back_inserter(facts.faults));
  });
  TryToRead(&facts, [&] { ReadModels(run, &facts); });
  TryToRead(&facts, [&] { ReadRating(run, &facts); });
  const bool is_counted = std::ranges::any_of(facts.beats, [](const Beat& beat) {
    return beat.work.training && beat.work.training->set_aside;
  });
  if (!is_counted) TryToRead(&facts, [&] { facts.set_aside = CountSetAside(run / "games"); });
  return facts;
}

}  // namespace raichi
