#include "app/report/data.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <functional>
#include <optional>

#include "app/report/evaluation.h"
#include "app/report/facts.h"
#include "app/report/games.h"
#include "app/report/metrics.h"
#include "app/report/newest.h"
#include "app/report/openings.h"
#include "app/report/replay.h"
#include "console/match_json.h"
#include "console/version.h"
#include "run/config/config.h"
#include "run/evaluation.h"
#include "run/files/folder.h"
#include "run/files/json_log.h"
#include "run/files/shard_name.h"
#include "run/files/state.h"
#include "selfplay/records/files.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMaxConfigBytes = 1 << 20;
constexpr size_t kMostRows = 400;  // points of a line; screens show no more

/// What a run has done, as its metrics tell.
struct Work {
  int iteration = 0;
  double seconds = 0;
  int64_t games = 0;
  int64_t positions = 0;
};

Work WorkOf(const Json& line) {
  return {.iteration = line.value("iteration", 0),
          .seconds = line.value("seconds", 0.0),
          .games = line.value("games", int64_t{0}),
          .positions = line.value("train", Json::object()).value("positions_made", int64_t{0})};
}

/// Gathers the parts; one that fails leaves a warning and stays empty.
class Gatherer {
 public:
  Gatherer(const fs::path& run, std::vector<std::string>* warnings)
      : run_(run), warnings_(warnings) {}

  Json Gather() {
    Try([&] { config_text_ = ReadFile(run_ / "config.yaml", kMaxConfigBytes); });
    Try([&] { config_ = LoadRunConfig((run_ / "config.yaml").string(), {}); });
    Try([&] { progress_ = JsonLog(run_ / "metrics" / "progress.jsonl").lines(); });
    Try([&] { ReadResults(); });
    Try([&] { games_ = ReadNewestGames(run_ / "games", {}, warnings_); });
    Json data = {{"run", Run()}, {"config", config_text_}};
    Part(&data, "facts", [&] { return config_ ? FactsOf(*config_) : Json(); });
    Part(&data, "settings", [&] { return Settings(); });
    Part(&data, "progress", [&] { return ProgressColumns(progress_, kMostRows); });
    Part(&data, "evaluation",
         [&] { return EvaluationSummary(results_, FixedPlayers(), progress_); });
    Part(&data, "newest", [&] { return NewestGames(games_); });
    Part(&data, "boards", [&] { return BoardsOf(games_); });
    Part(&data, "openings", [&] { return OpeningsOf(games_); });
    Part(&data, "samples", [&] { return SamplesOf(games_); });
    data["warnings"] = *warnings_;
    return data;
  }

 private:
  void Try(const std::function<void()>& part) {
    try {
      part();
    } catch (const std::exception& error) {
      warnings_->emplace_back(error.what());
    }
  }
  void Part(Json* data, const char* name, const std::function<Json()>& make) {
    (*data)[name] = nullptr;
    Try([&] { (*data)[name] = make(); });
  }

  void ReadResults() {
    const JsonLog log(run_ / "metrics" / "matches.jsonl");
    for (const Json& line : log.lines()) results_.push_back(MatchResultFromJson(line));
  }
  /// Of a configuration that cannot be read, those that the models have met.
  std::vector<std::string> FixedPlayers() const {
    if (config_) return config_->evaluation.opponents;
    std::vector<std::string> players;
    for (const MatchResult& result : results_) {
      const bool known = std::find(players.begin(), players.end(), result.b) != players.end();
      if (!known && !IsModelName(result.b)) players.push_back(result.b);
    }
    return players;
  }

  Json Run() {
    Work work;
    Try([&] { work = progress_.empty() ? Work() : WorkOf(progress_.back()); });
    // The metrics count the games that were there when the last model had been made.
    Try([&] { work.games += CountGamesFrom(run_ / "games", work.iteration); });
    const RunState state = LoadRunState(run_);
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const std::vector<int> models = RunFolder::NumbersIn(run_ / "models");
    return {{"name", fs::canonical(run_).filename().string()},
            {"program", Version()},
            {"made", std::chrono::duration_cast<std::chrono::seconds>(now).count()},
            {"seconds", ReportNumber(std::max(work.seconds, state.seconds))},
            {"finished", state.finished},
            {"games", work.games},
            {"positions", work.positions},
            {"models", models.empty() ? Json() : Json(models.back())}};
  }
  /// What the report says where there is nothing to draw.
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

Json ReportData(const fs::path& run, std::vector<std::string>* warnings) {
  return Gatherer(run, warnings).Gather();
}

}  // namespace raichi
