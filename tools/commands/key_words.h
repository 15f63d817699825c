#pragma once

#include <string>
#include <vector>

#include "base/json.h"

namespace raichi {

/// A key of run configurations, plans of studies or rule files, in words.
struct KeyWords {
  std::string name;         // dotted: train.loss.policy
  std::string values;       // those that it accepts; empty: any
  std::string required;     // `always`, `with a throne`; empty: it may be left out
  std::string otherwise;    // its value where it is left out; empty if it is required always
  bool may_change = false;  // true if a later start of a run may give another value
  std::string help;         // Markdown
  bool is_section = false;  // it only holds other keys
};

/// Returns the keys of run configurations, in the order in which they are written.
std::vector<KeyWords> WordsOfRunKeys();
/// Returns the keys of plans of studies, in the same way.
std::vector<KeyWords> WordsOfPlanKeys();
/// Returns the keys of rule files, in the same way.
std::vector<KeyWords> WordsOfRuleKeys();

/// Returns those that `name` names: the key, or the section and all in it. Throws UsageError,
/// perhaps with a suggestion, if there is none.
std::vector<KeyWords> Select(const std::vector<KeyWords>& keys, const std::string& name);

/// Prints the keys as a text for people.
void PrintKeys(const std::vector<KeyWords>& keys);
/// Returns the page docs/keys.md, which has all keys.
std::string KeysPage();
Json ToJson(const KeyWords& key);

}  // namespace raichi
