#pragma once

#include <filesystem>
#include <vector>

namespace raichi {

/// Writes a report of a run: one HTML file with charts that loads nothing else (docs/commands.md,
/// "report"). May be called during the run. The file is replaced atomically. Reads the metrics and
/// at most the newest few thousand games.
///
/// What cannot be read is left out, with a warning on standard error and in the report. Throws
/// Error if `run` is not a run folder, if the file cannot be written, or if another process holds
/// the lock of the run's own report for more than 30 seconds.
void WriteReport(const std::filesystem::path& run, const std::filesystem::path& file);

/// Writes one page with the curves of several runs over each other and the differences between
/// their configurations. Otherwise as WriteReport.
void WriteComparison(const std::vector<std::filesystem::path>& runs,
                     const std::filesystem::path& file);

/// The path of a run's own report, `RUN/report.html`.
std::filesystem::path ReportFile(const std::filesystem::path& run);

}  // namespace raichi
