#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/matches/match_runs.h"
#include "console/output.h"
#include "prove/proof_book.h"
#include "solve/truth/answers_to_truth.h"

namespace raichi {

/// Games in which the first player has the side that owns a proof, from the start of the proof.
struct ProofMatch {
  /// A game that did not end as the proof claims.
  struct Failure {
    uint64_t game = 0;  // its id
    Result result = Result::kDraw;
    std::optional<Departure> left;
  };
  Tally games;               // of the owner
  TruthShare kept;           // games that ended as the proof claims
  TruthShare same;           // moves of the proof, in the proven positions where he was to move
  std::vector<int> plies;    // of the games that he won
  size_t num_different = 0;  // games
  std::vector<Failure> failures;
};

/// Makes `config` a match about a proof: its rules and its start, and the first player is the
/// owner.
void SetProof(const ProofBook& book, MatchConfig* config);

ProofMatch JudgeProofMatch(const ProofBook& book, std::span<const GameRecord> records);

/// Lines for people about games of at least one pair. `file` contains the proof.
std::vector<std::string> FormatProofMatch(const ProofBook& book, const std::string& file,
                                          const MatchOutcome& outcome, const ProofMatch& match);
/// `{"a","b","rules","certificate","owner","claim","plies","won","drawn","lost","kept","kept_low",
/// "kept_high","different","plies_of_wins":[…],"proven_turns","as_proof","failures":[{"game",
/// "result","ply","position","plies","played","proof"}]}`. `kept` is the share of games that ended
/// as claimed. A failure has only its first two keys if it never left the proof.
Json ProofMatchToJson(const ProofBook& book, const std::string& file, const MatchOutcome& outcome,
                      const ProofMatch& match);

}  // namespace raichi
