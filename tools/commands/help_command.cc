#include <iostream>
#include <memory>
#include <string>

#include "tools/commands/commands.h"

namespace raichi {
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
