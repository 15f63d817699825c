#pragma once

#include <filesystem>
#include <string>
#include <string_view>
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

/// The page of a run with the data of ReportReader (data.h). It loads nothing else.
std::string ReportHtml(const Json& data);
/// The same for a server, which the page asks for newer data (app/report/live/).
std::string LiveReportHtml(const Json& data);
/// The page that compares runs, with the data of CompareRuns (comparison.h).
std::string ComparisonHtml(const Json& data);

/// The files of app/report/page/ and app/report/vendor/, built into the program by
/// cmake/embed_page.cmake.
std::string_view ReportPage();        // HTML with the names that report.cc replaces, such as @DATA@
std::string_view ComparisonPage();    // likewise, for several runs
std::string_view ReportStyle();       // CSS, of other pages too
std::string_view SharedScript();      // JavaScript for any page: elements, charts, boards, replay
std::string_view RunScript();         // JavaScript of both pages here; follows SharedScript
std::string_view ReportScript();      // JavaScript of the report alone; follows RunScript
std::string_view ComparisonScript();  // likewise
std::string_view ChartStyle();        // uPlot's CSS
std::string_view ChartScript();       // uPlot's JavaScript
std::string_view ChartLicence();      // uPlot's licence, which every copy must contain

}  // namespace raichi
