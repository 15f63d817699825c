#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "console/output.h"

namespace raichi {

/// The files and the text of a study's results, from the JSON of StudyToJson.

/// Writes balance.csv (a row for each rule set, family, level and treatment), effects.csv,
/// ladder.csv (if a curve was fitted) and report.html into the folder, and balance.json last:
/// whoever sees it takes all of them for written.
void WriteStudyFiles(const Json& study, const std::filesystem::path& folder);

/// Returns a line for each rule set, each ladder and each effect.
std::vector<std::string> FormatStudy(const Json& study);

}  // namespace raichi
