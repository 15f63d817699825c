#include "console/log.h"

#include <gmock/gmock.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>

namespace raichi {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class LogTest : public testing::Test {
 protected:
  LogTest() { fs::remove_all(folder_); }
  ~LogTest() override {
    spdlog::set_default_logger(previous_);
    fs::remove_all(folder_);
  }

  /// What `write` puts on standard error, at a level.
  static std::string Shown(const std::string& level, const std::function<void()>& write) {
    testing::internal::CaptureStderr();
    StartLog(level);
    write();
    return testing::internal::GetCapturedStderr();
  }
  static void WriteAll() {
    spdlog::debug("detail");
    PrintInfo("news");
    PrintWarning("danger");
    PrintError("failure");
  }
  std::string Logged(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(folder_ / "logs" / (name + ".log")).rdbuf();
    return text.str();
  }

  const fs::path folder_ =
      fs::path(testing::TempDir()) / ("raichi_log_test_" + std::to_string(getpid()));
  std::shared_ptr<spdlog::logger> previous_ = spdlog::default_logger();
};

TEST_F(LogTest, PeopleSeeTheirLevelAndAbove) {
  const std::string important = "raichi: warning: danger\nraichi: failure\n";
  EXPECT_EQ(Shown("debug", WriteAll), "raichi: debug: detail\nnews\n" + important);
  EXPECT_EQ(Shown("info", WriteAll), "news\n" + important);
  EXPECT_EQ(Shown("warning", WriteAll), important);
  EXPECT_EQ(Shown("error", WriteAll), "raichi: failure\n");
}

TEST_F(LogTest, ControlCharactersAreNotShown) {
  EXPECT_EQ(Shown("info", [] { PrintWarning("a\x1b[31mb\x7f\tä"); }),
            "raichi: warning: a\\x1B[31mb\\x7F\tä\n");
}

TEST_F(LogTest, AMessageIsOneLineWhateverItNames) {
  const std::string name = "r\n2026-01-01 00:00:00.000 info forged\x9b\u202e";
  const std::string shown = R"(r\n2026-01-01 00:00:00.000 info forged\x9B\u202E)";
  EXPECT_EQ(Shown("info",
                  [&] {
                    OpenLogFile(folder_, "job");
                    PrintWarning(name);
                  }),
            "raichi: warning: " + shown + "\n");
  EXPECT_THAT(Logged("job"), testing::EndsWith(" warning " + shown + "\n"));
}

TEST_F(LogTest, TheFileHasEveryLevelWhateverPeopleSee) {
  EXPECT_EQ(Shown("error",
                  [this] {
                    OpenLogFile(folder_, "job");
                    WriteAll();
                  }),
            "raichi: failure\n");
  for (const char* line :
       {" debug detail\n", " info news\n", " warning danger\n", " error failure\n"}) {
    EXPECT_THAT(Logged("job"), HasSubstr(line));
  }
}

TEST_F(LogTest, AFileIsContinuedAndRotated) {
  for (const char* text : {"first", "second"}) {
    Shown("error", [&] {
      OpenLogFile(folder_);
      PrintInfo(text);
    });
  }
  EXPECT_THAT(Logged("raichi"), HasSubstr("first"));
  EXPECT_THAT(Logged("raichi"), HasSubstr("second"));
  Shown("error", [&] {
    OpenLogFile(folder_);
    for (int i = 0; i < 21; ++i) PrintInfo(std::string(1'000'000, 'x'));
  });
  EXPECT_THAT(Logged("raichi"), Not(HasSubstr("first")));
  EXPECT_TRUE(fs::exists(folder_ / "logs" / "raichi.2.log"));
  EXPECT_FALSE(fs::exists(folder_ / "logs" / "raichi.3.log"));
}

TEST_F(LogTest, AFileThatCannotBeWrittenIsAWarning) {
  std::ofstream(folder_.string()) << "a file, not a folder";
  EXPECT_THAT(Shown("info",
                    [this] {
                      OpenLogFile(folder_);
                      PrintInfo("goes on");
                    }),
              testing::AllOf(HasSubstr("raichi: warning: "), HasSubstr("cannot write this log"),
                             HasSubstr("\ngoes on\n")));
}

}  // namespace
}  // namespace raichi
