#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "console/output.h"

namespace raichi {

/// What a report draws, gathered from a run folder; tools/report/*.js reads it. Parts of which
/// there is nothing yet are null or empty.
///
///   run        name, seconds of work, games and policy targets so far, models, when this was made
///   facts      the configuration in short (report_facts.h)
///   config     config.yaml, and `settings` what the page asks of it
///   progress   columns of metrics/progress.jsonl (report_metrics.h)
///   evaluation ratings and results (report_evaluation.h)
///   newest     the newest games (report_newest.h)
///   boards     special squares of the rule sets of games, by name (report_replay.h)
///   openings   one tree per rule set (report_openings.h)
///   samples    games to replay (report_replay.h)
///   warnings   what could not be read; also appended to `warnings`
Json ReportData(const std::filesystem::path& run, std::vector<std::string>* warnings);

}  // namespace raichi
