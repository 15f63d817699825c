#pragma once

#include <string>

#include "app/balance/figures/figures.h"

namespace raichi {

/// Says what the figures of a rule set mean, in words for people who know no statistics.
std::string SentenceOf(const RulesFigures& figures);

}  // namespace raichi
