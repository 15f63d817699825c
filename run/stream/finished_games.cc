#include "run/stream/finished_games.h"

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <utility>

#include "base/error.h"

namespace raichi {

void FinishedGames::Add(int model, std::vector<GameRecord> games, Time now) {
  if (games_.empty()) since_ = now;
  model_ = model;
  std::ranges::move(games, std::back_inserter(games_));
}

bool FinishedGames::AreDue(int games_per_shard, std::chrono::seconds longest_wait, Time now) const {
  return !games_.empty() &&
         (static_cast<int>(games_.size()) >= games_per_shard || now - since_ > longest_wait);
}

void FinishedGames::WriteAll() {
  if (games_.empty()) return;
  write_(model_, games_);
  games_.clear();
}

bool FinishedGames::TryWriteAll() {
  trouble_.clear();
  try {
    WriteAll();
  } catch (const WriteError& error) {
    if (!MayPass(error.code())) throw;
    trouble_ = error.what();
  }
  return trouble_.empty();
}

std::chrono::seconds LongestWait(size_t streams) {
  constexpr size_t kMany = 8;
  return std::chrono::seconds(streams > kMany ? 60 : 10);
}

bool MayPass(int error) {
  return error == ENOSPC || error == EDQUOT || error == EFBIG || error == EIO || error == ESTALE;
}

}  // namespace raichi
