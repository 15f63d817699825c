#include "tools/commands/rule_list.h"

#include <algorithm>
#include <regex>
#include <string>
#include <tuple>

#include "rules/files/rule_file.h"

namespace raichi {
namespace {

constexpr int kAfterAllYears = 10000;

std::optional<int> EarliestYear(const std::vector<std::string>& sources) {
  static const std::regex kYear(R"(\b(1\d\d\d|20\d\d)\b)");
  int earliest = kAfterAllYears;
  for (const std::string& source : sources) {
    for (std::sregex_iterator at(source.begin(), source.end(), kYear), end; at != end; ++at) {
      earliest = std::min(earliest, std::stoi(at->str()));
    }
  }
  return earliest == kAfterAllYears ? std::nullopt : std::optional(earliest);
}

}  // namespace

std::vector<ListedRules> ListShippedRules() {
  std::vector<ListedRules> listed;
  for (const std::string& name : RuleSetNames()) {
    const RuleSet rules = OpenRules(name)->data();
    listed.push_back({rules, EarliestYear(rules.sources)});
  }
  std::ranges::stable_sort(listed, {}, [](const ListedRules& one) {
    return std::tuple(one.rules.size, one.year.value_or(kAfterAllYears));
  });
  return listed;
}

}  // namespace raichi
