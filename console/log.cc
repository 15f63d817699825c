#include "console/log.h"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/spdlog.h>

#include <cstdio>
#include <iostream>
#include <memory>
#include <mutex>
#include <utility>

#include "base/text.h"
#include "console/terminal.h"

namespace raichi {
namespace {

constexpr size_t kMaxLogBytes = 5'000'000;
constexpr size_t kOlderLogs = 2;

std::string_view PrefixOf(spdlog::level::level_enum level) {
  switch (level) {
    case spdlog::level::debug:
      return "raichi: debug: ";
    case spdlog::level::warn:
      return "raichi: warning: ";
    case spdlog::level::err:
      return "raichi: ";
    default:
      return "";
  }
}

/// Writes messages to standard error. On a terminal, a message replaces the refreshed line of
/// Progress.
class PeopleSink : public spdlog::sinks::base_sink<std::mutex> {
 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    std::string line(IsTerminal(stderr) ? "\r\x1b[K" : "");
    line += PrefixOf(message.level);
    line += VisibleLine({message.payload.data(), message.payload.size()});
    line += '\n';
    std::fwrite(line.data(), 1, line.size(), stderr);
    std::fflush(stderr);
  }
  void flush_() override { std::fflush(stderr); }
};

/// Writes the text of a message into a log file.
class VisibleFlag : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm&,
              spdlog::memory_buf_t& line) override {
    const std::string text = VisibleLine({message.payload.data(), message.payload.size()});
    line.append(text.data(), text.data() + text.size());
  }
  std::unique_ptr<custom_flag_formatter> clone() const override {
    return std::make_unique<VisibleFlag>();
  }
};

std::unique_ptr<spdlog::formatter> FileFormatter() {
  constexpr char kVisible = '*';
  auto formatter = std::make_unique<spdlog::pattern_formatter>();
  formatter->add_flag<VisibleFlag>(kVisible).set_pattern("%Y-%m-%d %H:%M:%S.%e %l %*");
  return formatter;
}

}  // namespace

const std::vector<std::string>& LogLevels() {
  static const std::vector<std::string> levels = {"debug", "info", "warning", "error"};
  return levels;
}

void StartLog(const std::string& level) {
  auto sink = std::make_shared<PeopleSink>();
  sink->set_level(spdlog::level::from_str(level));
  auto logger = std::make_shared<spdlog::logger>("raichi", std::move(sink));
  logger->set_level(spdlog::level::from_str(level));
  spdlog::set_default_logger(std::move(logger));
}

void OpenLogFile(const std::filesystem::path& folder, const std::string& name) {
  const std::filesystem::path file = folder / "logs" / (name + ".log");
  try {
    auto sink = std::make_shared<spdlog::sinks::rotating_file_sink_mt>(file.string(), kMaxLogBytes,
                                                                       kOlderLogs);
    sink->set_formatter(FileFormatter());
    spdlog::default_logger()->sinks().push_back(std::move(sink));
    spdlog::default_logger()->set_level(spdlog::level::debug);
    spdlog::default_logger()->flush_on(spdlog::level::debug);
  } catch (const spdlog::spdlog_ex& error) {
    PrintWarning(file.string() + ": cannot write this log: " + error.what());
  }
}

bool ShowsInfo() {
  const auto& sinks = spdlog::default_logger_raw()->sinks();
  return !sinks.empty() && sinks.front()->should_log(spdlog::level::info);
}

void PrintInfo(std::string_view text) { spdlog::info("{}", text); }

void PrintWarning(std::string_view text) {
  std::cout.flush();
  spdlog::warn("{}", text);
}

void PrintError(std::string_view text) {
  std::cout.flush();
  spdlog::error("{}", text);
}

}  // namespace raichi
