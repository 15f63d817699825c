#include "app/report/live/live_report.h"

#include <cstdio>
#include <functional>
#include <utility>
#include <vector>

#include "app/report/report.h"
#include "base/error.h"
#include "base/files/files.h"
#include "console/version.h"
#include "run/sharing/folder_kind.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

std::string StateOf(const fs::path& path) {
  const FileStamp stamp = StampOf(path);
  return path.string() + " " + std::to_string(stamp.time) + " " + std::to_string(stamp.size) + "\n";
}

}  // namespace

std::string FolderState(const fs::path& run) {
  std::string text;
  for (const char* name :
       {"config.yaml", "state.json", "metrics/progress.jsonl", "metrics/matches.jsonl", "models"}) {
    text += StateOf(run / name);
  }
  try {
    for (const fs::path& folder : RunShards(run / "games").Folders()) text += StateOf(folder);
  } catch (const Error& error) {
    text += error.what();
  }
  constexpr int kBase = 16;
  std::string hex;
  for (size_t hash = std::hash<std::string>()(text); hash != 0; hash /= kBase) {
    hex += "0123456789abcdef"[hash % kBase];
  }
  return hex;
}

namespace {

constexpr int kSecondsBetweenRefreshes = 5;

}  // namespace

LiveReport::LiveReport(std::filesystem::path run) : run_(std::move(run)), reader_(run_) {}

void LiveReport::Refresh() {
  // Before reading, so that later changes are noticed. Another program makes another page.
  std::string state = Version() + "-" + FolderState(run_);
  if (page_ && state == state_) return;
  std::vector<std::string> warnings;
  Json data = reader_.Read(&warnings);
  data["live"] = kSecondsBetweenRefreshes;
  data["state"] = state;
  auto page = std::make_shared<const std::string>(LiveReportHtml(data));
  data_ = std::make_shared<const std::string>(JsonText(data));
  page_ = std::move(page);
  state_ = std::move(state);
}

WebAnswer LiveReport::Answer(const std::string& path) {
  if (path != "/" && path != "/data.json") {
    return {.status = 404,
            .type = "text/plain",
            .body = std::make_shared<const std::string>("not found\n")};
  }
  Refresh();
  if (path == "/") return {.body = page_, .tag = state_};
  return {.type = "application/json", .body = data_, .tag = state_};
}

void ServeReport(const std::filesystem::path& run, const std::string& host, int port,
                 const std::stop_token& stop) {
  RequireRun(run);
  LiveReport report(run);
  const auto ready = [&run](const std::string& address) {
    PrintLine(fmt::format("{}: the report is at {} until Ctrl-C", run.string(), address));
    std::fflush(stdout);
  };
  ServePages(
      host, port, [&report](const std::string& path) { return report.Answer(path); }, ready, stop);
}

}  // namespace raichi
