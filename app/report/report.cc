#include "app/report/report.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <string>

#include "app/draw/colours.h"
#include "app/draw/svg.h"
#include "app/report/data.h"
#include "app/report/metrics.h"
#include "base/config_keys.h"
#include "base/error.h"
#include "base/files/output_file.h"
#include "base/files/paths.h"
#include "base/text.h"
#include "console/output.h"
#include "console/version.h"
#include "run/config/config.h"
#include "run/files/folder.h"
#include "run/sharing/folder_kind.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

/// The names of the folders, or the paths as they were given if names repeat.
std::vector<std::string> NamesOf(const std::vector<fs::path>& runs) {
  std::set<fs::path> folders;
  for (const fs::path& run : runs) {
    if (folders.insert(RealPath(run)).second) continue;
    throw UsageError("report: " + run.string() + " is named twice");
  }
  std::vector<std::string> names;
  for (const fs::path& run : runs) names.push_back(RealPath(run).filename().string());
  if (std::set(names.begin(), names.end()).size() == names.size()) return names;
  names.clear();
  for (const fs::path& run : runs) names.push_back(run.lexically_normal().string());
  return names;
}

/// The text of every key of a run's configuration, in the order of the keys; empty if the
/// configuration cannot be read.
std::vector<std::pair<std::string, std::string>> KeysOf(const fs::path& run,
                                                        std::vector<std::string>* warnings) {
  std::vector<std::pair<std::string, std::string>> keys;
  TryPart(warnings, [&] {
    RunConfig config = LoadRunConfig((run / "config.yaml").string(), {});
    KeyList list;
    ListKeys(&config, &list);
    for (const ConfigKey& key : list.keys()) keys.emplace_back(key.name, key.Text());
  });
  return keys;
}

Json DifferencesOf(const std::vector<fs::path>& runs, std::vector<std::string>* warnings) {
  std::vector<std::vector<std::pair<std::string, std::string>>> all;
  for (const fs::path& run : runs) all.push_back(KeysOf(run, warnings));
  const auto readable =
      std::find_if(all.begin(), all.end(), [](const auto& keys) { return !keys.empty(); });
  Json differences = Json::array();
  if (readable == all.end()) return differences;
  for (size_t i = 0; i < readable->size(); ++i) {
    Json values = Json::array();
    std::set<std::string> texts;
    for (const auto& keys : all) {
      values.push_back(keys.empty() ? Json() : Json(keys[i].second));
      if (!keys.empty()) texts.insert(keys[i].second);
    }
    if (texts.size() > 1) {
      differences.push_back({{"key", (*readable)[i].first}, {"values", std::move(values)}});
    }
  }
  return differences;
}

/// Ratings are relative to an anchor; those of runs with different anchors cannot be compared.
void CheckAnchors(const Json& runs, std::vector<std::string>* warnings) {
  std::set<std::string> anchors;
  for (const Json& run : runs) {
    if (!run["evaluation"].is_null()) anchors.insert(run["evaluation"]["anchor"]);
  }
  anchors.erase("");  // of a run whose models have met no fixed player yet
  if (anchors.size() < 2) return;
  warnings->push_back(
      fmt::format("the ratings of these runs are relative to different players ({}), so they "
                  "cannot be compared",
                  Join(anchors, ", ")));
}

}  // namespace

Json CompareRuns(const std::vector<fs::path>& runs, std::vector<std::string>* warnings) {
  const std::vector<std::string> names = NamesOf(runs);
  Json list = Json::array();
  for (size_t i = 0; i < runs.size(); ++i) {
    std::vector<std::string> own;
    Json run = RunOverview(runs[i], &own);
    run.erase("config");
    run["name"] = names[i];
    list.push_back(std::move(run));
    for (const std::string& warning : own) warnings->push_back(names[i] + ": " + warning);
  }
  std::vector<std::string> repeated;  // what RunOverview has warned of already
  Json differences = DifferencesOf(runs, &repeated);
  CheckAnchors(list, warnings);
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return {{"program", Version()},
          {"made", std::chrono::duration_cast<std::chrono::seconds>(now).count()},
          {"runs", std::move(list)},
          {"differences", std::move(differences)},
          {"warnings", *warnings}};
}

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

namespace {

std::string FillTemplate(std::string_view page, std::string_view script, std::string_view connect,
                         const Json& data) {
  const std::string licence = fmt::format("/*\n{}*/\n", ChartLicence());
  const std::string style = BoardColoursCss().append(ReportStyle());
  return FillPage(page, {{"@CONNECT@", connect},
                         {"@CHART_CSS@", ChartStyle()},
                         {"@CSS@", style},
                         {"@DATA@", ForScript(data)},
                         {"@CHART_LICENCE@", licence},
                         {"@CHART_SCRIPT@", ChartScript()},
                         {"@SHARED_SCRIPT@", SharedScript()},
                         {"@RUN_SCRIPT@", RunScript()},
                         {"@SCRIPT@", script}});
}

}  // namespace

std::string ReportHtml(const Json& data) {
  return FillTemplate(ReportPage(), ReportScript(), "", data);
}

std::string LiveReportHtml(const Json& data) {
  return FillTemplate(ReportPage(), ReportScript(), " connect-src 'self';", data);
}

std::string ComparisonHtml(const Json& data) {
  return FillTemplate(ComparisonPage(), ComparisonScript(), "", data);
}

}  // namespace raichi
