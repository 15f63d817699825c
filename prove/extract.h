#pragma once

#include "prove/proof_search.h"
#include "prove/walk.h"

namespace raichi {

/// Makes the certificate of a position that `search` has proven or disproven: that its winner wins,
/// or that the other side holds. Searches again what its table has lost. Throws Error if a disproof
/// rests on repetitions that do not hold or the rules do not allow a hold (WhyNoHold). Stops, with
/// Error, if `keep_going` returns false.
Certificate ExtractCertificate(ProofSearch* search, const Position& position,
                               const WalkProgress& keep_going);

}  // namespace raichi
