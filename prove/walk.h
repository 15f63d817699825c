#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "prove/certificate.h"
#include "rules/movegen.h"

namespace raichi {

/// One position of a walk where the owner is to move.
struct WalkStep {
  const Position* position = nullptr;
  Move move;                        // the owner's
  const Position* after = nullptr;  // the position after the move, unless the move ends the game
  int plies = 0;                    // within which the owner wins; 0 if he holds
};

/// The owner's move in a position with these legal moves, of which none wins at once. Throws if
/// there is none.
using Strategy = std::function<Move(const Position& position, const MoveList& moves)>;

/// One of a side's legal moves that wins at once, or no move. The king's are tried first, because
/// they win most often.
Move WinningMove(const Rules& rules, const Position& position, const MoveList& moves);

/// Asked now and then whether to go on, and told how many moves of the owner were played.
using WalkProgress = std::function<bool(uint64_t moves)>;

struct WalkSummary {
  int plies = 0;         // within which the owner wins from the start; 0 if he holds
  uint64_t replies = 0;  // that were played
};

/// The walk through a proof (docs/certificates.md): plays the strategy's move in each position and
/// every reply. Calls `see`, if not empty, once for each position where the owner is to move and
/// does not win at once, after the positions that can follow. Positions are compared by 128-bit
/// hashes. Throws Error if the claim is not met, play can go round in a circle, or the start is
/// over. `keep_going` is asked now and then; if it returns false, throws Error too.
WalkSummary Walk(const RulesPtr& rules, const Position& start, Claim claim, Side owner,
                 const Strategy& strategy, const std::function<void(const WalkStep&)>& see = {},
                 const WalkProgress& keep_going = {});

/// Checks a certificate as docs/certificates.md says. Throws Error naming `name` and what is wrong.
WalkSummary CheckCertificate(const Certificate& certificate, const std::string& name,
                             const std::function<void(const WalkStep&)>& see = {},
                             const WalkProgress& keep_going = {});

/// Makes the certificate that holds the moves of a strategy.
Certificate MakeCertificate(const RulesPtr& rules, const Position& start, Claim claim, Side owner,
                            const Strategy& strategy, const WalkProgress& keep_going = {});

}  // namespace raichi
