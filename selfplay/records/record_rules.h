#pragma once

#include <map>
#include <memory>
#include <string>

#include "base/error.h"
#include "rules/files/rule_file.h"
#include "rules/rules.h"
#include "selfplay/records/record.h"

namespace raichi {

/// Cache of the rule sets of game records, each compiled once.
class RulesOfRecords {
 public:
  /// Returns the compiled rules of `record`. Throws VersionError naming `origin`, the record's
  /// file, if the rules cannot be parsed, since a newer program may have written keys that this one
  /// does not know.
  const RulesPtr& Of(const GameRecord& record, const std::string& origin) {
    RulesPtr& rules = rules_[record.rules_yaml];
    if (rules) return rules;
    try {
      rules = ParseRules(record.rules_yaml, origin);
    } catch (const Error& error) {
      throw VersionError(error.what());
    }
    return rules;
  }

 private:
  std::map<std::string, RulesPtr> rules_;
};

}  // namespace raichi
