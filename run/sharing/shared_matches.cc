#include "run/sharing/shared_matches.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "selfplay/records/shard.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMostPairsAhead = 1024;  // in a sequential test

}  // namespace

fs::path MatchBlock(const fs::path& folder, uint64_t first) {
  return folder / fmt::format("{:06}.games", first);
}

std::string MatchText(const Json& identity) { return JsonText(WithSum(identity), 1) + "\n"; }

void PublishMatch(const fs::path& folder, const std::string& text) {
  CreateFolders(folder);
  PublishNew(folder / "match.json", text);
}

SharedMatches::SharedMatches(const fs::path& folder, std::vector<SharedMatch> matches,
                             uint64_t pairs_of_block, Hooks hooks)
    : matches_(std::move(matches)),
      hooks_(std::move(hooks)),
      queue_(folder),
      is_dropped_(matches_.size()),
      is_over_(matches_.size()) {
  for (const SharedMatch& match : matches_) {
    tallies_.emplace_back(match.config, match.a, match.b);
    total_ += match.config.pairs;
    for (uint64_t first = 0; first < match.config.pairs; first += pairs_of_block) {
      const uint64_t pairs = std::min(pairs_of_block, match.config.pairs - first);
      later_.push_back(blocks_.size());
      blocks_.push_back({tallies_.size() - 1, first, pairs, MatchBlock(match.folder, first)});
    }
  }
  QueueBlocks();
}

void SharedMatches::QueueBlocks() {
  for (; !later_.empty(); later_.pop_front()) {
    const Block& block = blocks_[later_.front()];
    if (matches_[block.match].config.sprt && !IsOver(block.match) &&
        block.first >= outcome(block.match).num_pairs() + kMostPairsAhead) {
      return;
    }
    queue_.Add(block.file, later_.front());
  }
}

void SharedMatches::Run(int workers, const std::function<bool()>& attend) {
  crew_.Run(
      workers, [this](int worker, const std::stop_token& stop) { Play(worker, stop); },
      [&] {
        const bool is_left = TakeFinished();
        return attend() && is_left;
      });
}

void SharedMatches::Drop(size_t match) {
  is_dropped_[match] = true;
  const std::scoped_lock lock(crew_.mutex());
  is_over_[match] = true;
}

void SharedMatches::Play(int worker, const std::stop_token& stop) {
  Players players;
  while (!stop.stop_requested()) {
    const std::optional<BlockQueue::Turn> turn = queue_.Next();
    if (!turn) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      continue;
    }
    if (!IsNeeded(blocks_[turn->number].match)) continue;
    std::optional<Finished> finished = Finish(*turn, worker, stop, &players);
    if (!finished) continue;
    const std::scoped_lock lock(crew_.mutex());
    finished_.push_back(std::move(*finished));
    crew_.Notify();
  }
}

bool SharedMatches::IsNeeded(size_t match) {
  const std::scoped_lock lock(crew_.mutex());
  return !is_over_[match];
}

/// Returns nothing if it was stopped, which publishes nothing, and if the block is to be played
/// again.
std::optional<SharedMatches::Finished> SharedMatches::Finish(const BlockQueue::Turn& turn,
                                                             int worker,
                                                             const std::stop_token& stop,
                                                             Players* players) {
  const Block& block = blocks_[turn.number];
  const bool is_own = turn.claim != nullptr;
  if (is_own) {
    const MatchOutcome outcome = PlayBlock(block, worker, stop, players);
    if (outcome.num_pairs() < block.pairs) return std::nullopt;
    if (!Counts(block.match)) return Finished{.match = block.match};
    PublishBlock(block.file, ShardBytes(outcome.records));
  }
  try {
    return Finished{block.match, PairsIn(block), is_own};
  } catch (const ReadError&) {
    if (Counts(block.match)) throw;
    return Finished{.match = block.match};
  } catch (const DamagedError& error) {
    if (!hooks_.mend) {
      throw Error(std::string(error.what()) + "; delete the file, and its games are played again");
    }
    if (!hooks_.mend(block.file, error)) return Finished{.match = block.match};
    queue_.Add(block.file, turn.number);
    return std::nullopt;
  }
}

MatchOutcome SharedMatches::PlayBlock(const Block& block, int worker, const std::stop_token& stop,
                                      Players* players) const {
  if (players->match != block.match) {
    players->players = hooks_.open(block.match, worker);
    players->match = block.match;
  }
  MatchConfig config = matches_[block.match].config;
  config.first_pair += block.first;
  config.pairs = block.pairs;
  config.concurrent_pairs = static_cast<int>(block.pairs);
  config.keep_records = true;
  config.sprt = std::nullopt;
  return PlayMatch(config, *players->players.a, *players->players.b, {},
                   [&stop] { return stop.stop_requested(); });
}

/// Reads a block that is done. Throws DamagedError also if it lacks games or holds others.
std::vector<PairResult> SharedMatches::PairsIn(const Block& block) const {
  const MatchConfig& config = matches_[block.match].config;
  const uint64_t first_id = 2 * (config.first_pair + block.first);
  std::vector<PairResult> pairs;
  uint64_t games = 0;
  ReadPatiently(Patience(), [&] {
    pairs.assign(block.pairs, {});
    games = 0;
    ForEachGame(block.file, [&](GameRecord&& record) {
      if (record.game_id != first_id + games || games == 2 * block.pairs) {
        throw DamagedError(block.file.string() + ": holds other games than expected");
      }
      PairResult& pair = pairs[games / 2];
      const size_t game = games++ % 2;
      pair.index = block.first + (games - 1) / 2;
      pair.a_sides[game] = SideOfA(config, game);
      pair.results[game] = record.result;
      pair.plies[game] = static_cast<int>(record.turns.size());
      if (config.keep_records) pair.records.push_back(std::move(record));
    });
    if (games < 2 * block.pairs) throw DamagedError(block.file.string() + ": lacks games");
  });
  return pairs;
}

void SharedMatches::TakeDone() {
  for (const Block& block : blocks_) {
    if (!Exists(block.file)) continue;
    try {
      Take({block.match, PairsIn(block)});
    } catch (const DamagedError&) {  // as if it were not there
    }
  }
}

void SharedMatches::Take(Finished block) {
  if (block.pairs.empty()) Drop(block.match);
  pairs_ += block.pairs.size();
  if (block.is_own) own_ += block.pairs.size();
  for (PairResult& pair : block.pairs) tallies_[block.match].Add(std::move(pair), {});
}

/// Returns false once all matches are over.
bool SharedMatches::TakeFinished() {
  std::vector<Finished> finished;
  {
    const std::scoped_lock lock(crew_.mutex());
    finished.swap(finished_);
  }
  for (Finished& block : finished) Take(std::move(block));
  QueueBlocks();
  const std::scoped_lock lock(crew_.mutex());
  for (size_t i = 0; i < matches_.size(); ++i) is_over_[i] = IsOver(i);
  return !std::ranges::all_of(is_over_, [](bool is_over) { return is_over; });
}

}  // namespace raichi
