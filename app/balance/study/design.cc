#include "app/balance/study/design.h"

#include <algorithm>

#include "base/error.h"
#include "console/output.h"
#include "rules/files/rule_file.h"
#include "rules/words/words.h"

namespace raichi {
namespace {

/// Adds a rule set to the design unless it has one that plays alike. Returns its index.
size_t Add(const std::string& word, const std::string& group, const std::string& label,
           StudyDesign* design) {
  RulesPtr rules = OpenRules(word);
  for (size_t i = 0; i < design->rules.size(); ++i) {
    if (design->rules[i].rules->fingerprint() == rules->fingerprint()) return i;
  }
  design->rules.push_back({std::move(rules), word, group, label});
  return design->rules.size() - 1;
}

/// Returns `base` with a change; an empty change leaves it as it is.
std::string Changed(const std::string& base, const std::string& change) {
  return change.empty() ? base : base + "+" + change;
}

/// Throws Error if another combination of the factors plays alike: its games would count twice.
void CheckNew(const StudyDesign::Cell& cell, const StudyDesign& design) {
  if (std::ranges::find(design.cells, cell.rules, &StudyDesign::Cell::rules) == design.cells.end())
    return;
  throw Error("factorial: two combinations of the factors are the rules '" +
              design.rules[cell.rules].word + "'; expected changes that make a difference");
}

void AddCells(const StudyPlan::Factorial& factorial, StudyDesign* design) {
  if (factorial.factors.empty()) return;
  for (size_t code = 0; code < size_t{1} << factorial.factors.size(); ++code) {
    StudyDesign::Cell cell;
    std::string word = factorial.base, label;
    for (size_t i = 0; i < factorial.factors.size(); ++i) {
      const NamedTexts& factor = factorial.factors[i];
      const bool is_second = (code >> i & 1) != 0;
      word = Changed(word, factor.texts[is_second ? 1 : 0]);
      cell.signs.push_back(is_second ? 1 : -1);
      label += (label.empty() ? "" : " ") + factor.name + (is_second ? "+" : "-");
    }
    cell.rules = Add(word, "factorial", label, design);
    CheckNew(cell, *design);
    design->cells.push_back(std::move(cell));
  }
}

/// Whether a change makes the rules `before` those of `after`.
bool Makes(const std::string& before, const std::string& change, const std::string& after) {
  try {
    return OpenRules(Changed(before, change))->fingerprint() == OpenRules(after)->fingerprint();
  } catch (const Error&) {  // the change contradicts these rules
    return false;
  }
}

/// Returns what a step changes: the label of the plan's change that does the same, otherwise the
/// rest of the step's name after that of the step before it, otherwise its name.
std::string StepLabel(const std::string& before, const std::string& word, const StudyPlan& plan) {
  if (before.empty()) return word;
  for (const NamedTexts& change : plan.changes.one_at_a_time) {
    if (Makes(before, change.texts.front(), word)) return change.name;
  }
  return word.starts_with(before + "+") ? word.substr(before.size() + 1) : word;
}

/// Whether rule sets differ at most in keys that have no effect with their others.
bool PlayAlike(const Rules& a, const Rules& b) {
  return std::ranges::equal(RulesInWords(a), RulesInWords(b), {}, &RuleChapter::paragraphs,
                            &RuleChapter::paragraphs);
}

/// Warns of a comparison of rule sets that play alike.
void WarnIfAlike(const std::string& list, const std::string& label, const Rules& a,
                 const Rules& b) {
  if (!PlayAlike(a, b)) return;
  PrintWarning(list + ": '" + label + "' makes no difference here, so chance is all it can show");
}

void AddPath(const StudyPlan& plan, StudyDesign* design) {
  std::string before;
  for (const std::string& word : plan.path) {
    const std::string label = StepLabel(before, word, plan);
    const size_t rules = Add(word, "path", label, design);
    if (!design->path.empty() && design->path.back().rules == rules) {
      PrintWarning("path: " + word + " plays like " + before + "; it is no step");
      continue;
    }
    if (!design->path.empty()) {
      WarnIfAlike("path", label, *design->rules[design->path.back().rules].rules,
                  *design->rules[rules].rules);
    }
    design->path.push_back({rules, label});
    before = word;
  }
}

}  // namespace

StudyDesign DesignOf(const StudyPlan& plan) {
  StudyDesign design;
  for (const std::string& word : plan.rules) {
    const size_t known = design.rules.size();
    const size_t rules = Add(word, "variant", word, &design);
    if (rules < known) {
      PrintWarning(word + ": plays like " + design.rules[rules].word + "; studied once");
    }
  }
  for (const std::string& word : plan.sandwiches.rules) {
    design.rules[Add(word, "variant", word, &design)].is_sandwiched = true;
  }
  if (!plan.changes.one_at_a_time.empty()) {
    const std::string& base = plan.changes.base;
    design.change_base = Add(base, "change", base, &design);
    for (const NamedTexts& change : plan.changes.one_at_a_time) {
      const size_t rules = Add(Changed(base, change.texts.front()), "change", change.name, &design);
      if (rules == design.change_base) {
        throw Error("changes: '" + change.name + "' changes nothing in " + base);
      }
      for (const auto& known : design.changes) {
        if (known.rules != rules) continue;
        throw Error("changes: '" + change.name + "' plays like '" + known.label + "'");
      }
      WarnIfAlike("changes", change.name, *design.rules[design.change_base].rules,
                  *design.rules[rules].rules);
      design.changes.push_back({rules, change.name});
    }
  }
  AddPath(plan, &design);
  AddCells(plan.factorial, &design);
  return design;
}

}  // namespace raichi
