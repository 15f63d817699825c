#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/rule_set.h"

namespace raichi {

/// Conversion from and to OpenTafl's one-line rules records (`dim:9 name:Tablut esc:e atkf:y ks:c …
/// start:/…/`), to exchange rules with other tafl programs. Each rule that the other format cannot
/// express gives a warning of the form `KEY: what is lost`. docs/rules.md has the whole mapping.
struct OpenTaflConversion {
  RuleSet rule_set;  // playable: `Rules` accepts it
  std::vector<std::string> warnings;
};
/// Throws Error on a malformed record, naming the key, and on rules that contradict themselves.
OpenTaflConversion FromOpenTafl(std::string_view record);
/// Returns the first warning about a rule that decides which moves are legal, or an empty text if
/// there is none. All other warnings concern the end of games.
std::string WhyUnplayable(const std::vector<std::string>& warnings);

struct OpenTaflRecord {
  std::string record;
  std::vector<std::string> warnings;
};
OpenTaflRecord ToOpenTafl(const RuleSet& rule_set);

/// Converts pieces (SquaresToString) to OpenTafl's position record. It has a `/` before, between
/// and after the ranks, and the bottom rank comes first; our text begins with the top rank.
/// (OpenTafl's newer `starti:` begins with the top rank too.)
std::string SquaresToOpenTafl(std::string_view squares);
/// Converts such a record to our text of the pieces, without checking it. Throws Error if it has no
/// rank.
std::string SquaresFromOpenTafl(std::string_view record);

}  // namespace raichi
