#include "app/balance/study/sharpen.h"

#include <spdlog/fmt/fmt.h>

#include "base/error.h"
#include "console/child_process.h"
#include "rules/notation.h"
#include "run/files/state.h"

namespace raichi {
namespace {

/// A run that is still to be trained.
struct Sharpening {
  size_t rules = 0;
  Side learner = Side::kAttackers;
};

std::vector<Sharpening> MissingRuns(const Study& study) {
  std::vector<Sharpening> missing;
  for (size_t i = 0; i < study.design().rules.size(); ++i) {
    if (!study.design().rules[i].is_sandwiched) continue;
    for (const Side learner : {Side::kAttackers, Side::kDefenders}) {
      if (!LoadRunState(study.SharpenedRun(i, learner)).finished) missing.push_back({i, learner});
    }
  }
  return missing;
}

}  // namespace

std::vector<std::string> SharpeningArguments(const Study& study, size_t rules, Side learner) {
  const StudyPlan& plan = study.plan();
  const std::string& model = plan.players.models.front();
  const int visits = TopLevelOf(plan);
  return {"run", "configs/runs/tablut-cpu.yaml", "--from", model, "--dir",
          study.SharpenedRun(rules, learner).string(),
          fmt::format("rules=[\"{}\"]", study.design().rules[rules].word),
          fmt::format("seed={}", plan.seed),
          fmt::format("budget={{games: {}}}", plan.sandwiches.training), "network={}",
          "workers.bench=false", "loop={games_per_iteration: 64, samples_per_position: 6}",
          "window.min_positions=5000", "train.learning_rate=0.001",
          "evaluation={every: 0, final_pairs: 0}", "selfplay.max_plies=300",
          fmt::format("selfplay.full_visits={}", 2 * visits),
          fmt::format("selfplay.fast_visits={}", visits), "selfplay.handicap={max_factor: 1}",
          // A tenth of the games are without the frozen model, so that the network does not forget
          // how the other side plays.
          fmt::format("selfplay.past_models={{model: \"{}\", side: {}, fraction: 0.9}}", model,
                      ToString(Opponent(learner)))};
}

bool SharpenPlayers(const Study& study, const std::stop_token& stop, Progress* progress) {
  const std::vector<Sharpening> missing = MissingRuns(study);
  for (size_t i = 0; i < missing.size(); ++i) {
    const auto [rules, learner] = missing[i];
    const std::filesystem::path run = study.SharpenedRun(rules, learner);
    progress->Print(fmt::format("sandwich {} of {}: {} of {} learn to beat the first model", i + 1,
                                missing.size(), ToString(learner),
                                study.design().rules[rules].word));
    const int status = RunThisProgram(SharpeningArguments(study, rules, learner), stop);
    if (LoadRunState(run).finished) continue;
    if (stop.stop_requested()) return false;
    throw Error(fmt::format("{}: this run ended with status {}; the same command goes on with it",
                            run.string(), status));
  }
  return true;
}

}  // namespace raichi
