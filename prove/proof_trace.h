#pragma once

#include <optional>
#include <string>

#include "prove/proof_book.h"
#include "rules/game.h"

namespace raichi {

/// `attackers win within 19 plies`, `defenders hold at least a draw`.
std::string ClaimText(Claim claim, Side owner, int plies);

/// A move by which the owner of a proof left the positions that are known to be proven.
struct Departure {
  int ply = 0;  // number of moves before it
  Position position;
  int plies = 0;  // within which the owner wins there; 0 if he holds
  Move played;
  Move proofs;  // the move of the proof
};

/// How the owner of a proof played a game.
struct ProofTrace {
  int turns = 0;  // of the owner in positions of the book
  int same = 0;   // of these, where he played the proof's move
  /// The first of his moves that led out of the book, unless it ended the game as claimed. What
  /// follows may still be won, but nobody has proven it.
  std::optional<Departure> left;
};
ProofTrace TraceGame(const ProofBook& book, const Game& game);

}  // namespace raichi
