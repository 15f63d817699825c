#include <fcntl.h>
#if __has_include(<malloc.h>)
#include <malloc.h>
#endif
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>

#include "base/error.h"
#include "console/log.h"
#include "console/version.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

constexpr int kFailure = 1;
constexpr int kWrongUse = 2;
constexpr int kLostLock = 3;

#if RAICHI_GAME  // the program that only plays (cmake/game.cmake)
void AddCommands(Program& program) {
  AddPlayCommand(program);
  AddRulesCommand(program);
  AddVersionCommand(program);
}
#else
void AddCommands(Program& program) {
  program.Heading("Learn");
  AddRunCommand(program);
  AddSelfPlayCommand(program);
  AddTrainCommand(program);
  AddEvaluateCommand(program);
  AddStatusCommand(program);
  AddAblateCommand(program);
  AddReportCommand(program);
  AddKeysCommand(program);
  program.Heading("Play and analyse");
  AddPlayCommand(program);
  AddAnalyzeCommand(program);
  AddEngineCommand(program);
  program.Heading("Measure");
  AddMatchCommand(program);
  AddRateCommand(program);
  AddBalanceCommand(program);
  AddBenchCommand(program);
  AddTruthCommand(program);
  program.Heading("Rules and positions");
  AddRulesCommand(program);
  AddMovesCommand(program);
  AddReplayCommand(program);
  AddPerftCommand(program);
  AddSolveCommand(program);
  AddProveCommand(program);
  program.Heading("Models and records");
  AddGamesCommand(program);
  AddExportCommand(program);
  AddImportCommand(program);
  AddVerifyCommand(program);
  AddEncodeCommand(program);
  program.Heading("This program");
  AddHelpCommand(program);
  AddManualCommand(program);
  AddCompletionCommand(program);
  AddVersionCommand(program);
}
#endif

/// Makes malloc keep freed memory. LibTorch allocates and frees megabytes for every batch, and
/// fresh pages from the kernel would be slow.
void KeepFreedMemory() {
#ifdef M_TRIM_THRESHOLD
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
}

/// Makes LibTorch's threads sleep while they wait for each other. By default they spin for a while,
/// which nearly stops training if other programs use the cores (docs/performance.md). Both
/// LibTorch 1.13 and 2.x use GNU's OpenMP, which reads its settings when it is loaded, that is with
/// LibTorch, when a network is first used. A value that the user has set is kept.
void SleepWhileWaiting() { setenv("OMP_WAIT_POLICY", "passive", 0); }

/// Opens the standard streams that the caller has closed. Otherwise files of this program would
/// take their numbers and receive what is printed.
void OpenStandardStreams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
    if (open("/dev/null", O_RDWR) != stream) _exit(kFailure);  // open takes the lowest free number
  }
}

int Fail(int status, std::string_view message) {
  PrintError(message);
  return status;
}

int Run(int argc, char** argv) {
  Program program("raichi", "Raichi trains and measures players of Tablut and its family.",
                  ProgramVersion());
  std::string log_level = "info";
  program.AddShared("--log-level", &log_level, "Lowest level of messages shown on standard error")
      .Value("LEVEL")
      .OneOf(LogLevels())
      .ShowDefault();
  AddCommands(program);
  if (argc < 2) {
    std::cerr << program.Help();
    return kWrongUse;
  }
  program.Parse(argc, argv, [&] { StartLog(log_level); });
  std::cout.flush();
  return std::cout.good() ? 0 : Fail(kFailure, "standard output: cannot write");
}

}  // namespace
}  // namespace raichi

int main(int argc, char** argv) {
  raichi::OpenStandardStreams();
  raichi::KeepFreedMemory();
  raichi::SleepWhileWaiting();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of that file
  raichi::StartLog("info");
  try {
    return raichi::Run(argc, argv);
  } catch (const raichi::UsageError& error) {
    return raichi::Fail(raichi::kWrongUse, error.what());
  } catch (const raichi::LostLockError& error) {
    return raichi::Fail(raichi::kLostLock, error.what());
  } catch (const std::filesystem::filesystem_error& error) {
    const bool is_plain = !error.path1().empty() && error.path2().empty();
    return raichi::Fail(
        raichi::kFailure,
        is_plain ? error.path1().string() + ": " + error.code().message() : error.what());
  } catch (const std::exception& error) {
    return raichi::Fail(raichi::kFailure, error.what());
  }
}
