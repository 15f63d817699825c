#include "mcts/players/search_player.h"

#include <algorithm>

namespace raichi {

bool Follow(const Game& game, Search* search) {
  const Game& known = search->game();
  const std::span<const Move> moves = game.moves();
  const auto shared = static_cast<size_t>(known.ply());
  if (known.rules().fingerprint() != game.rules().fingerprint() ||
      known.PositionAt(0) != game.PositionAt(0) || shared > moves.size() ||
      !std::ranges::equal(known.moves(), moves.first(shared))) {
    return false;
  }
  for (const Move move : moves.subspan(shared)) search->Play(move);
  return true;
}

void SearchPlayer::NewGame(const Game& game, uint64_t seed) {
  seed_ = seed;
  if (search_) {
    search_->Reset(game, seed);
  } else {
    search_.emplace(config_.search, game, seed);
  }
}

void SearchPlayer::BeginTurn(const Game& game) {
  // After a take-back the tree is useless. The ply seeds a new random stream.
  if (!Follow(game, &*search_))
    search_->Reset(game, Mix64(seed_) + static_cast<uint64_t>(game.ply()));
  search_->Start(config_.budget);
  last_time_ = Clock::now();
  deadline_ = last_time_ + std::chrono::duration_cast<Clock::duration>(
                               std::chrono::duration<double>(config_.seconds));
}

/// Returns true if the caller wants the turn to end, or if another batch would exceed its time
/// limit, assuming that it takes as long as the last one.
bool SearchPlayer::IsOutOfTime() {
  if (search_->tree().root().IsNew()) return false;
  if (stop_ && stop_()) return true;
  if (config_.seconds <= 0) return false;
  const Clock::time_point now = Clock::now();
  const bool is_out = now + (now - last_time_) > deadline_;
  last_time_ = now;
  return is_out;
}

std::span<const LeafRequest> SearchPlayer::SelectLeaves() {
  if (IsOutOfTime()) return {};
  return search_->SelectLeaves();
}

}  // namespace raichi
