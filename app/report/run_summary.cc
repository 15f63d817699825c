#include "app/report/run_summary.h"

#include <algorithm>
#include <chrono>

#include "app/report/metrics.h"
#include "app/report/try_part.h"
#include "console/version.h"
#include "run/files/folder.h"
#include "run/files/shard_name.h"
#include "run/files/state.h"

namespace raichi {
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
  TryPart(warnings, [&] { models = RunFolder::NumbersIn(run / "models"); });
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

}  // namespace raichi
