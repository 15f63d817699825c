#include <iostream>
#include <memory>
#include <string>

#include "console/output.h"
#include "tools/commands/commands.h"
#include "tools/commands/key_words.h"

namespace raichi {
namespace {

struct KeysOptions {
  std::string name;
  bool plans = false, rules = false, markdown = false, json = false;
};

void Keys(const KeysOptions& options) {
  if (options.markdown) {
    std::cout << KeysPage();
    return;
  }
  std::vector<KeyWords> keys = options.rules   ? WordsOfRuleKeys()
                               : options.plans ? WordsOfPlanKeys()
                                               : WordsOfRunKeys();
  if (!options.name.empty()) keys = Select(keys, options.name);
  if (!options.json) return PrintKeys(keys);
  for (const KeyWords& key : keys) {
    if (!key.is_section) PrintJson(ToJson(key));
  }
}

}  // namespace

void AddKeysCommand(Program& program) {
  Command command = program.AddCommand(
      "keys", "Explain the keys of run configurations, plans of studies or rule files");
  auto options = std::make_shared<KeysOptions>();
  command.Add("key", &options->name, "A key, or a section with all its keys (default: all)");
  const Option plans =
      command.AddFlag("--plans", &options->plans, "The keys of plans for raichi balance");
  command.AddFlag("--rule-files", &options->rules, "The keys of rule files").Excludes(plans);
  const Option json =
      command.AddFlag("--json", &options->json, "Print one JSON object for each key");
  command.AddFlag("--markdown", &options->markdown, "Print the page docs/keys.md, which has all")
      .Excludes(json);
  command.Footer(
      "Examples:\n"
      "  raichi keys selfplay.search\n"
      "  raichi keys train.ema_decay\n"
      "  raichi keys --plans stop\n"
      "  raichi keys --rule-files king.capture");
  command.Run([options] { Keys(*options); });
}

}  // namespace raichi
