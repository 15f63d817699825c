#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "app/report/data.h"
#include "app/report/live/web_server.h"

namespace raichi {

/// A short text that changes when a run's folder does: when a shard or a model is added, or when
/// the metrics, the configuration or the state of the run are written. Lists folders, and reads no
/// file.
std::string FolderState(const std::filesystem::path& run);

/// The report of a run that goes on, for a server: the page at `/` and its data at `/data.json`,
/// which the page asks for every few seconds. Data are gathered again only when the run's folder
/// has changed, and only new games are read.
class LiveReport {
 public:
  explicit LiveReport(std::filesystem::path run);
  WebAnswer Answer(const std::string& path);

 private:
  void Refresh();

  const std::filesystem::path run_;
  ReportReader reader_;
  std::string state_;  // of program and folder, when the data were gathered
  std::shared_ptr<const std::string> page_;
  std::shared_ptr<const std::string> data_;
};

/// Serves the report of a run until `stop`, and prints the address. Throws Error if `run` is not a
/// run folder or the port is taken.
void ServeReport(const std::filesystem::path& run, const std::string& host, int port,
                 const std::stop_token& stop);

}  // namespace raichi
