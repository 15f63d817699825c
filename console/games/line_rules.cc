#include "console/games/line_rules.h"

#include <memory>
#include <utility>

#include "base/error.h"
#include "rules/canonical_yaml.h"
#include "rules/files/rule_file.h"
#include "selfplay/records/record.h"

namespace raichi {
void AddRules(const Rules& rules, Json* line) {
  (*line)["rules"] = rules.data().name;
  if (!IsShipped(rules)) (*line)["rules_yaml"] = RecordedRules(rules.data());
}

RulesPtr RulesOfLines::Of(const VectorLine& line) {
  if (!was_given_) return OfLine(line);
  WarnIfReplaced(line);
  return Named(option_);
}

RulesPtr RulesOfLines::Named(const std::string& name) {
  RulesPtr& rules = named_[name];
  if (!rules) rules = OpenRules(name);
  return rules;
}

RulesPtr RulesOfLines::OfLine(const VectorLine& line) {
  const std::string yaml = line.Has("rules_yaml") ? line.Text("rules_yaml") : "";
  if (yaml.empty()) {
    const std::string name = line.Has("rules") ? line.Text("rules") : "";
    return Named(name.empty() ? option_ : name);
  }
  RulesPtr& rules = texts_[yaml];
  if (!rules) rules = ParseRules(yaml, line.place() + ": rules_yaml");
  return rules;
}

void RulesOfLines::WarnIfReplaced(const VectorLine& line) {
  const std::string name = line.Has("rules") ? line.Text("rules") : "";
  if (name.empty() || name == option_ || !warned_.insert(name).second) return;
  try {
    if (OfLine(line)->fingerprint() == Named(option_)->fingerprint()) return;
  } catch (const Error&) {
    // Rules that cannot be opened differ from those of the option.
  }
  PrintWarning(
      fmt::format("{}: --rules {} replaces the line's rules '{}'", line.place(), option_, name));
}

}  // namespace raichi
