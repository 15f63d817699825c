#include <iostream>
#include <memory>
#include <string>

#include "tools/commands/commands.h"
#include "tools/shell/completion.h"

namespace raichi {
namespace {

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
  command.Add("shell", shell.get(), "Shell").Required().OneOf({"bash", "fish", "zsh"});
  command.Footer(
      "Examples:\n"
      "  source <(raichi completion bash)                                   # this shell\n"
      "  raichi completion bash > /etc/bash_completion.d/raichi             # every new one\n"
      "  raichi completion fish > ~/.config/fish/completions/raichi.fish\n"
      "  raichi completion zsh > ~/.zfunc/_raichi                           # in a folder of "
      "$fpath");
  command.Run([&program, shell] { PrintCompletion(program, *shell); });
}

}  // namespace raichi
