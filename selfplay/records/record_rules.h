#pragma once

#include <map>
#include <memory>
#include <string>

#include "rules/files/rule_file.h"
#include "rules/rules.h"
#include "selfplay/records/record.h"

namespace raichi {

/// Rule sets of game records, compiled once each.
class RulesOfRecords {
 public:
  /// `origin` is the file that errors name.
  const RulesPtr& Of(const GameRecord& record, const std::string& origin) {
    RulesPtr& rules = rules_[record.rules_yaml];
    if (!rules) rules = std::make_shared<Rules>(ParseRuleSet(record.rules_yaml, origin));
    return rules;
  }

 private:
  std::map<std::string, RulesPtr> rules_;
};

}  // namespace raichi
