#include "app/report/report.h"

#include <optional>
#include <string>
#include <vector>

#include "app/draw/fill_page.h"
#include "app/report/data.h"
#include "app/report/page.h"
#include "base/error.h"
#include "console/output.h"
#include "run/files/folder.h"
#include "selfplay/records/output_file.h"

namespace raichi {
std::filesystem::path ReportFile(const std::filesystem::path& run) { return run / "report.html"; }

void WriteReport(const std::filesystem::path& run, const std::filesystem::path& file) {
  if (!std::filesystem::is_regular_file(run / "config.yaml")) {
    throw Error(run.string() + ": expected the folder of a run, with a config.yaml");
  }
  CheckOutput(file);
  std::optional<RunLock> lock;
  // Of two writers the one that read the run last must also write last.
  if (file == ReportFile(run)) TakeTurn(run, "report", &lock);
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
