#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "prove/certificate.h"
#include "prove/symmetric_hash.h"
#include "prove/walk.h"
#include "rules/game.h"

namespace raichi {

/// `attackers win within 19 plies`, `defenders hold at least a draw`.
std::string ClaimText(Claim claim, Side owner, int plies);

/// The positions of a proof, to look up in games. Thread-safe once it is made.
class ProofBook {
 public:
  /// What is proven of a position.
  struct Entry {
    Move move;      // the owner's, if he is to move
    int plies = 0;  // within which the owner wins; 0 if he holds
  };

  /// Checks the certificate (CheckCertificate), which takes 1 to 4 µs for each of its replies,
  /// and needs about 200 bytes of memory for each move. Throws Error naming `name` if it is not a
  /// proof, or `keep_going` returns false.
  ProofBook(Certificate certificate, const std::string& name, const WalkProgress& keep_going = {});

  const RulesPtr& rules() const { return certificate_.rules; }
  const Certificate& certificate() const { return certificate_; }
  Side owner() const { return certificate_.owner; }
  Claim claim() const { return certificate_.claim; }
  size_t size() const { return entries_.size(); }
  const WalkSummary& walk() const { return walk_; }
  /// Returns what the certificate proves of a position or an image of it, if it contains that, or
  /// the owner wins at once.
  std::optional<Entry> Find(const Position& position) const;

 private:
  Certificate certificate_;
  SymmetricHash hash_;
  WalkSummary walk_;
  std::unordered_map<uint64_t, Entry> entries_;  // moves are those of the canonical image
};

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

/// Certificates come with the program as `configs/proofs/NAME.proof` for the rule set NAME.
/// Returns that of these rules, from their setup, or nothing if there is none or it is of other
/// rules of the same name. It is not checked yet.
std::optional<Certificate> ShippedProofOf(const Rules& rules);

}  // namespace raichi
