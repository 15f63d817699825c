#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/output_file.h"
#include "console/output.h"
#include "console/version.h"
#include "run/players/find_model.h"
#include "tools/commands/commands.h"
#include "tools/shell/completion.h"
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

namespace {

void PrintModels() {
  for (const std::string& name : PublishedNames()) PrintLine(name);
}

void PrintPlayers() {
  for (const char* word : {"random", "greedy", "shuffle", "playouts:100", "playouts:1000",
                           "alphabeta:1", "alphabeta:2", "alphabeta:4", "alphabeta:6"}) {
    PrintLine(word);
  }
  PrintModels();
}

void PrintCompletion(const Program& program, const std::string& shell) {
  const auto write = shell == "bash"   ? BashCompletion
                     : shell == "fish" ? FishCompletion
                                       : ZshCompletion;
  std::cout << write(program.Describe());
}

}  // namespace

void AddCompletionCommand(Program& program) {
  Command command = program.AddCommand(
      "completion", "Print a script by which a shell completes commands, options and rule sets");
  auto shell = std::make_shared<std::string>();
  command.Add("shell", shell.get(), "Shell").OneOf({"bash", "fish", "zsh"});
  auto players = std::make_shared<bool>();
  command.AddFlag("--player-words", players.get(),
                  "Print usual players and all published models, as the scripts ask for them");
  auto models = std::make_shared<bool>();
  command.AddFlag("--models", models.get(), "Print all published models");
  command.Footer(
      "Examples:\n"
      "  source <(raichi completion bash)                                   # this shell\n"
      "  raichi completion bash > /etc/bash_completion.d/raichi             # every new one\n"
      "  raichi completion fish > ~/.config/fish/completions/raichi.fish\n"
      "  raichi completion zsh > ~/.zfunc/_raichi                           # in a folder of "
      "$fpath");
  command.Run([&program, shell, players, models] {
    if (*players) return PrintPlayers();
    if (*models) return PrintModels();
    if (shell->empty()) throw UsageError("completion: expected a shell: bash, fish or zsh");
    PrintCompletion(program, *shell);
  });
}

}  // namespace raichi
