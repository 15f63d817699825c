#include <iostream>
#include <memory>
#include <string>

#include "rules/error.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

void PrintHelp(const CLI::App& program, const std::string& name) {
  if (name.empty()) {
    // Not `program.help()`, which would explain the command that was given: this one.
    std::cout << program.get_formatter()->make_help(&program, program.get_name(),
                                                    CLI::AppFormatMode::Normal);
    return;
  }
  for (const CLI::App* command : program.get_subcommands({})) {
    if (command->check_name(name)) {
      std::cout << command->help("raichi");
      return;
    }
  }
  throw UsageError("help: there is no command '" + name + "' (raichi help lists them)");
}

}  // namespace

void AddHelpCommand(CLI::App& program) {
  CLI::App* command = program.add_subcommand("help", "Explain the program or one command");
  auto name = std::make_shared<std::string>();
  command->add_option("command", *name, "Name of the command to explain");
  command->callback([&program, name] { PrintHelp(program, *name); });
}

}  // namespace raichi
