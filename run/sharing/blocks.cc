#include "run/sharing/blocks.h"

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <thread>
#include <utility>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/guard.h"
#include "base/process.h"
#include "console/log.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

/// How long a published file may stay unseen: other machines remember for some seconds that a name
/// was missing (docs/scale.md, "The shared folder").
constexpr double kUnseenSeconds = 6;
constexpr double kFirstWait = 0.125, kLongestWait = 4;  // seconds between two looks at a held block
constexpr double kBetweenLooks = 0.05;  // at held blocks, as long as there are others

fs::path ClaimsOf(const fs::path& folder) { return folder / "claims"; }

/// Throws HeldError.
BlockClaim Lock(const fs::path& claims, const std::string& name) {
  return std::make_unique<const RunLock>(claims, name, "", LockWithSystem, Fencing::kNone);
}

BlockClaim TryLock(const fs::path& claims, const std::string& name) {
  try {
    return Lock(claims, name);
  } catch (const HeldError&) {
    return nullptr;
  }
}

/// Returns the names of all locks, also of free ones, sorted.
std::vector<std::string> LocksIn(const fs::path& claims) {
  constexpr std::string_view kEnds[] = {".lock", ".token"};
  std::vector<std::string> names;
  for (const fs::path& file : ListFolder(claims)) {
    const std::string name = file.filename();
    for (const std::string_view end : kEnds) {
      if (name.starts_with('.') && name.ends_with(end)) {
        names.push_back(name.substr(1, name.size() - 1 - end.size()));
      }
    }
  }
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

/// Whether a process holds the lock of this file. Does not keep anybody from taking it, except for
/// a moment.
bool IsLocked(const fs::path& file) {
  const Descriptor open = OpenFile(file, O_RDONLY | O_NONBLOCK);
  return open.IsOpen() && ::flock(open.number(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

/// Returns `HOST:PROCESS` of the first two words of a lock's file, which dots or blanks separate.
std::string WhoIn(const std::string& text) {
  const size_t host = std::min(text.find_first_of(". "), text.size());
  const size_t end = std::min(text.find_first_of(". \n", host + 1), text.size());
  return host == text.size() ? "another process"
                             : text.substr(0, host) + ":" + text.substr(host + 1, end - host - 1);
}

double Now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

void PublishBlock(const fs::path& result, std::string_view bytes) {
  CreateFolders(result.parent_path());
  if (TryPublishNew(result, bytes)) return;
  PrintWarning(result.string() +
               ": another process published something else, which counts; do the machines differ?");
}

std::string ClaimName(const fs::path& folder, const fs::path& result) {
  std::string name = result.lexically_relative(folder);
  std::ranges::replace(name, '/', ',');
  return name;
}

BlockClaim TryClaim(const fs::path& folder, const fs::path& result) {
  CreateFolders(ClaimsOf(folder));
  return TryLock(ClaimsOf(folder), ClaimName(folder, result));
}

BlockClaim WaitForClaim(const fs::path& folder, const fs::path& result,
                        const std::stop_token& stop) {
  CreateFolders(ClaimsOf(folder));
  BlockClaim claim;
  WaitWhileHeld([&] { claim = Lock(ClaimsOf(folder), ClaimName(folder, result)); }, stop);
  return claim;
}

std::vector<ClaimedBlock> ClaimedBlocks(const fs::path& folder) {
  const fs::path claims = ClaimsOf(folder);
  std::vector<ClaimedBlock> blocks;
  for (const std::string& name : LocksIn(claims)) {
    const fs::path lock = claims / ("." + name + ".lock");
    auto token = ReadFileIfThere(claims / ("." + name + ".token"), kMaxMarkBytes);
    if (!token && IsLocked(lock)) token = ReadFileIfThere(lock, kMaxMarkBytes);
    if (token) blocks.push_back({name, WhoIn(*token)});
  }
  return blocks;
}

void RemoveFreeClaims(const fs::path& folder) {
  const fs::path claims = ClaimsOf(folder);
  for (const std::string& name : LocksIn(claims)) {
    if (const BlockClaim claim = TryLock(claims, name)) {
      RemoveFile(claims / ("." + name + ".lock"));
    }
  }
}

BlockQueue::BlockQueue(fs::path folder)
    : folder_(std::move(folder)), rng_(Checksum(ThisProcess().ToString())) {}

void BlockQueue::Add(fs::path result, size_t number) {
  const std::scoped_lock lock(mutex_);
  fresh_.push_back({.result = std::move(result), .number = number});
}

bool BlockQueue::IsEmpty() const {
  const std::scoped_lock lock(mutex_);
  return fresh_.empty() && held_.empty();
}

std::optional<BlockQueue::Turn> BlockQueue::Next() {
  while (std::optional<Entry> entry = Pop()) {
    if (std::optional<Turn> turn = Try(&*entry)) {
      GoToTheFront();
      return turn;
    }
    PutBack(std::move(*entry));
  }
  return std::nullopt;
}

std::optional<BlockQueue::Turn> BlockQueue::Wait(const std::stop_token& stop) {
  while (!stop.stop_requested() && !IsEmpty()) {
    if (std::optional<Turn> turn = Next()) return turn;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return std::nullopt;
}

/// Looks at held blocks now and then, and only at them once there are no others.
std::optional<BlockQueue::Entry> BlockQueue::Pop() {
  const std::scoped_lock lock(mutex_);
  const double now = Now();
  std::vector<Entry>* from = &held_;
  auto place = std::ranges::find_if(held_, [&](const Entry& e) { return e.next_try <= now; });
  if (!fresh_.empty() && (place == held_.end() || now < next_look_)) {
    from = &fresh_;
    place = fresh_.begin() + static_cast<std::ptrdiff_t>(next_ % fresh_.size());
  } else if (place == held_.end()) {
    return std::nullopt;
  } else {
    next_look_ = now + kBetweenLooks;
  }
  Entry entry = std::move(*place);
  from->erase(place);
  return entry;
}

/// A block that was held and is free now is done, or its process died. In case its file is not seen
/// here yet, nobody works on it for a while.
std::optional<BlockQueue::Turn> BlockQueue::Try(Entry* entry) const {
  const bool is_new = entry->claim == nullptr;
  if (is_new) entry->claim = TryClaim(folder_, entry->result);
  if (Exists(entry->result)) return Turn{.number = entry->number, .claim = nullptr};
  if (!entry->claim) return std::nullopt;
  if (is_new) entry->usable_from = Now() + (entry->tries > 0 ? kUnseenSeconds : 0);
  if (Now() < entry->usable_from) return std::nullopt;
  return Turn{.number = entry->number, .claim = std::move(entry->claim)};
}

/// Goes on farther and farther down the list, lest processes that start together follow each other
/// from block to block.
void BlockQueue::PutBack(Entry entry) {
  const std::scoped_lock lock(mutex_);
  const double wait = std::min(kLongestWait, kFirstWait * static_cast<double>(1 << entry.tries));
  entry.tries = std::min(entry.tries + 1, 10);
  entry.next_try = Now() + wait * (0.5 + rng_.Uniform() / 2);
  held_.push_back(std::move(entry));
  collisions_ = std::min(collisions_ + 1, 10);
  next_ += DrawBelow(uint64_t{1} << collisions_, &rng_);
}

void BlockQueue::GoToTheFront() {
  const std::scoped_lock lock(mutex_);
  next_ = 0;
  collisions_ = 0;
}

}  // namespace raichi
