#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/rule_set.h"

namespace raichi {

/// OpenTafl's one-line rules records (`dim:9 name:Tablut esc:e atkf:y ks:c … start:/…/`), read and
/// written so that rules can be exchanged with other tafl programs. What the notation cannot say,
/// or says of a rule that Raichi has not, is a warning: nothing is dropped in silence. A warning
/// begins with the key that it is about, `KEY: what is lost`. docs/rules.md has the whole mapping.
struct OpenTaflConversion {
  RuleSet rule_set;  // playable: `Rules` accepts it
  std::vector<std::string> warnings;
};
/// Throws Error on a malformed record, naming the key, and on rules that contradict themselves.
OpenTaflConversion FromOpenTafl(std::string_view record);
/// Of its warnings the first that says that other moves would be legal; empty if there is none. The
/// rest is about how games end.
std::string WhyUnplayable(const std::vector<std::string>& warnings);

struct OpenTaflRecord {
  std::string record;
  std::vector<std::string> warnings;
};
OpenTaflRecord ToOpenTafl(const RuleSet& rule_set);

/// OpenTafl's position records have a `/` before, between and after the ranks, and begin at a1: the
/// bottom rank first, upside down against ours. (The `starti:` of newer rules records is not.)
std::string SquaresToOpenTafl(std::string_view squares);
/// The squares as we write them; still unparsed. Throws Error if there is no rank.
std::string SquaresFromOpenTafl(std::string_view record);

}  // namespace raichi
