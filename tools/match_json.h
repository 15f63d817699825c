#pragma once

#include "selfplay/match_result.h"
#include "tools/output.h"

namespace raichi {

/// `{"a":…,"b":…,"rules":…,"a_attackers":{"wins":…,"draws":…,"losses":…},"a_defenders":{…}}`.
Json ToJson(const MatchResult& result);
/// Other keys are passed over. Throws Error naming the line's fault.
MatchResult MatchResultFromJson(const Json& json);

}  // namespace raichi
