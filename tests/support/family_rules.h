#pragma once

#include <memory>

#include "rules/files/rule_file.h"
#include "rules/rules.h"

namespace raichi {

/// Returns rules under which positions have all state that they can have: on the 9x9 T-cross, the
/// attacker on e9 is royal and the sixteen squares of the attackers are four camps that close.
/// Attackers at home may move within their camp, only the royal attacker may enter a closed one,
/// and the king moves at most four squares.
inline RulesPtr RoyalCamps() {
  constexpr const char* kYaml = R"(
name: royal-camps
title: Royal camps
sources: [a test]
board: {size: 9, setup: 3tbt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3}
first: attackers
king: {armed: both, capture: {open: surround, beside_throne: surround, on_throne: surround, at_edge: never}}
speed: {king: 4}
throne: {stop: [king, royal], pass: [attackers, defenders, king], hostile_empty: []}
camps:
  squares: [d1, e1, f1, e2, a4, a5, a6, b5, i4, i5, i6, h5, d9, e9, f9, e8]
  stop: [attackers_same_camp]
  pass: [attackers_same_camp]
  hostile: [defenders, king]
  close: true
  closed: {stop: [royal], pass: [royal]}
goal: edge
repetition: {count: 3, result: draw}
no_moves: loss
)";
  static const auto kRules = std::make_shared<const Rules>(ParseRuleSet(kYaml, "royal-camps"));
  return kRules;
}

}  // namespace raichi
