#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/output_file.h"
#include "console/version.h"
#include "tools/commands/commands.h"
#include "tools/shell/manual.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

struct ManualOptions {
  std::string command;
  std::string output;
};

std::string PageOf(const std::vector<CommandInfo>& commands, const std::string& name) {
  const auto command =
      std::ranges::find(commands.begin() + 1, commands.end(), name, &CommandInfo::name);
  return ManualOf(*command, commands.front(), ProgramVersion());
}

void WritePages(const std::vector<CommandInfo>& commands, const fs::path& folder) {
  CreateFolders(folder);
  WriteOutput(folder / "raichi.1", ManualOfProgram(commands, ProgramVersion()));
  for (const CommandInfo& command : commands) {
    if (command.is_program()) continue;
    WriteOutput(folder / ("raichi-" + command.name + ".1"),
                ManualOf(command, commands.front(), ProgramVersion()));
  }
}

void Print(const Program& program, const ManualOptions& options) {
  const std::vector<CommandInfo> commands = program.Describe();
  if (!options.output.empty()) return WritePages(commands, options.output);
  if (!options.command.empty()) program.RequireCommand(options.command);
  std::cout << (options.command.empty() ? ManualOfProgram(commands, ProgramVersion())
                                        : PageOf(commands, options.command));
}

}  // namespace

void AddManualCommand(Program& program) {
  Command command =
      program.AddCommand("manual", "Print the manual page of the program or of one command");
  auto options = std::make_shared<ManualOptions>();
  const Option name =
      command.Add("command", &options->command, "Name of the command (default: the program)");
  command.Add("-o,--output", &options->output, "Write all pages into this folder")
      .Value("DIR")
      .Excludes(name);
  command.Footer("Example:\n  raichi manual match | man -l -");
  command.Run([&program, options] { Print(program, *options); });
}

namespace {

void PrintHelp(const Program& program, const std::string& name) {
  std::cout << (name.empty() ? program.Help() : program.HelpOf(name));
}

}  // namespace

void AddHelpCommand(Program& program) {
  Command command = program.AddCommand("help", "Explain the program or one command");
  auto name = std::make_shared<std::string>();
  command.Add("command", name.get(), "Name of the command to explain");
  command.Footer(
      "Example:\n"
      "  raichi help match");
  command.Run([&program, name] { PrintHelp(program, *name); });
}

}  // namespace raichi
