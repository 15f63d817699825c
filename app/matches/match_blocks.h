#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/matches/match_results.h"
#include "app/matches/match_runs.h"
#include "app/status/work_status.h"
#include "console/interrupt.h"

namespace raichi {

/// Matches whose games several processes share (run/sharing/blocks.h), in a folder:
///   matches/A-B-CHECKSUM/match.json       what the games depend on
///   matches/A-B-CHECKSUM/000016.games     a block: the games of eight pairs, from the 17th on
///   claims/                               who plays which block
/// CHECKSUM is that of match.json, so games of other players, rules, seeds or programs are never
/// taken for those of this match. Networks compute in f32, unless the arguments say otherwise, so
/// the games are the same whichever process plays them.

/// A match to be played in blocks, in the names of `pairing`.
struct MatchTask {
  Pairing pairing;
  MatchConfig config;
};

struct BlocksSoFar {
  uint64_t pairs = 0, total = 0;  // of all matches
  const MatchOutcome& first;      // of the first match
};

/// Plays the matches with `arguments.workers` threads, together with all processes that do the same
/// in this folder, until every block is done, or the sequential test of a single match decides.
/// Returns their outcomes; after an interrupt, those of the blocks before the first missing one.
/// Throws UsageError for players whose games a clock decides, and Error naming a damaged block.
std::vector<MatchOutcome> PlayInBlocks(const std::filesystem::path& folder,
                                       const std::vector<MatchTask>& tasks,
                                       const MatchArguments& arguments, const Interrupt& interrupt,
                                       const std::function<void(const BlocksSoFar&)>& show);

/// A pairing under a rule set, by the word that names it.
struct Fixture {
  Pairing pairing;
  std::string rules;
};

/// Returns the pairs that results lack of `arguments.pairs` for each fixture, without fixtures that
/// lack none. Identifies players and rules to the results, so that those of others do not count.
std::vector<MatchTask> TasksOf(const std::vector<Fixture>& fixtures,
                               const MatchArguments& arguments, MatchResults* results);

/// Plays in the same way the pairs that `file` of results lacks of `arguments.pairs` for each
/// fixture, and adds them to it, with progress. All processes leave the same bytes there. Returns
/// false, and adds nothing, after an interrupt; the blocks that are done stay.
bool PlayMissingTogether(const std::filesystem::path& folder, const std::vector<Fixture>& fixtures,
                         const MatchArguments& arguments, const Interrupt& interrupt,
                         const std::filesystem::path& file);

/// Returns how far the matches in a folder have come.
WorkStatus StatusOfMatches(const std::filesystem::path& folder);

}  // namespace raichi
