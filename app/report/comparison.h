#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "console/output.h"

namespace raichi {

/// The data of a page that compares runs:
///   program      the version of this program
///   made         now, in seconds since 1970
///   runs         [{name, run, facts, progress, evaluation}]: RunOverview of each (data.h); names
///                differ
///   differences  [{key, values}]: the keys of the configuration that differ between the runs, with
///                the value of each run as text; null if its configuration could not be read
///   warnings     one line for each thing that could not be read or compared; also appended to
///                `warnings`
Json CompareRuns(const std::vector<std::filesystem::path>& runs,
                 std::vector<std::string>* warnings);

}  // namespace raichi
