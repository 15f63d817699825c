#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>

#include "app/report/data.h"
#include "app/report/live/web_server.h"

namespace raichi {

/// The report of a run that goes on, for a server: the page at `/` and its data at `/data.json`,
/// which the page asks for every few seconds. Data are gathered again only when the run's folder
/// has changed, and only new games are read. Requests that come meanwhile get the
/// last data. Thread-safe.
class LiveReport {
 public:
  explicit LiveReport(std::filesystem::path run);
  WebAnswer Answer(const std::string& path);

 private:
  struct Report {
    std::string state;  // of program and folder, when the data were gathered
    Json data;
  };
  using ReportPtr = std::shared_ptr<const Report>;

  ReportPtr Newest();
  void Refresh();

  const std::filesystem::path run_;
  std::mutex reading_;   // guards reader_
  ReportReader reader_;  // its user alone replaces report_
  std::mutex mutex_;     // guards report_; locked for moments only
  ReportPtr report_;     // null before the first was read
};

/// Serves the report of a run until `stop`, and prints the address. Throws Error if `run` is not a
/// run folder or the port is taken.
void ServeReport(const std::filesystem::path& run, const std::string& host, int port,
                 const std::stop_token& stop);

}  // namespace raichi
