#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "console/output.h"

namespace raichi {

/// The data of a report, gathered from a run folder for the scripts of app/report/page/. Parts
/// without data are null or empty.
///
///   run         name, seconds of work, games and policy targets, models (run_summary.h)
///   facts       the configuration in short (facts.h)
///   config      the text of config.yaml
///   settings    the settings that explain why a chart is empty
///   progress    columns of metrics/progress.jsonl (metrics.h)
///   evaluation  ratings and results (evaluation.h)
///   newest      statistics of the newest games (game_summary.h)
///   boards      the special squares of each rule set, by its name (replay.h)
///   openings    one tree per rule set (openings.h)
///   samples     games to replay (replay.h)
///   warnings    one line for each thing that could not be read; also appended to `warnings`
Json ReportData(const std::filesystem::path& run, std::vector<std::string>* warnings);

}  // namespace raichi
