#pragma once

#include <memory>
#include <string>

#include "rules/rules.h"
#include "solve/table.h"

namespace raichi {

/// The rules of configs/small/k1v5.yaml with this setup and changes (`+first=defenders`).
RulesPtr SmallRules(const std::string& setup, const std::string& changes = "");

/// A finished table.
std::unique_ptr<SolveTable> SolvedTable(const RulesPtr& rules, int threads = 1);

}  // namespace raichi
