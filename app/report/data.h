#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/report/games.h"
#include "app/report/outcomes.h"
#include "console/output.h"

namespace raichi {

/// Gathers the data of a report from a run folder, for the scripts of app/report/page/. Parts
/// without data are null or empty. Later calls of Read do not read the same games again.
///
///   run         name, seconds of work, games and policy targets, models (run_summary.h)
///   facts       the configuration in short (facts.h)
///   config      the text of config.yaml
///   settings    the settings that explain why a chart is empty
///   progress    columns of metrics/progress.jsonl (metrics.h)
///   outcomes    how games ended by rule set, if there are several: columns like these (outcomes.h)
///   evaluation  ratings and results (evaluation.h)
///   newest      statistics of the newest games (game_summary.h)
///   boards      the special squares of each rule set, by its name (replay.h)
///   openings    one tree per rule set (openings.h)
///   samples     games to replay (replay.h)
///   warnings    one line for each thing that could not be read; also appended to `warnings`
class ReportReader {
 public:
  explicit ReportReader(std::filesystem::path run);
  Json Read(std::vector<std::string>* warnings);

 private:
  std::filesystem::path run_;
  GameReader games_;
  OutcomeReader outcomes_;
};

/// The parts `run`, `config`, `facts`, `settings`, `progress` and `evaluation` alone, which are
/// read without the games.
Json RunOverview(const std::filesystem::path& run, std::vector<std::string>* warnings);

}  // namespace raichi
