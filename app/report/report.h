#pragma once

#include <filesystem>

namespace raichi {

/// Writes what happened in a run as one HTML file with pictures, which needs no network
/// (docs/commands.md, "report"). May be called while the run goes on: the file appears whole. It
/// reads the metrics, and at most the newest few thousand games.
///
/// Throws Error if `run` is no run folder, the file cannot be written, or another process has been
/// writing the run's own report for half a minute. What cannot be read is left out, with a warning
/// on standard error and in the report.
void WriteReport(const std::filesystem::path& run, const std::filesystem::path& file);

/// `RUN/report.html`.
std::filesystem::path ReportFile(const std::filesystem::path& run);

}  // namespace raichi
