#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/rule_set.h"

namespace raichi {

/// OpenTafl's one-line rules records (`dim:9 name:Tablut esc:e atkf:y ks:c … start:/…/`), read and
/// written so that rules can be exchanged with other tafl programs. What the notation cannot say,
/// or says of a rule that Raichi has not, is a warning: nothing is dropped in silence.
struct OpenTaflConversion {
  RuleSet rule_set;
  std::vector<std::string> warnings;
};
/// Throws Error on a malformed record, naming the key.
OpenTaflConversion FromOpenTafl(std::string_view record);

struct OpenTaflRecord {
  std::string record;
  std::vector<std::string> warnings;
};
OpenTaflRecord ToOpenTafl(const RuleSet& rule_set);

/// OpenTafl's position records: `/` before, between and after the ranks, the top rank first.
std::string SquaresToOpenTafl(std::string_view squares);
std::string SquaresFromOpenTafl(std::string_view record);

}  // namespace raichi
