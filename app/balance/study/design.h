#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/balance/study/plan.h"
#include "rules/rules.h"

namespace raichi {

/// A rule set of a study.
struct StudiedRules {
  RulesPtr rules;
  std::string word;            // how the plan names it
  std::string group;           // variant, change, path or factorial: the first list that has it
  std::string label;           // for people, such as `strong king`
  bool is_sandwiched = false;  // plan.sandwiches names it

  /// Variants are measured at every level, by every family and treatment; other rule sets only at
  /// the top level.
  bool IsVariant() const { return group == "variant"; }
};

/// The rule sets of a plan, each once, and the places that they have in its comparisons.
struct StudyDesign {
  std::vector<StudiedRules> rules;

  /// A rule set in a comparison.
  struct Place {
    size_t rules = 0;   // index
    std::string label;  // what was changed
  };
  size_t change_base = 0;      // index; meaningless if there are no changes
  std::vector<Place> changes;  // in the order of the plan
  std::vector<Place> path;
  struct Cell {
    size_t rules = 0;
    std::vector<int> signs;  // -1 or 1 for each factor
  };
  std::vector<Cell> cells;  // of the factorial
};

/// Opens the rule sets of a plan. Throws Error naming the one that is wrong.
StudyDesign DesignOf(const StudyPlan& plan);

}  // namespace raichi
