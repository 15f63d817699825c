#include "console/log.h"

#include <fcntl.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <iostream>
#include <memory>
#include <mutex>
#include <utility>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/guard.h"
#include "base/text.h"
#include "console/output.h"

namespace raichi {
namespace {

constexpr uint64_t kMaxLogBytes = 5'000'000;
constexpr int kOlderLogs = 2;

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
    std::string line(PrefixOf(message.level));
    line += VisibleLine({message.payload.data(), message.payload.size()});
    if (IsTerminal(stderr)) {
      line = "\r\x1b[K" + Wrap(line, static_cast<size_t>(TerminalWidth(stderr)));
    }
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

/// Appends messages to a file, NAME.log. When it is full, it becomes NAME.1.log, and that
/// NAME.2.log.
class LogFileSink : public spdlog::sinks::base_sink<std::mutex> {
 public:
  /// Throws WriteError if the file cannot be opened.
  explicit LogFileSink(std::filesystem::path path) : path_(std::move(path)) { Open(); }

 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    spdlog::memory_buf_t line;
    formatter_->format(message, line);
    if (size_ + line.size() > kMaxLogBytes) Rotate();
    // Lines of several processes do not mix. An error has no better place to be told.
    if (::write(file_.number(), line.data(), line.size()) > 0) size_ += line.size();
  }
  void flush_() override {}

 private:
  void Open() {
    file_ = OpenFile(path_, O_WRONLY | O_APPEND | O_CREAT);
    struct stat status {};
    if (!file_.IsOpen() || ::fstat(file_.number(), &status) != 0) {
      throw WriteError(SystemReason(path_, errno), errno);
    }
    size_ = static_cast<uint64_t>(status.st_size);
  }
  std::filesystem::path Older(int number) const {
    std::filesystem::path older = path_;
    return number == 0 ? older : older.replace_extension(std::to_string(number) + ".log");
  }
  /// If that fails, the file goes on growing.
  void Rotate() {
    try {
      for (int number = kOlderLogs; number > 0; --number) {
        if (Exists(Older(number - 1))) MoveFile(Older(number - 1), Older(number));
      }
      Open();
    } catch (const Error&) {
      size_ = 0;
    }
  }

  const std::filesystem::path path_;
  Descriptor file_;
  uint64_t size_ = 0;
};

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
    CreateFolders(file.parent_path());
    auto sink = std::make_shared<LogFileSink>(file);
    sink->set_formatter(FileFormatter());
    spdlog::default_logger()->sinks().push_back(std::move(sink));
    spdlog::default_logger()->set_level(spdlog::level::debug);
    spdlog::default_logger()->flush_on(spdlog::level::debug);
  } catch (const WriteError& error) {
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
