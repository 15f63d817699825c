#include "app/report/data.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/report/games.h"
#include "app/report/metrics.h"
#include "app/report/openings.h"
#include "app/report/replay.h"
#include "base/files/files.h"
#include "base/text.h"
#include "console/match_json.h"
#include "console/version.h"
#include "run/config/config.h"
#include "run/evaluation/evaluation.h"
#include "run/files/folder.h"
#include "run/files/json_log.h"
#include "run/files/state.h"

namespace raichi {
namespace {

std::string DescribeBudget(const Budget& budget) {
  std::vector<std::string> limits;
  if (budget.minutes > 0) {
    limits.push_back(
        fmt::format("{:g} {}", budget.minutes, budget.minutes == 1 ? "minute" : "minutes"));
  }
  if (budget.games > 0) limits.push_back(Counted(budget.games, "game"));
  if (budget.steps > 0) limits.push_back(Counted(budget.steps, "step"));
  return limits.empty() ? "none" : Join(limits, ", ");
}

std::string DescribeEvaluation(const EvaluationConfig& c) {
  const std::string when = c.every == 0   ? "of the last model"
                           : c.every == 1 ? "every iteration"
                                          : fmt::format("every {} iterations", c.every);
  return fmt::format("{}, {} an opponent ({} for the last), {} a move", when,
                     Counted(c.pairs, "pair"), c.final_pairs, Counted(c.visits, "visit"));
}

}  // namespace

Json FactsOf(const RunConfig& config) {
  const SelfPlayConfig& play = config.selfplay;
  const TrainConfig& train = config.train;
  const std::string rules = Join(OpenNamedRulesOf(config), ", ", [](const RulesPtr& set) {
    return fmt::format("{} ({}×{})", set->data().title, set->size(), set->size());
  });
  const auto fact = [](const char* label, const std::string& text) {
    return Json::array({label, text});
  };
  return Json::array(
      {fact("Rules", rules), fact("Budget", DescribeBudget(config.budget)),
       fact("Network", fmt::format("{} of {}", Counted(config.network.blocks, "block"),
                                   Counted(config.network.channels, "channel"))),
       fact("Self-play",
            fmt::format("{} an iteration; {} in {:.0f} % of the turns, {} in the others",
                        Counted(config.loop.games_per_iteration, "game"),
                        Counted(play.full_visits, "visit"), 100 * play.full_search_fraction,
                        play.fast_visits)),
       fact("Training",
            fmt::format("{}, batch {}, learning rate {:g} ({}); each position {:g} times",
                        train.optimizer, train.batch, train.learning_rate, train.schedule,
                        config.loop.samples_per_position)),
       fact("Evaluation", DescribeEvaluation(config.evaluation))});
}

namespace {

/// The work of a run so far, from the last line of its metrics.
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

}  // namespace

Json RunSummary(const std::filesystem::path& run, const std::vector<Json>& progress,
                std::vector<std::string>* warnings) {
  Work work;
  TryPart(warnings, [&] { work = progress.empty() ? Work() : WorkOf(progress.back()); });
  // The metrics count the games up to the newest model; these were played since.
  TryPart(warnings, [&] { work.games += CountGamesFrom(run / "games", work.iteration); });
  const RunState state = LoadRunState(run);
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  std::vector<int> models;
  TryPart(warnings, [&] { models = NumbersInFolder(run / "models"); });
  std::error_code none;
  return {{"name", std::filesystem::weakly_canonical(run, none).filename().string()},
          {"program", Version()},
          {"made", std::chrono::duration_cast<std::chrono::seconds>(now).count()},
          {"seconds", ReportNumber(std::max(work.seconds, state.seconds))},
          {"finished", state.finished},
          {"games", work.games},
          {"positions", work.positions},
          {"models", models.empty() ? Json() : Json(models.back())}};
}

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
