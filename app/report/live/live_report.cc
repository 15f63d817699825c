#include "app/report/live/live_report.h"

#include <cstdio>
#include <utility>
#include <vector>

#include "app/report/html.h"
#include "app/report/live/folder_state.h"
#include "console/version.h"
#include "run/sharing/folder_kind.h"

namespace raichi {
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
