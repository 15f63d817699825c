#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mcts/evaluator.h"
#include "prove/df_pn.h"
#include "prove/expander.h"
#include "prove/priors.h"
#include "prove/proof_book.h"
#include "prove/proof_table.h"
#include "rules/game.h"

namespace raichi {

struct ProofSettings {
  Side winner = Side::kAttackers;
  size_t bytes = size_t{1} << 30;  // of memory for what is known of positions
  int threads = 1;
  int batch = 32;  // positions that a thread has evaluated together
};

/// A search for a proof that a side wins from a position (DfPn), on several threads that share a
/// table. Proofs are sound whatever is repeated: a repetition, a limit or a draw counts against the
/// winner. Two positions with the same 64-bit key would be taken for one; a certificate excludes
/// that this matters.
class ProofSearch {
 public:
  using Evaluators = std::function<std::unique_ptr<Evaluator>()>;

  /// `evaluators`, if not empty, opens one evaluator for each thread, whose priors order the
  /// winner's moves.
  ProofSearch(RulesPtr rules, const ProofSettings& settings, const Evaluators& evaluators = {});

  /// Searches until the position, which is ongoing, is proven or disproven, or `keep_going` returns
  /// false; it is called about every hundredth of a second. A later call continues from what the
  /// table still knows. Positions with the keys `before` count as repeated. The first position is
  /// searched by all threads, so the result depends on their timing unless there is only one.
  ProofNumbers Run(const Position& position, const std::function<bool()>& keep_going,
                   std::span<const uint64_t> before = {});

  const RulesPtr& rules() const { return rules_; }
  Side winner() const { return settings_.winner; }
  const ProofSettings& settings() const { return settings_; }
  ProofTable& table() { return table_; }
  const ProofTable& table() const { return table_; }
  const Expander& expander() const { return expander_; }
  uint64_t nodes() const { return shared_->nodes.load(std::memory_order_relaxed); }
  /// Adds those of an earlier search.
  void AddNodes(uint64_t nodes) { shared_->nodes += nodes; }
  uint64_t evaluations() const;
  /// What the table knows of a position; if nothing, what it knows of the next ones.
  ProofNumbers NumbersOf(const Position& position) const;
  /// The moves that both sides would try first, as far as the table knows; at most `most`.
  std::vector<Move> BestLine(const Position& position, size_t most) const;

 private:
  RulesPtr rules_;
  ProofSettings settings_;
  Expander expander_;
  ProofTable table_;
  std::unique_ptr<PriorTable> priors_;
  std::vector<std::unique_ptr<PriorQueue>> queues_;  // one for each thread, or none
  std::unique_ptr<SharedSearch> shared_ = std::make_unique<SharedSearch>();
};

/// Files of an unfinished search (docs/certificates.md, "The table file"): the positions with the
/// largest subtrees, at most a quarter of what the table can hold. The rest is soon searched again.

/// Writes the file as WriteOutput (base/files/output_file.h).
void WriteProofTable(const std::filesystem::path& path, const ProofSearch& search);
/// Adds what a file knows to the table of a search, and its nodes to those of the search. Throws
/// ReadError, DamagedError and VersionError; and Error if the file is of other rules or of a search
/// for the other side. All name the file.
void ReadProofTable(const std::filesystem::path& path, ProofSearch* search);

}  // namespace raichi
