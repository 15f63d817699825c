#pragma once

#include <optional>
#include <string>

#include "app/analysis/subjects.h"
#include "console/output.h"
#include "prove/proof_trace.h"
#include "run/proofs.h"

namespace raichi {

/// `proven: attackers win within 19 plies`, and if the owner is to move, `, by c1-c2`.
std::string DescribeProven(const Proven& proven);
/// `{"winner":"attackers","plies":19,"move":"c1-c2"}`, or of a side that does not lose,
/// `{"holds":"defenders","move":null}`. The move is null if the other side is to move. null if
/// nothing is proven.
Json ProvenToJson(const std::optional<Proven>& proven);

/// What is proven of a whole game, in lines: of its first position, how often the owner played as
/// the proof does, and DescribeDeparture. Empty if nothing is.
std::string DescribeProvenGame(const Subject& subject, const GameProofs& proofs);

/// `7. d2-d3 leaves the proof that attackers win within 13 plies; it plays c1-c2`.
std::string DescribeDeparture(const ProofBook& book, const Departure& departure);

}  // namespace raichi
