#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

#include <cstdio>
#include <exception>
#include <iostream>
#include <string>

#include "console/version.h"
#include "rules/error.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

constexpr int kFailure = 1;
constexpr int kWrongUse = 2;

void AddCommands(CLI::App& program) {
  AddRunCommand(program);
  AddSelfPlayCommand(program);
  AddTrainCommand(program);
  AddAblateCommand(program);
  AddPlayCommand(program);
  AddAnalyzeCommand(program);
  AddEngineCommand(program);
  AddMatchCommand(program);
  AddRateCommand(program);
  AddReportCommand(program);
  AddGamesCommand(program);
  AddExportCommand(program);
  AddVerifyCommand(program);
  AddRulesCommand(program);
  AddMovesCommand(program);
  AddReplayCommand(program);
  AddEncodeCommand(program);
  AddPerftCommand(program);
  AddBenchCommand(program);
  AddHelpCommand(program);
}

/// LibTorch takes and gives back megabytes for every batch. Kept, they need not come from the
/// kernel as fresh pages each time: docs/performance.md.
void KeepFreedMemory() {
#ifdef M_TRIM_THRESHOLD
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
}

int Fail(int status, std::string message) {
  for (char& c : message) c = c == '\n' ? ' ' : c;
  std::cout.flush();
  std::cerr << "raichi: " << message << std::endl;
  return status;
}

int WrongUse(const CLI::App& program, const CLI::ParseError& error) {
  const auto commands = program.get_subcommands();
  const std::string command = commands.empty() ? "" : " " + commands.front()->get_name();
  return Fail(kWrongUse, std::string(error.what()) + " (see raichi" + command + " --help)");
}

int Run(int argc, char** argv) {
  CLI::App program("Raichi trains and measures players of Tablut and its family.", "raichi");
  program.set_version_flag("--version", ProgramVersion());
  program.require_subcommand(0, 1);
  AddCommands(program);
  if (argc < 2) {
    std::cerr << program.help();
    return kWrongUse;
  }
  try {
    program.parse(argc, argv);
    std::cout.flush();
    return std::cout.good() ? 0 : Fail(kFailure, "standard output: cannot write");
  } catch (const CLI::Success& help_or_version) {
    return program.exit(help_or_version);
  } catch (const CLI::ParseError& error) {
    return WrongUse(program, error);
  }
}

}  // namespace
}  // namespace raichi

int main(int argc, char** argv) {
  raichi::KeepFreedMemory();
  try {
    return raichi::Run(argc, argv);
  } catch (const raichi::UsageError& error) {
    return raichi::Fail(raichi::kWrongUse, error.what());
  } catch (const std::exception& error) {
    return raichi::Fail(raichi::kFailure, error.what());
  }
}
