#include "app/report/report.h"

#include <unistd.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "app/report/data.h"
#include "app/report/page.h"
#include "console/output.h"
#include "rules/check.h"
#include "rules/error.h"
#include "run/files/folder.h"
#include "selfplay/records/files.h"

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

/// Waits while others write the run's own report: who reads the run last has to write last.
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
  CheckWritable(file);
  std::optional<RunLock> lock;
  if (file == ReportFile(run)) TakeTurn(run, &lock);
  std::vector<std::string> warnings;
  const Json data = ReportData(run, &warnings);
  for (const std::string& warning : warnings) PrintWarning(warning);
  AtomicWrite(file, Fill(ReportPage(), {{"@CSS@", ReportStyle()},
                                        {"@DATA@", ForScript(data)},
                                        {"@SCRIPT@", ReportScript()}}));
}

}  // namespace raichi
