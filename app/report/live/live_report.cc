#include "app/report/live/live_report.h"

#include <malloc.h>

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

LiveReport::ReportPtr LiveReport::Newest() {
  const std::lock_guard lock(mutex_);
  return report_;
}

void LiveReport::Refresh() {
  const ReportPtr last = Newest();
  // Before reading, so that later changes are noticed. Another program makes another page.
  std::string state = Version() + "-" + FolderState(run_);
  if (last && state == last->state) return;
  std::vector<std::string> warnings;
  Json data = reader_.Read(&warnings);
  data["live"] = kSecondsBetweenRefreshes;
  data["state"] = state;
  auto report = std::make_shared<const Report>(Report{std::move(state), std::move(data)});
  const std::lock_guard lock(mutex_);
  report_ = std::move(report);
}

WebAnswer LiveReport::Answer(const std::string& path) {
  if (path != "/" && path != "/data.json") {
    return {.status = 404, .type = "text/plain", .body = "not found\n"};
  }
  std::unique_lock reading(reading_, std::try_to_lock);
  if (!reading && !Newest()) reading.lock();
  if (reading) {
    Refresh();
    reading.unlock();
  }
  const ReportPtr report = Newest();
  if (path == "/") return {.body = LiveReportHtml(report->data), .tag = report->state};
  return {.type = "application/json", .body = JsonText(report->data), .tag = report->state};
}

void ServeReport(const std::filesystem::path& run, const std::string& host, int port,
                 const std::stop_token& stop) {
  RequireRun(run);
  // Otherwise each of the server's threads keeps the memory of the largest report that it has made.
  mallopt(M_ARENA_MAX, 1);
  LiveReport report(run);
  const auto ready = [&run](const std::string& address) {
    PrintLine(fmt::format("{}: the report is at {} until Ctrl-C", run.string(), address));
    std::fflush(stdout);
  };
  ServePages(
      host, port, [&report](const std::string& path) { return report.Answer(path); }, ready, stop);
}

}  // namespace raichi
