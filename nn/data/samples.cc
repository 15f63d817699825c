#include "nn/data/samples.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "base/error.h"
#include "base/rng.h"
#include "nn/input/policy_index.h"

namespace raichi {
namespace {

/// Returns the shares of won, drawn and lost games for a value. Of those of a drawn game, that is
/// not decided, the draw has as much as possible.
std::array<float, 3> SharesOf(float value, bool drawn) {
  const float draw = drawn ? 1 - std::abs(value) : 0;
  return {(1 - draw + value) / 2, draw, (1 - draw - value) / 2};
}

Side MoverAt(const CompactGame& game, int ply) {
  const Side first = game.Start().to_move();
  return ply % 2 == 0 ? first : Opponent(first);
}

}  // namespace

std::array<float, 3> OutcomeTarget(const CompactGame& game, int ply, Side to_move,
                                   float root_value_weight) {
  const bool drawn = game.result() == Result::kDraw;
  const bool won = game.result() == WinFor(to_move);
  std::array<float, 3> target = {won ? 1.0f : 0.0f, drawn ? 1.0f : 0.0f,
                                 won || drawn ? 0.0f : 1.0f};
  if (const std::optional<float> cut = game.CutValue()) {
    target = SharesOf(to_move == Side::kAttackers ? *cut : -*cut, true);
  }
  const std::optional<float> value = game.RootValue(ply);
  if (!value) return target;
  const std::array<float, 3> searched = SharesOf(*value, drawn);
  for (size_t i = 0; i < 3; ++i) target[i] += root_value_weight * (searched[i] - target[i]);
  return target;
}

float ShortValueTarget(const CompactGame& game, int ply, double horizon) {
  const auto fade = static_cast<float>(1 - 1 / std::max(1.0, horizon));
  float value = game.CutValue().value_or(ValueFor(Side::kAttackers, game.result()));
  const Side to_move = MoverAt(game, ply);
  for (int later = static_cast<int>(game.moves().size()) - 1; later > ply; --later) {
    const std::optional<float> searched = game.RootValue(later);
    const bool same = ((later - ply) % 2 == 0) == (to_move == Side::kAttackers);
    if (searched) value = fade * value + (1 - fade) * (same ? *searched : -*searched);
  }
  return to_move == Side::kAttackers ? value : -value;
}

Fates FollowPieces(const CompactGame& record, Game* game) {
  std::array<Square, 1024> origin;  // by square: where the piece on it stood at the start
  const Rules& rules = game->rules();
  for (const Side side : {Side::kAttackers, Side::kDefenders}) {
    ForEachSquare(game->position().Men(side), rules.size(),
                  [&](Square s) { origin[s.code()] = s; });
  }
  for (auto ply = static_cast<size_t>(game->ply()); ply < record.moves().size(); ++ply) {
    const Move move = record.moves()[ply];
    game->Play(move);
    origin[move.to().code()] = origin[move.from().code()];
  }
  Fates fates;
  for (const Side side : {Side::kAttackers, Side::kDefenders}) {
    ForEachSquare(game->position().Men(side), rules.size(),
                  [&](Square s) { fates.survivors.Add(origin[s.code()]); });
  }
  fates.king = game->position().king();
  return fates;
}

namespace {

/// Appends the legal moves of the position and each one's share of the search's visits.
void AddPolicy(const Game& game, std::span<const CompactGame::Visit> visits, Symmetry symmetry,
               SampleBatch* batch) {
  const int canvas = batch->inputs.canvas;
  const int size = game.rules().size();
  float total = 0;
  for (const CompactGame::Visit& visit : visits) total += static_cast<float>(visit.count);
  MoveList legal;
  game.LegalMoves(&legal);
  auto visit = visits.begin();  // visits are in the order of the legal moves
  for (const Move move : legal) {
    const bool visited = visit != visits.end() && visit->move == move;
    batch->move_index.push_back(PolicyIndex(symmetry(move, size), canvas));
    batch->move_share.push_back(visited ? static_cast<float>(visit->count) / total : 0.0f);
    if (visited) ++visit;
  }
  RAICHI_CHECK(visit == visits.end());
  batch->move_end.push_back(static_cast<int32_t>(batch->move_index.size()));
}

void AddReply(const CompactGame& record, int ply, Symmetry symmetry, SampleBatch* batch) {
  const std::span<const Move> moves = record.moves();
  const auto next = static_cast<size_t>(ply) + 1;
  batch->reply.push_back(
      next < moves.size()
          ? PolicyIndex(symmetry(moves[next], record.rules()->size()), batch->inputs.canvas)
          : -1);
}

void AddValues(const CompactGame& record, int ply, Side to_move, const SampleConfig& config,
               SampleBatch* batch) {
  const std::array<float, 3> outcome =
      OutcomeTarget(record, ply, to_move, static_cast<float>(config.root_value_weight));
  batch->outcome.insert(batch->outcome.end(), outcome.begin(), outcome.end());
  batch->short_value.push_back(ShortValueTarget(record, ply, config.short_value_horizon));
  const auto left = static_cast<float>(static_cast<int>(record.moves().size()) - ply);
  batch->moves_left.push_back(record.played_out() ? left : -1.0f);
}

/// Plays `game` to its end and appends the fates of the pieces on its board.
void AddFates(const CompactGame& record, Symmetry symmetry, Game* game, SampleBatch* batch) {
  const int canvas = batch->inputs.canvas;
  const int size = game->rules().size();
  const size_t first = batch->survivors.size();
  batch->survivors.resize(first + static_cast<size_t>(canvas), 0);
  if (!record.played_out()) return batch->king_end.push_back(-1);
  const Fates fates = FollowPieces(record, game);
  const SquareSet survivors = symmetry(fates.survivors, size);
  for (int y = 1; y <= size; ++y) {
    batch->survivors[first + static_cast<size_t>(y - 1)] = survivors[y] >> 1;
  }
  const Square king = fates.king.IsNone() ? fates.king : symmetry(fates.king, size);
  batch->king_end.push_back(king.IsNone() ? canvas * canvas
                                          : (king.y() - 1) * canvas + king.x() - 1);
}

/// Returns what the samples `begin` to `end` - 1 have in an array with `each` items a sample.
template <typename T>
std::vector<T> Slice(const std::vector<T>& items, int begin, int end, size_t each = 1) {
  const auto at = [&](int sample) {
    return items.begin() + static_cast<std::ptrdiff_t>(static_cast<size_t>(sample) * each);
  };
  return {at(begin), at(end)};
}

template <typename T>
void Append(const std::vector<T>& items, std::vector<T>* to) {
  to->insert(to->end(), items.begin(), items.end());
}

/// Appends the samples of a batch to another.
void Append(const SampleBatch& batch, SampleBatch* to) {
  const auto first_move = static_cast<int32_t>(to->move_index.size());
  for (const int32_t end : batch.move_end) to->move_end.push_back(first_move + end);
  Append(batch.inputs.rows, &to->inputs.rows);
  Append(batch.inputs.globals, &to->inputs.globals);
  Append(batch.inputs.board_sizes, &to->inputs.board_sizes);
  Append(batch.move_index, &to->move_index);
  Append(batch.move_share, &to->move_share);
  Append(batch.outcome, &to->outcome);
  Append(batch.short_value, &to->short_value);
  Append(batch.moves_left, &to->moves_left);
  Append(batch.survivors, &to->survivors);
  Append(batch.king_end, &to->king_end);
  Append(batch.reply, &to->reply);
}

/// Draws a policy target uniformly. With the probability `surprise`, then draws again within its
/// game, in proportion to the surprise: a game's share of the samples stays the same (KataGo's
/// policy surprise weighting, docs/KataGoMethods.md).
ReplayWindow::Target DrawTarget(const ReplayWindow& window, double surprise, Rng* rng) {
  const uint64_t index = DrawBelow(static_cast<uint64_t>(window.positions()), rng);
  ReplayWindow::Target target = window.At(static_cast<int64_t>(index));
  if (surprise > 0 && rng->Uniform() < surprise) {
    target.number = target.game->DrawBySurprise(rng->Uniform());
  }
  return target;
}

}  // namespace

void AddSample(const ReplayWindow::Target& target, const SampleConfig& config, Symmetry symmetry,
               bool show_last_moves, SampleBatch* batch) {
  const CompactGame& record = *target.game;
  const int ply = record.PlyOf(target.number);
  Game game(record.rules(), record.Start());
  for (int i = 0; i < ply; ++i) game.Play(record.moves()[static_cast<size_t>(i)]);

  const int index = batch->size();
  batch->inputs.Resize(index + 1);
  EncodeGame(game, show_last_moves, &batch->inputs, index);
  TransformPlanes(symmetry, &batch->inputs, index);
  AddPolicy(game, record.VisitsOf(target.number), symmetry, batch);
  AddReply(record, ply, symmetry, batch);
  AddValues(record, ply, game.to_move(), config, batch);
  AddFates(record, symmetry, &game, batch);
}

SampleBatch MakeBatch(const ReplayWindow& window, const SampleConfig& config, int canvas, int count,
                      uint64_t seed, int64_t step) {
  return MakeBatch(window, config, canvas, count, seed, step, {0, count});
}

SampleBatch MakeBatch(const ReplayWindow& window, const SampleConfig& config, int canvas, int count,
                      uint64_t seed, int64_t step, SampleRange part) {
  RAICHI_CHECK(window.positions() > 0);
  RAICHI_CHECK(0 <= part.begin && part.begin <= part.end && part.end <= count);
  Rng rng = StreamOf(seed, RandomDomain::kBatch, static_cast<uint64_t>(step));
  SampleBatch batch(canvas);
  std::map<const Rules*, std::vector<Symmetry>> known;
  for (int i = 0; i < part.end; ++i) {  // draws all before the part too, so that it is the same
    const ReplayWindow::Target target = DrawTarget(window, config.surprise, &rng);
    const bool show_last_moves = rng.Uniform() >= config.hide_last_moves;
    const Rules& rules = *target.game->rules();
    std::vector<Symmetry>& symmetries = known[&rules];
    if (symmetries.empty()) symmetries = SymmetriesOf(rules);  // at least the identity
    const uint32_t chosen = rng.Below(static_cast<uint32_t>(symmetries.size()));
    if (i < part.begin) continue;
    AddSample(target, config, config.symmetries ? symmetries[chosen] : Symmetry(), show_last_moves,
              &batch);
  }
  return batch;
}

SampleBatch PartOf(const SampleBatch& batch, int begin, int end) {
  RAICHI_CHECK(0 <= begin && begin <= end && end <= batch.size());
  const int first_move = begin == 0 ? 0 : batch.move_end[static_cast<size_t>(begin) - 1];
  const int last_move = end == 0 ? 0 : batch.move_end[static_cast<size_t>(end) - 1];
  SampleBatch part(batch.inputs.canvas);
  part.inputs.rows = Slice(batch.inputs.rows, begin, end, batch.inputs.RowsPerPosition());
  part.inputs.globals = Slice(batch.inputs.globals, begin, end, kGlobals);
  part.inputs.board_sizes = Slice(batch.inputs.board_sizes, begin, end);
  part.move_index = Slice(batch.move_index, first_move, last_move);
  part.move_share = Slice(batch.move_share, first_move, last_move);
  part.move_end = Slice(batch.move_end, begin, end);
  for (int32_t& move_end : part.move_end) move_end -= first_move;
  part.outcome = Slice(batch.outcome, begin, end, 3);
  part.short_value = Slice(batch.short_value, begin, end);
  part.moves_left = Slice(batch.moves_left, begin, end);
  part.survivors = Slice(batch.survivors, begin, end, static_cast<size_t>(batch.inputs.canvas));
  part.king_end = Slice(batch.king_end, begin, end);
  part.reply = Slice(batch.reply, begin, end);
  return part;
}

SampleBatch OrderedBySize(const SampleBatch& batch) {
  std::vector<int> order(static_cast<size_t>(batch.size()));
  std::iota(order.begin(), order.end(), 0);
  const auto size_of = [&](int i) { return batch.inputs.board_sizes[static_cast<size_t>(i)]; };
  if (std::ranges::is_sorted(order, {}, size_of)) return batch;
  std::ranges::stable_sort(order, {}, size_of);
  SampleBatch ordered(batch.inputs.canvas);
  for (const int sample : order) Append(PartOf(batch, sample, sample + 1), &ordered);
  return ordered;
}

}  // namespace raichi
