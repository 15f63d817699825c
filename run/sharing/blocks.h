#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "run/sharing/run_lock.h"

namespace raichi {

/// Work that divides: any number of processes, on any machines that see its folder, share its
/// *blocks*. The result of a block follows from the plan of the work alone and is one file below
/// the folder.
///
/// - A block is done when its file is there. The file appears whole and is never replaced.
/// - Whoever works on a block holds a lock of its name in FOLDER/claims/ (RunLock). So a process
///   that is killed loses its block alone: the system frees the lock, and another process takes the
///   block over. No clocks are compared.
/// - The locks only save work. If two processes do the same block, where locks fail or are seen
///   late, the first file stays and the other result is dropped.

/// Publishes the result of a block, unless it is there. Creates its folder. Warns if another
/// process published something else, as machines of different kinds may.
void PublishBlock(const std::filesystem::path& result, std::string_view bytes);

/// Keeps a block from other processes, and from other threads of this one, as long as it lives.
using BlockClaim = std::unique_ptr<const RunLock>;
/// Claims a block of the work in `folder`. Returns null if another has claimed it.
BlockClaim TryClaim(const std::filesystem::path& folder, const std::filesystem::path& result);
/// TryClaim, but waits as WaitWhileHeld until the block is free.
BlockClaim WaitForClaim(const std::filesystem::path& folder, const std::filesystem::path& result,
                        const std::stop_token& stop = {});

/// Returns the name of a block's claim: its path below the folder, with commas for slashes.
std::string ClaimName(const std::filesystem::path& folder, const std::filesystem::path& result);
/// A block that a process works on now.
struct ClaimedBlock {
  std::string name;    // ClaimName
  std::string holder;  // `n3:4711`
};
/// Returns them, sorted by name. Changes nothing.
std::vector<ClaimedBlock> ClaimedBlocks(const std::filesystem::path& folder);
/// Removes the files of the locks that nobody holds; they stay until the work is done.
void RemoveFreeClaims(const std::filesystem::path& folder);

/// The blocks that a process needs done, by numbers of the caller. Thread-safe.
class BlockQueue {
 public:
  explicit BlockQueue(std::filesystem::path folder);

  void Add(std::filesystem::path result, size_t number);

  /// A block to work on if it has a claim; if it has none, it is done.
  struct Turn {
    size_t number = 0;
    BlockClaim claim;
  };
  /// Returns a block that is free or was done elsewhere, each once. Returns nothing if others hold
  /// all that are left; ask again some hundredths of a second later.
  std::optional<Turn> Next();
  /// The same, but waits. Returns nothing after a stop and once no block is left.
  std::optional<Turn> Wait(const std::stop_token& stop);
  /// Whether all blocks were returned.
  bool IsEmpty() const;

 private:
  struct Entry {
    std::filesystem::path result;
    size_t number = 0;
    int tries = 0;        // in vain
    double next_try = 0;  // these are times of the steady clock, in seconds
    BlockClaim claim;     // of a block that was held, until its file could be seen if there is one
    double usable_from = 0;  // when that is
  };
  std::optional<Entry> Pop();
  std::optional<Turn> Try(Entry* entry) const;
  void PutBack(Entry entry);
  void GoToTheFront();

  const std::filesystem::path folder_;
  mutable std::mutex mutex_;  // guards what follows
  std::vector<Entry> fresh_;  // not tried yet
  size_t next_ = 0;           // the one of `fresh_` to be tried next
  int collisions_ = 0;        // with other processes, since the last block
  double next_look_ = 0;      // at `held_`
  std::vector<Entry> held_;
  Rng rng_;
};

}  // namespace raichi
