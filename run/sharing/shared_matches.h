#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/json.h"
#include "base/threads.h"
#include "run/sharing/blocks.h"
#include "selfplay/match/match.h"

namespace raichi {

/// Returns the file of a block, FOLDER/000016.games, by the number of its first pair in the match.
std::filesystem::path MatchBlock(const std::filesystem::path& folder, uint64_t first);

/// Returns the content of match.json, which says what the games of a match depend on.
std::string MatchText(const Json& identity);
/// Creates the folder of a match, with this text as its match.json.
void PublishMatch(const std::filesystem::path& folder, const std::string& text);

/// A match whose games several processes share (run/sharing/blocks.h).
struct SharedMatch {
  std::filesystem::path folder;  // of its blocks
  MatchConfig config;
  std::string a, b;
};

/// The part of one process in such matches. It plays blocks of the earlier matches first.
class SharedMatches {
 public:
  struct Hooks {
    /// Opens the players of a worker, on its thread.
    std::function<MatchPlayers(size_t match, int worker)> open;
    /// Whether games of a match still count; if not, it is dropped. Asked before a block is
    /// published and when one cannot be read, by any thread. May be empty.
    std::function<bool(size_t match)> count;
    /// Called by any thread when a block is damaged. If it returns true, it has removed the file,
    /// and the block is played again; if not, the match is dropped. Empty: Run throws the error.
    std::function<bool(const std::filesystem::path& block, const DamagedError& error)> mend;
  };

  /// The claims are in `folder`. A block has `pairs_of_block` pairs, fewer at the end of a match.
  SharedMatches(const std::filesystem::path& folder, std::vector<SharedMatch> matches,
                uint64_t pairs_of_block, Hooks hooks);

  /// Plays until all matches are over. Calls `attend` on the calling thread a few times a second,
  /// and at the end; ends early if it returns false. Throws Error naming a damaged block.
  void Run(int workers, const std::function<bool()>& attend);
  /// Instead of Run: takes the blocks that are there and not damaged, and plays none.
  void TakeDone();

  /// Passes over what is left of a match. The calling thread alone may call what follows, also in
  /// `attend`.
  void Drop(size_t match);
  /// Whether it is dropped, or every block is done, or its sequential test has decided.
  bool IsOver(size_t match) const { return is_dropped_[match] || tallies_[match].IsDone(); }
  /// The outcome of the blocks so far, before the first missing one.
  const MatchOutcome& outcome(size_t match) const { return tallies_[match].outcome(); }
  MatchOutcome TakeOutcome(size_t match) { return tallies_[match].TakeOutcome(); }
  uint64_t pairs() const { return pairs_; }        // of all blocks so far
  uint64_t own_pairs() const { return own_; }      // of these, those that this process played
  uint64_t total_pairs() const { return total_; }  // of all matches

 private:
  struct Block {
    size_t match = 0;
    uint64_t first = 0, pairs = 0;  // of the match
    std::filesystem::path file;
  };
  struct Finished {
    size_t match = 0;
    std::vector<PairResult> pairs;  // none if the match is to be dropped
    bool is_own = false;
  };
  /// The players of a thread, kept as long as it plays the same match.
  struct Players {
    size_t match = SIZE_MAX;
    MatchPlayers players;
  };

  /// Lets workers take blocks: all, but of a sequential test only those up to 1,024 pairs after the
  /// first missing one, which it waits for.
  void QueueBlocks();
  void Play(int worker, const std::stop_token& stop);
  bool IsNeeded(size_t match);
  std::optional<Finished> Finish(const BlockQueue::Turn& turn, int worker,
                                 const std::stop_token& stop, Players* players);
  MatchOutcome PlayBlock(const Block& block, int worker, const std::stop_token& stop,
                         Players* players) const;
  bool Counts(size_t match) const { return !hooks_.count || hooks_.count(match); }
  std::vector<PairResult> PairsIn(const Block& block) const;
  void Take(Finished block);
  bool TakeFinished();

  const std::vector<SharedMatch> matches_;
  const Hooks hooks_;
  BlockQueue queue_;
  std::vector<Block> blocks_;       // by their numbers in the queue
  std::deque<size_t> later_;        // the numbers that are not in the queue yet
  std::deque<MatchTally> tallies_;  // by match, as the next
  std::vector<bool> is_dropped_;
  uint64_t pairs_ = 0, own_ = 0, total_ = 0;
  Crew crew_;
  // Guarded by the crew's mutex:
  std::vector<Finished> finished_;
  std::vector<bool> is_over_;  // by match
};

}  // namespace raichi
