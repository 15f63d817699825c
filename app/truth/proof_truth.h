#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/truth/make_truth.h"
#include "prove/proof_book.h"
#include "prove/proof_search.h"
#include "solve/truth/truth_set.h"

namespace raichi {

/// Says what the moves of a proof's positions are worth, by the proof and by further searches. The
/// answers follow from the questions and their order alone.
class ProofExaminer {
 public:
  /// The book is of a win and must outlive this object. `most_nodes` is the limit of each search;
  /// `keep_going` is asked often, and nothing that is said after it returned false is of use.
  ProofExaminer(const ProofBook& book, uint64_t most_nodes, std::function<bool()> keep_going);

  /// Divides the moves of a position that the owner wins within `plies`. Nothing if the position is
  /// not telling, or if a limit of plies could end the game. A position is telling if it has at
  /// least 4 moves and, if it is won, at most half of them win and at most a tenth is undecided.
  /// Open moves are undecided, or are proven neither to win nor to lose. Part and rules are left to
  /// the caller, who may have other rules with the same fingerprint.
  std::optional<TruthPosition> Examine(const Position& position, int plies);

  /// Examines a position of a truth set again. Returns what is wrong, or an empty text; then
  /// `is_proven` says whether the book has the position and all moves could be decided.
  std::string Contradiction(const TruthPosition& truth, bool* is_proven);

 private:
  enum class Worth : uint8_t { kWins, kLoses, kNeither, kUnknown };

  /// What a move is worth, by searches of at most `most_nodes` each.
  Worth WorthOf(const Position& position, Move move, uint64_t most_nodes);
  /// Whether the search of a side proves that it wins; nothing if it is undecided.
  std::optional<bool> Wins(ProofSearch* search, const Position& position, uint64_t most_nodes);
  bool DivideMoves(const MoveList& moves, TruthPosition* truth);

  const ProofBook& book_;
  const uint64_t most_nodes_;
  const std::function<bool()> keep_going_;
  ProofSearch for_owner_, for_other_;
};

/// Draws positions of a proof: up to `per_class` for each distance, of the owner and of the other
/// side. A distance is that of the certificate, within which the owner wins. The rules must be
/// shipped ones. Throws Error naming `name` if they are not, or if the certificate is not a proof
/// of a win. `attend` gets the positions found so far; if it returns false, returns nothing.
std::vector<TruthPosition> TruthOfProof(const Certificate& certificate, const std::string& name,
                                        const MakeTruthSettings& settings,
                                        const std::function<bool(size_t positions)>& attend);

}  // namespace raichi
