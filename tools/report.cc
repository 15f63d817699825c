#include "tools/report.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/check.h"
#include "rules/error.h"
#include "selfplay/files.h"
#include "tools/output.h"
#include "tools/report_data.h"
#include "tools/report_page.h"
#include "tools/run_folder.h"

namespace raichi {
namespace {

/// JSON that may stand inside a <script> element: no `<` ends it or begins a comment.
std::string ForScript(const Json& data) {
  const std::string text = data.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      escaped += "\\u003c";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

/// The page with its `@NAME@`s replaced, each of which stands in it once, in this order.
std::string Fill(std::string_view page,
                 const std::vector<std::pair<std::string_view, std::string_view>>& parts) {
  std::string filled;
  for (const auto& [name, text] : parts) {
    const size_t at = page.find(name);
    RAICHI_CHECK(at != std::string_view::npos);
    filled += page.substr(0, at);
    filled += text;
    page.remove_prefix(at + name.size());
  }
  return filled.append(page);
}

}  // namespace

std::filesystem::path ReportFile(const std::filesystem::path& run) { return run / "report.html"; }

void WriteReport(const std::filesystem::path& run, const std::filesystem::path& file) {
  if (!std::filesystem::is_regular_file(run / "config.yaml")) {
    throw Error(run.string() + ": expected the folder of a run, with a config.yaml");
  }
  std::optional<RunLock> lock;  // two writers of one file would spoil it
  if (file == ReportFile(run)) lock.emplace(run, "report");
  std::vector<std::string> warnings;
  const Json data = ReportData(run, &warnings);
  for (const std::string& warning : warnings) PrintWarning(warning);
  AtomicWrite(file, Fill(ReportPage(), {{"@CSS@", ReportStyle()},
                                        {"@DATA@", ForScript(data)},
                                        {"@SCRIPT@", ReportScript()}}));
}

}  // namespace raichi
