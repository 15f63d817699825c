#include "app/report/data.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "app/report/evaluation.h"
#include "app/report/facts.h"
#include "app/report/game_summary.h"
#include "app/report/metrics.h"
#include "app/report/openings.h"
#include "app/report/replay.h"
#include "app/report/run_summary.h"
#include "app/report/try_part.h"
#include "base/files/files.h"
#include "console/match_json.h"
#include "run/config/config.h"
#include "run/evaluation/evaluation.h"
#include "run/files/json_log.h"
#include "run/files/shard_name.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMaxConfigBytes = 1 << 20;
constexpr size_t kMostRows = 400;  // points of a line, as many as a screen can show

/// Gathers the parts of a report. A part that fails adds a warning and stays null.
class Gatherer {
 public:
  Gatherer(const fs::path& run, std::vector<std::string>* warnings)
      : run_(run), warnings_(warnings) {}

  /// What is known without the games.
  Json Overview() {
    Try([&] { config_text_ = ReadFile(run_ / "config.yaml", kMaxConfigBytes); });
    Try([&] { config_ = LoadRunConfig((run_ / "config.yaml").string(), {}); });
    Try([&] { progress_ = JsonLog(run_ / "metrics" / "progress.jsonl").lines(); });
    Try([&] { ReadResults(); });
    Json data = {{"run", RunSummary(run_, progress_, warnings_)}, {"config", config_text_}};
    Part(&data, "facts", [&] { return config_ ? FactsOf(*config_) : Json(); });
    Part(&data, "settings", [&] { return Settings(); });
    Part(&data, "progress", [&] { return ProgressColumns(progress_, kMostRows); });
    Part(&data, "evaluation",
         [&] { return EvaluationSummary(results_, FixedPlayers(), progress_); });
    return data;
  }

  Json Everything(GameReader* games, OutcomeReader* outcomes) {
    Json data = Overview();
    Try([&] { games_ = games->Read(warnings_); });
    Part(&data, "outcomes", [&] { return OutcomesByRules(data["progress"], outcomes); });
    Part(&data, "newest", [&] { return SummarizeGames(games_); });
    Part(&data, "boards", [&] { return BoardsOf(games_); });
    Part(&data, "openings", [&] { return OpeningsOf(games_); });
    Part(&data, "samples", [&] { return SamplesOf(games_); });
    data["warnings"] = *warnings_;
    return data;
  }

 private:
  void Try(const std::function<void()>& part) { TryPart(warnings_, part); }
  void Part(Json* data, const char* name, const std::function<Json()>& make) {
    (*data)[name] = nullptr;
    Try([&] { (*data)[name] = make(); });
  }

  void ReadResults() {
    const JsonLog log(run_ / "metrics" / "matches.jsonl");
    SeenPairs seen;
    log.ForEach([&](const Json& line) {
      if (seen.Add(line)) results_.push_back(MatchResultFromJson(line));
    });
  }
  /// The opponents of the configuration. If it cannot be read, the opponents in the results.
  std::vector<std::string> FixedPlayers() const {
    if (config_) return config_->evaluation.opponents;
    std::vector<std::string> players;
    for (const MatchResult& result : results_) {
      const bool known = std::find(players.begin(), players.end(), result.b) != players.end();
      if (!known && !IsModelName(result.b)) players.push_back(result.b);
    }
    return players;
  }

  /// Null if all games have the same rules or there is no row of progress.
  Json OutcomesByRules(const Json& progress, OutcomeReader* outcomes) const {
    if (!config_ || !progress.contains("iteration")) return nullptr;
    std::vector<std::string> names;
    for (const RulesPtr& rules : OpenNamedRulesOf(*config_)) names.push_back(rules->data().name);
    if (names.size() < 2 && config_->random_rules.count == 0) return nullptr;
    return outcomes->Columns(names, progress_.front().value("iteration", 0),
                             progress["iteration"].get<std::vector<int>>());
  }

  /// The settings that explain why a chart is empty.
  Json Settings() const {
    if (!config_) return nullptr;
    return {{"evaluation_every", config_->evaluation.every},
            {"resigns", config_->selfplay.resign_threshold < 1}};
  }

  const fs::path& run_;
  std::vector<std::string>* warnings_;
  std::string config_text_;
  std::optional<RunConfig> config_;
  std::vector<Json> progress_;
  std::vector<MatchResult> results_;
  std::vector<CheckedGame> games_;
};

}  // namespace

ReportReader::ReportReader(fs::path run)
    : run_(std::move(run)), games_(run_ / "games"), outcomes_(run_ / "games") {}

Json ReportReader::Read(std::vector<std::string>* warnings) {
  return Gatherer(run_, warnings).Everything(&games_, &outcomes_);
}

Json RunOverview(const fs::path& run, std::vector<std::string>* warnings) {
  return Gatherer(run, warnings).Overview();
}

}  // namespace raichi
