#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/report/games.h"
#include "app/report/openings.h"
#include "console/output.h"
#include "run/config/config.h"

namespace raichi {

/// A summary of a run's configuration for people: [[label, text], …].
Json FactsOf(const RunConfig& config);

/// A run as a whole: {name, program (its version), made (now, seconds since 1970), seconds (of
/// work), finished, games, positions (policy targets), models (number of the newest, or null)}.
/// `progress`: the lines of metrics/progress.jsonl. What cannot be read counts as 0 and adds a line
/// to `warnings`.
Json RunSummary(const std::filesystem::path& run, const std::vector<Json>& progress,
                std::vector<std::string>* warnings);

/// Gathers the data of a report from a run folder, for the scripts of app/report/page/. Parts
/// without data are null or empty. Later calls of Read do not read the same games again.
///
///   run         name, seconds of work, games and policy targets, models
///   facts       the configuration in short (facts.h)
///   config      the text of config.yaml
///   settings    the settings that explain why a chart is empty
///   progress    columns of metrics/progress.jsonl (metrics.h)
///   outcomes    how games ended by rule set, if there are several: columns like these (openings.h)
///   evaluation  ratings and results (evaluation.h)
///   newest      statistics of the newest games (games.h)
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
