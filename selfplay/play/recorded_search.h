#pragma once

#include <optional>

#include "mcts/search/search.h"
#include "selfplay/records/record.h"

namespace raichi {

/// Writes a search's policy target and values to the record of its turn. Leaves the move, the kind
/// of search and the surprise alone.
void RecordSearch(const SearchResult& result, TurnRecord* turn);

/// Returns how much a search's policy target surprised the evaluator: the Kullback-Leibler
/// divergence sum target log(target / prior) from the evaluator's priors, before noise and the
/// root's temperature, in nats ("policy surprise" in KataGo, docs/KataGoMethods.md). None if the
/// result has no policy or the evaluator was not asked for priors.
std::optional<float> PolicySurprise(const SearchResult& result);

}  // namespace raichi
