#include <iostream>
#include <memory>
#include <string>

#include "base/error.h"
#include "console/output.h"
#include "run/find_model.h"
#include "tools/commands/commands.h"
#include "tools/shell/completion.h"

namespace raichi {
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
