#pragma once

#include "console/output.h"
#include "selfplay/ratings/match_result.h"

namespace raichi {

/// `{"wins":…,"draws":…,"losses":…}`.
Json ToJson(const Tally& tally);
/// `{"a":…,"b":…,"rules":…,"a_attackers":{"wins":…,"draws":…,"losses":…},"a_defenders":{…}}`.
Json ToJson(const MatchResult& result);
/// Reads such an object. Ignores other keys. Throws Error naming what is missing or wrong.
MatchResult MatchResultFromJson(const Json& json);

}  // namespace raichi
