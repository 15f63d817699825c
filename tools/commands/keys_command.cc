#include <iostream>
#include <memory>
#include <string>

#include "console/output.h"
#include "run/config/key_words.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

struct KeysOptions {
  std::string name;
  bool rules = false, markdown = false, json = false;
};

void PrintKeys(const KeysOptions& options) {
  if (options.markdown) {
    std::cout << KeysPage();
    return;
  }
  std::vector<KeyWords> keys = options.rules ? WordsOfRuleKeys() : WordsOfRunKeys();
  if (!options.name.empty()) keys = Select(keys, options.name);
  if (!options.json) {
    constexpr size_t kColumns = 100;
    std::cout << AsText(keys, ProseWidth(stdout, kColumns));
    return;
  }
  for (const KeyWords& key : keys) {
    if (!key.is_section) PrintJson(ToJson(key));
  }
}

}  // namespace

void AddKeysCommand(Program& program) {
  Command command =
      program.AddCommand("keys", "Explain the keys of run configurations or of rule files");
  auto options = std::make_shared<KeysOptions>();
  command.Add("key", &options->name, "A key, or a section with all its keys (default: all)");
  command.AddFlag("--rule-files", &options->rules, "The keys of rule files");
  const Option json =
      command.AddFlag("--json", &options->json, "Print one JSON object for each key");
  command.AddFlag("--markdown", &options->markdown, "Print the page docs/keys.md, which has all")
      .Excludes(json);
  command.Footer(
      "Examples:\n"
      "  raichi keys selfplay.search\n"
      "  raichi keys train.ema_decay\n"
      "  raichi keys --rule-files king.capture");
  command.Run([options] { PrintKeys(*options); });
}

}  // namespace raichi
