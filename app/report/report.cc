#include "app/report/report.h"

#include <unistd.h>

#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/draw/fill_page.h"
#include "app/report/data.h"
#include "app/report/page.h"
#include "base/error.h"
#include "console/output.h"
#include "run/files/folder.h"
#include "selfplay/records/output_file.h"

namespace raichi {
namespace {

/// Takes the lock of the run's own report. Of two writers the one that read the run last must also
/// write last, so this waits up to 30 seconds for another writer and then throws Error.
void TakeTurn(const std::filesystem::path& run, std::optional<RunLock>* lock) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end = Clock::now() + std::chrono::seconds(30);
  while (!*lock) {
    try {
      lock->emplace(run, "report");
    } catch (const Error&) {
      if (Clock::now() > end || access(run.c_str(), W_OK) != 0) throw;
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
  }
}

}  // namespace

std::filesystem::path ReportFile(const std::filesystem::path& run) { return run / "report.html"; }

void WriteReport(const std::filesystem::path& run, const std::filesystem::path& file) {
  if (!std::filesystem::is_regular_file(run / "config.yaml")) {
    throw Error(run.string() + ": expected the folder of a run, with a config.yaml");
  }
  CheckOutput(file);
  std::optional<RunLock> lock;
  if (file == ReportFile(run)) TakeTurn(run, &lock);
  std::vector<std::string> warnings;
  const Json data = ReportData(run, &warnings);
  for (const std::string& warning : warnings) PrintWarning(warning);
  const std::string licence = fmt::format("/*\n{}*/\n", ChartLicence());
  WriteOutput(file, FillPage(ReportPage(), {{"@CHART_CSS@", ChartStyle()},
                                            {"@CSS@", ReportStyle()},
                                            {"@DATA@", ForScript(data)},
                                            {"@CHART_LICENCE@", licence},
                                            {"@CHART_SCRIPT@", ChartScript()},
                                            {"@SHARED_SCRIPT@", SharedScript()},
                                            {"@SCRIPT@", ReportScript()}}));
}

}  // namespace raichi
