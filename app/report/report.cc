#include "app/report/report.h"

#include <optional>
#include <string>

#include "app/report/comparison.h"
#include "app/report/data.h"
#include "app/report/html.h"
#include "base/error.h"
#include "base/files/output_file.h"
#include "console/output.h"
#include "run/files/folder.h"
#include "run/sharing/folder_kind.h"

namespace raichi {
std::filesystem::path ReportFile(const std::filesystem::path& run) { return run / "report.html"; }

void WriteReport(const std::filesystem::path& run, const std::filesystem::path& file) {
  RequireRun(run);
  CheckOutput(file);
  std::optional<RunLock> lock;
  // Of two writers the one that read the run last must also write last.
  if (file == ReportFile(run)) TakeTurn(run, "report", &lock);
  std::vector<std::string> warnings;
  const Json data = ReportReader(run).Read(&warnings);
  for (const std::string& warning : warnings) PrintWarning(warning);
  WriteOutput(file, ReportHtml(data));
}

void WriteComparison(const std::vector<std::filesystem::path>& runs,
                     const std::filesystem::path& file) {
  for (const std::filesystem::path& run : runs) RequireRun(run);
  CheckOutput(file);
  std::vector<std::string> warnings;
  const Json data = CompareRuns(runs, &warnings);
  for (const std::string& warning : warnings) PrintWarning(warning);
  WriteOutput(file, ComparisonHtml(data));
}

}  // namespace raichi
