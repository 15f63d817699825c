#pragma once

#include <filesystem>

#include "app/prove/prove_run.h"
#include "app/status/work_status.h"
#include "console/interrupt.h"

namespace raichi {

/// A proof that any number of processes share (run/sharing/blocks.h), in a folder:
///   proof.json            what is to be proven
///   pieces/KEY.json       a block: what the search of a piece found (ProofTree); KEY is the hash
///   of
///                         its position
///   pieces/KEY.proof      its certificate, if its win was proven
///   joined.proof          the certificate of the whole
///   claims/               who searches which piece
/// A process claims the most promising piece that is free and searches it for `piece_nodes` nodes.
/// If that leaves it open, its moves become pieces. Each process keeps its table from piece to
/// piece, so which pieces come about and which certificate depends on timing; that it is right does
/// not, since it is checked as a whole.

/// Works on the proof of `job`, which has a winner and a folder, until it is proven or disproven,
/// time is up or it is interrupted. One process then joins the certificates; all return the result.
/// There is none of a disproof. Throws UsageError if the game is over at the position, and Error if
/// the folder holds another proof or a damaged piece.
ProveOutcome ProveTogether(const ProveJob& job, const Interrupt& interrupt);

/// Returns how far the proof in a folder has come. Missing are the pieces that the most promising
/// way to prove it needs now.
WorkStatus StatusOfProof(const std::filesystem::path& folder);

}  // namespace raichi
