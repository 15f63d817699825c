#include "mcts/alphabeta/alphabeta.h"

#include <algorithm>

#include "base/error.h"
#include "mcts/alphabeta/tafl_evaluation.h"
#include "mcts/search/tactics.h"

namespace raichi {
namespace {

constexpr int kMostScore = AlphaBeta::kWin + 1;
constexpr int kLongWin = AlphaBeta::kWin - MoveOrder::kMaxPly;  // higher scores are wins
constexpr int kMaxQuietPly = 6;
constexpr uint64_t kNodesBetweenLooks = 1024;

/// Thrown to leave a search that must stop. All entries in the transposition table are from nodes
/// that were searched completely.
struct Stopped {};

}  // namespace

AlphaBeta::AlphaBeta(const AlphaBetaConfig& config)
    : config_(config),
      table_(config.table_bits),
      moves_(MoveOrder::kMaxPly),
      scores_(MoveOrder::kMaxPly) {
  RAICHI_CHECK(config.depth >= 1 && config.depth <= MoveOrder::kMaxPly / 4);
}

void AlphaBeta::NewGame(uint64_t seed) {
  seed_ = Mix64(seed);
  table_.Clear();
  order_.Clear();
}

AlphaBeta::Choice AlphaBeta::Think(const Game& game, const std::function<bool()>& stop) {
  RAICHI_CHECK(!game.IsOver());
  Game walk = game;
  game_ = &walk;
  nodes_ = 0;
  table_.NextAge();
  order_.Fade();
  Choice best;
  try {
    for (int depth = 1; depth <= config_.depth; ++depth) {
      stop_ = depth > 1 && stop ? &stop : nullptr;
      best = SearchRoot(depth, best.move);
      if (std::abs(best.score) > kLongWin) break;
    }
  } catch (const Stopped&) {  // keep the result of the previous iteration
  }
  best.nodes = nodes_;
  game_ = nullptr;
  stop_ = nullptr;
  return best;
}

void AlphaBeta::CountNode() {
  if (++nodes_ % kNodesBetweenLooks == 0 && stop_ != nullptr && (*stop_)()) throw Stopped();
}

AlphaBeta::Choice AlphaBeta::SearchRoot(int depth, Move first) {
  MoveList& moves = moves_[0];
  game_->LegalMoves(&moves);
  RAICHI_CHECK(!moves.empty());
  const Move win = WinInOne(game_->rules(), game_->position(), {moves.data(), moves.size()});
  if (!win.IsNone()) return {win, kWin - 1};
  order_.Score(game_->rules(), game_->position(), moves, first, 0, &scores_[0]);
  Choice best{Move(), -kMostScore};
  for (size_t i = 0; i < moves.size(); ++i) {
    PickNext(i, &moves, &scores_[0]);
    const Move move = moves[i];
    const int score = SearchChild(depth, {best.score, kMostScore}, 0, i, false, false);
    if (score > best.score) best = {move, score};
  }
  return best;
}

/// Plays the `i`-th move of the ply, searches the position one ply less deep and takes the move
/// back. Moves after the first are searched with a null window first, to show that they are no
/// better; late quiet moves are reduced by another ply.
int AlphaBeta::SearchChild(int depth, Window window, int ply, size_t i, bool is_quiet,
                           bool is_forced) {
  constexpr size_t kFullDepthMoves = 6;
  constexpr int kReducibleDepth = 3;
  game_->Play(moves_[static_cast<size_t>(ply)][i]);
  const int reduction =
      is_quiet && !is_forced && i >= kFullDepthMoves && depth >= kReducibleDepth ? 1 : 0;
  int score = window.alpha + 1;
  if (i > 0) {
    const Window scout{-window.alpha - 1, -window.alpha};
    score = -Search(depth - 1 - reduction, scout, ply + 1);
    if (reduction > 0 && score > window.alpha) score = -Search(depth - 1, scout, ply + 1);
  }
  if (i == 0 || (score > window.alpha && score < window.beta)) {
    score = -Search(depth - 1, {-window.beta, -window.alpha}, ply + 1);
  }
  game_->TakeBack();
  return score;
}

int AlphaBeta::Search(int depth, Window window, int ply) {
  CountNode();
  int score = 0;
  if (IsDecided(ply, &score)) return score;
  const bool is_forced = IsForced();
  if (is_forced && ply < 2 * config_.depth) ++depth;
  if (depth <= 0) return Quiesce(window, ply, 0);

  Move first;
  if (const Table::Entry* entry = table_.Find(Key())) {
    first = entry->move;
    score = FromTable(entry->score, ply);
    const bool is_usable = entry->bound == Table::Bound::kExact ||
                           (entry->bound == Table::Bound::kAtLeast && score >= window.beta) ||
                           (entry->bound == Table::Bound::kAtMost && score <= window.alpha);
    if (entry->depth >= depth && is_usable) return score;
  }
  return SearchMoves(depth, window, ply, first, is_forced);
}

int AlphaBeta::SearchMoves(int depth, Window window, int ply, Move first, bool is_forced) {
  MoveList& moves = moves_[static_cast<size_t>(ply)];
  std::vector<int>& scores = scores_[static_cast<size_t>(ply)];
  order_.Score(game_->rules(), game_->position(), moves, first, ply, &scores);
  const int alpha = window.alpha;
  int best = -kMostScore;
  Move best_move;
  for (size_t i = 0; i < moves.size() && best < window.beta; ++i) {
    PickNext(i, &moves, &scores);
    const bool is_quiet = MoveOrder::IsQuietScore(scores[i]);
    const Move move = moves[i];
    const int score = SearchChild(depth, window, ply, i, is_quiet, is_forced);
    if (score <= best) continue;
    best = score;
    best_move = move;
    window.alpha = std::max(window.alpha, score);
    if (score >= window.beta && is_quiet) order_.NoteRefutation(move, ply, depth);
  }
  const Table::Bound bound = best >= window.beta ? Table::Bound::kAtLeast
                             : best > alpha      ? Table::Bound::kExact
                                                 : Table::Bound::kAtMost;
  table_.Store({Key(), static_cast<int16_t>(ToTable(best, ply)), best_move,
                static_cast<int8_t>(depth), bound});
  return best;
}

/// Continues the search until the position is quiet: tries captures, king moves that open a road,
/// and all answers to an open road.
int AlphaBeta::Quiesce(Window window, int ply, int quiet_ply) {
  const bool is_forced = IsForced() && quiet_ply < 2;
  if (!is_forced) {
    const int score = Evaluate();
    if (score >= window.beta || quiet_ply >= kMaxQuietPly || ply + 1 >= MoveOrder::kMaxPly) {
      return score;
    }
    window.alpha = std::max(window.alpha, score);
  }
  return QuiesceMoves(window, ply, quiet_ply, is_forced);
}

int AlphaBeta::QuiesceMoves(Window window, int ply, int quiet_ply, bool is_forced) {
  const MoveList& moves = moves_[static_cast<size_t>(ply)];
  int best = is_forced ? -kMostScore : window.alpha;
  for (size_t i = 0; i < moves.size() && best < window.beta; ++i) {
    if (!is_forced && !IsWorthTrying(moves[i], quiet_ply)) continue;
    CountNode();
    game_->Play(moves[i]);
    int score = 0;
    if (!IsDecided(ply + 1, &score)) {
      score = Quiesce({-window.beta, -std::max(window.alpha, best)}, ply + 1, quiet_ply + 1);
    }
    game_->TakeBack();
    best = std::max(best, -score);
  }
  return best;
}

bool AlphaBeta::IsWorthTrying(Move move, int quiet_ply) const {
  const Position& position = game_->position();
  if (move.from() == position.king()) {
    if (quiet_ply > 1) return false;
    Position after = position;
    after.Relocate(move.from(), move.to(), PieceClass::kKing);
    return KingRoads(game_->rules(), after) > 0;
  }
  return SeemsToCapture(game_->rules(), position, move);
}

/// Returns true and sets `score` if the position at `ply` needs no search: the game is over, the
/// position is repeated, or the next move wins. Otherwise leaves the legal moves in `moves_[ply]`.
bool AlphaBeta::IsDecided(int ply, int* score) {
  if (game_->IsOver()) {
    *score = EndScore(ply);
    return true;
  }
  // A position that was repeated once can be repeated again.
  const RepetitionRules& repetition = game_->rules().data().repetition;
  if (repetition.count > 0 && repetition.result == RepetitionResult::kDraw &&
      game_->Occurrences() > 1) {
    *score = 0;
    return true;
  }
  MoveList& moves = moves_[static_cast<size_t>(ply)];
  game_->LegalMoves(&moves);
  const Move win = WinInOne(game_->rules(), game_->position(), {moves.data(), moves.size()});
  *score = kWin - ply - 1;
  return !win.IsNone();
}

/// Returns true if the attackers must answer an open road.
bool AlphaBeta::IsForced() const {
  return game_->to_move() == Side::kAttackers && KingRoads(game_->rules(), game_->position()) > 0;
}

int AlphaBeta::EndScore(int ply) const {
  if (game_->result() == Result::kDraw) return 0;
  return game_->result() == WinFor(game_->to_move()) ? kWin - ply : ply - kWin;
}

int AlphaBeta::Evaluate() const {
  const int score = EvaluateTafl(game_->rules(), game_->position());
  if (config_.noise == 0) return score;
  const uint64_t hash = Mix64(game_->position().hash() ^ seed_);
  return score + static_cast<int>(hash % static_cast<uint64_t>(2 * config_.noise + 1)) -
         config_.noise;
}

/// A position has other values near a limit of plies, so the limits' counters belong to the key.
/// How often the position occurred does not, or few entries would be found again.
uint64_t AlphaBeta::Key() const {
  return game_->StateHash() ^ Mix64(static_cast<uint64_t>(game_->Occurrences()));
}

int AlphaBeta::ToTable(int score, int ply) {
  return score > kLongWin ? score + ply : score < -kLongWin ? score - ply : score;
}

int AlphaBeta::FromTable(int score, int ply) {
  return score > kLongWin ? score - ply : score < -kLongWin ? score + ply : score;
}

}  // namespace raichi
