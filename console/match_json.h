#pragma once

#include "console/output.h"
#include "selfplay/ratings/match_result.h"

namespace raichi {

/// `{"a":…,"b":…,"rules":…,"a_attackers":{"wins":…,"draws":…,"losses":…},"a_defenders":{…}}`.
Json ToJson(const MatchResult& result);
/// Other keys are passed over. Throws Error naming the line's fault.
MatchResult MatchResultFromJson(const Json& json);

}  // namespace raichi
