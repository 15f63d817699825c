#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/rule_set.h"

namespace raichi {

/// OpenTafl's one-line rules records (`dim:9 name:Tablut esc:e atkf:y ks:c … start:/…/`), read and
/// written so that rules can be exchanged with other tafl programs. A rule that the other format
/// cannot express leads to a warning; nothing is dropped silently. A warning
/// begins with the key: `KEY: what is lost`. docs/rules.md has the whole mapping.
struct OpenTaflConversion {
  RuleSet rule_set;  // playable: `Rules` accepts it
  std::vector<std::string> warnings;
};
/// Throws Error on a malformed record, naming the key, and on rules that contradict themselves.
OpenTaflConversion FromOpenTafl(std::string_view record);
/// The first warning about a rule that decides which moves are legal; empty if there is none. The
/// other warnings are about how games end.
std::string WhyUnplayable(const std::vector<std::string>& warnings);

struct OpenTaflRecord {
  std::string record;
  std::vector<std::string> warnings;
};
OpenTaflRecord ToOpenTafl(const RuleSet& rule_set);

/// OpenTafl's position records have a `/` before, between and after the ranks, and begin at a1: the
/// bottom rank comes first, the top one in ours. (In the newer `starti:` the top one does, too.)
std::string SquaresToOpenTafl(std::string_view squares);
/// The ranks of such a record in our order, not yet parsed. Throws Error if there is no rank.
std::string SquaresFromOpenTafl(std::string_view record);

}  // namespace raichi
