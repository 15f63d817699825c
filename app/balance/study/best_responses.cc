#include "app/balance/study/best_responses.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "console/child_process.h"
#include "rules/notation.h"
#include "run/config/pinned_rules.h"
#include "run/files/model_id.h"
#include "run/files/state.h"
#include "run/find_model.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

/// A best response of a study.
struct Response {
  size_t rules = 0;
  Side side = Side::kAttackers;
  fs::path run;
};

/// Whether all games of a best response are played.
bool IsPlayed(const Study& study, const Response& response) {
  const auto units = UnitsOfRound(study.design(), response.rules, 0, study.plan());
  return std::ranges::all_of(units, [&](const StudyUnit& unit) {
    return unit.pairing.b.best_response != response.side || study.IsDone(unit);
  });
}

std::vector<Response> NeededResponses(const Study& study) {
  std::vector<Response> needed;
  for (size_t i = 0; i < study.design().rules.size(); ++i) {
    if (!study.design().rules[i].is_sandwiched) continue;
    for (const Side side : {Side::kAttackers, Side::kDefenders}) {
      Response response{i, side, study.BestResponseRun(i, side)};
      if (!IsPlayed(study, response)) needed.push_back(std::move(response));
    }
  }
  return needed;
}

/// Notes which weights a finished run has, or compares them with the note.
void NoteWeights(const Response& response) {
  constexpr uint64_t kMostBytes = 64;
  const fs::path note = response.run.string() + ".weights";
  const std::string weights = WeightsChecksum(FindModel(response.run)) + "\n";
  if (!Exists(note)) return AtomicWrite(note, weights);
  if (ReadFile(note, kMostBytes) == weights) return;
  throw Error(response.run.string() +
              ": its newest model is not the one that it ended with; put that one back, or choose "
              "another --dir");
}

bool Train(const Study& study, const Response& response, const RunChanges& changes,
           const std::stop_token& stop) {
  const bool is_begun = IsBegun(response.run);
  std::vector<std::string> arguments =
      is_begun ? std::vector<std::string>{"run", response.run.string()}
               : BestResponseArguments(study, response.rules, response.side);
  arguments.insert(arguments.end(), changes.begin(), changes.end());
  const int status = RunThisProgram(arguments, stop);
  if (LoadRunState(response.run).finished) return true;
  if (stop.stop_requested()) return false;
  throw Error(fmt::format("{}: this run ended with status {}; the same command goes on with it",
                          response.run.string(), status));
}

}  // namespace

std::vector<std::string> BestResponseArguments(const Study& study, size_t rules, Side side) {
  const StudyPlan& plan = study.plan();
  const std::string model = ShowModel(study.models().front());
  const int visits = TopLevelOf(plan);
  return {"run", "configs/runs/tablut-cpu.yaml", "--from", model, "--dir",
          study.BestResponseRun(rules, side).string(),
          fmt::format("rules=[\"{}\"]", study.design().rules[rules].word),
          fmt::format("seed={}", plan.seed),
          fmt::format("budget={{games: {}}}", plan.sandwiches.training), "network={}",
          "workers.bench=false", "loop={games_per_iteration: 64, samples_per_position: 6}",
          "window.min_positions=5000", "train.learning_rate=0.001",
          "evaluation={every: 0, final_pairs: 0}",
          fmt::format("selfplay.max_plies={}", MatchConfig().max_plies),
          fmt::format("selfplay.full_visits={}", 2 * visits),
          fmt::format("selfplay.fast_visits={}", visits), "selfplay.handicap={max_factor: 1}",
          // A tenth of the evaluations go to games without the frozen model, lest the network
          // forget how the other side plays.
          fmt::format("selfplay.past_models={{model: \"{}\", side: {}, fraction: 0.9}}", model,
                      ToString(Opponent(side)))};
}

bool TrainBestResponses(const Study& study, const RunChanges& changes, const std::stop_token& stop,
                        Progress* progress) {
  const std::vector<Response> needed = NeededResponses(study);
  for (size_t i = 0; i < needed.size(); ++i) {
    const Response& response = needed[i];
    if (!LoadRunState(response.run).finished) {
      progress->Print(fmt::format("best response {} of {}: {} of {} learn to beat the first model",
                                  i + 1, needed.size(), ToString(response.side),
                                  study.design().rules[response.rules].word));
      if (!Train(study, response, changes, stop)) return false;
    }
    NoteWeights(response);
  }
  return true;
}

}  // namespace raichi
