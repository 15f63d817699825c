#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "console/interrupt.h"
#include "console/rule_json.h"
#include "prove/certificate.h"
#include "prove/proof_book.h"
#include "prove/proof_search.h"
#include "prove/proof_table.h"
#include "rules/game.h"

namespace raichi {

/// What is to be proven, and how.
struct ProveJob {
  PositionArguments at;
  std::string moves;            // played from that position
  std::optional<Side> winner;   // nothing: either side, in turn
  double seconds = 0;           // to search at most; 0: as long as it takes
  double max_bytes = 0;         // of memory
  std::filesystem::path table;  // keeps the search; empty: none. Needs a winner
  double save_seconds = 1800;   // between two writes of the table
  std::string network;          // a model whose priors order the winner's moves; empty: none
  int threads = 1;
  // Of a proof that processes share (shared_proof.h):
  std::filesystem::path dir;
  uint64_t piece_nodes = 1'000'000;  // after which a piece is divided
};

/// What came out.
struct ProveOutcome {
  RulesPtr rules;
  Position position;
  Side winner = Side::kAttackers;  // whose win was proven, disproven or left open
  ProofNumbers numbers;
  uint64_t nodes = 0, evaluations = 0;  // for both sides, if both were tried
  double seconds = 0;
  std::vector<Move> line;                  // what both sides would try first
  std::optional<Certificate> certificate;  // of the win, or that the other side holds; checked
  uint64_t replies = 0;                    // that the certificate answers
  std::string why_none;                    // why there is no certificate of a disproof
};

/// Returns the game at the job's position. Throws UsageError if it is over there.
Game OpenProofGame(const ProveJob& job);
/// Returns what opens the job's network, once for each thread; empty if it has none.
ProofSearch::Evaluators EvaluatorsOf(const ProveJob& job);

/// Returns the longest line of a proof that its owner wins; none if he only holds.
std::vector<Move> LineOf(const ProofBook& book);

/// Searches for a proof with progress on standard error, and makes and checks its certificate.
/// Reads the table if the file exists, and writes it now and then, at the end of the time and on an
/// interrupt, after which `numbers` are those of an open position. Throws UsageError if the game is
/// over at the position.
ProveOutcome Prove(const ProveJob& job, const Interrupt& interrupt);

}  // namespace raichi
