#include "solve/truth/prover.h"

#include <algorithm>

#include "base/error.h"
#include "mcts/search/tactics.h"

namespace raichi {
namespace {

/// Thrown to leave a question that takes too long. All entries of the table are complete.
struct TooLong {};

/// The most men that one move captures between two pieces: in three directions, not the one from
/// which it comes.
constexpr int kMostCaptures = 3;

bool HasTwoWays(const Rules& rules, const Position& position, Square s) {
  const SquareSet stops = StopsOf(rules, position, s);
  int ways = 0;
  for (const Direction direction : kDirections) {
    bool can = false;
    for (Square to = Neighbour(s, direction); rules.board().Has(to) && !can;
         to = Neighbour(to, direction)) {
      can = stops.Has(to);
    }
    ways += can;
  }
  return ways > 1;
}

/// Whether more pieces of a side can move in two directions or more than one move of the enemy can
/// capture. Such a side is not blockaded by the next move: where that ends, it closes one direction
/// of each piece at most.
bool IsMobile(const Rules& rules, const Position& position, Side side) {
  int mobile = 0;
  ForEachSquare(position.Men(side), rules.size(), [&](Square s) {
    if (mobile <= kMostCaptures) mobile += HasTwoWays(rules, position, s);
  });
  return mobile > kMostCaptures;
}

}  // namespace

bool MayWinOtherwise(const Rules& rules, const Position& position) {
  const RuleSet& data = rules.data();
  if (data.shieldwall || rules.camps_close()) return true;
  const bool is_attack = position.to_move() == Side::kAttackers;
  if (is_attack ? data.encirclement : data.exit_forts) return true;
  if (!is_attack && position.Count(Side::kAttackers) <= kMostCaptures) return true;
  return !IsMobile(rules, position, Opponent(position.to_move()));
}

Prover::Prover(RulesPtr rules, int table_bits)
    : rules_(std::move(rules)),
      table_(size_t{1} << table_bits),
      scores_(static_cast<size_t>(kMostPlies) + 1) {}

std::optional<bool> Prover::WinsWithin(const Position& position, int plies, uint64_t most_nodes) {
  RAICHI_CHECK(plies % 2 == 1 && plies <= kMostPlies);
  last_node_ = nodes_ + most_nodes;
  try {
    return Wins(position, plies);
  } catch (const TooLong&) {
    return std::nullopt;
  }
}

std::optional<bool> Prover::LosesWithin(const Position& position, int plies, uint64_t most_nodes) {
  RAICHI_CHECK(plies % 2 == 0 && plies >= 0 && plies < kMostPlies);
  last_node_ = nodes_ + most_nodes;
  try {
    return Loses(position, plies);
  } catch (const TooLong&) {
    return std::nullopt;
  }
}

void Prover::CountNode() {
  if (++nodes_ > last_node_) throw TooLong();
}

/// Returns the entry of a position; if its place holds another's, takes it.
Prover::Entry& Prover::EntryOf(const Position& position) {
  Entry& entry = table_[position.hash() & (table_.size() - 1)];
  if (entry.key != position.hash()) entry = {.key = position.hash()};
  return entry;
}

std::vector<int>& Prover::Order(const Position& position, const MoveList& moves, Move first,
                                int plies) {
  std::vector<int>& scores = scores_[static_cast<size_t>(plies)];
  order_.Score(*rules_, position, moves, first, plies, &scores);
  return scores;
}

bool Prover::WinsAtOnce(const Position& position, const MoveList& moves) const {
  if (!WinInOne(*rules_, position, {moves.data(), moves.size()}).IsNone()) return true;
  if (!MayWinOtherwise(*rules_, position)) return false;
  return std::any_of(moves.begin(), moves.end(), [&](Move move) {
    Position after = position;
    return Play(*rules_, move, &after).result == WinFor(position.to_move());
  });
}

bool Prover::Wins(const Position& position, int plies) {
  CountNode();
  if (plies > 1) {
    const Entry& known = EntryOf(position);
    if (known.win > 0 && known.win <= plies) return true;
    if (known.no_win >= plies) return false;
  }
  MoveList moves;
  GenerateMoves(*rules_, position, &moves);
  if (WinsAtOnce(position, moves)) return true;
  if (plies == 1) return false;
  std::vector<int>& scores = Order(position, moves, EntryOf(position).move, plies);
  for (size_t i = 0; i < moves.size(); ++i) {
    PickNext(i, &moves, &scores);
    Position after = position;
    if (Play(*rules_, moves[i], &after).result != Result::kOngoing) continue;
    if (!Loses(after, plies - 1)) continue;
    order_.NoteRefutation(moves[i], plies, plies);
    Entry& entry = EntryOf(position);
    entry.move = moves[i];
    entry.win = static_cast<int8_t>(plies);
    return true;
  }
  Entry& entry = EntryOf(position);
  entry.no_win = std::max(entry.no_win, static_cast<int8_t>(plies));
  return false;
}

bool Prover::Loses(const Position& position, int plies) {
  CountNode();
  if (plies == 0) return false;
  if (plies == 2) return LosesInTwo(position);
  const Entry& known = EntryOf(position);
  if (known.loss > 0 && known.loss <= plies) return true;
  if (known.no_loss >= plies) return false;
  const Move first = known.move;
  MoveList moves;
  GenerateMoves(*rules_, position, &moves);
  std::vector<int>& scores = Order(position, moves, first, plies);
  for (size_t i = 0; i < moves.size(); ++i) {
    PickNext(i, &moves, &scores);
    Position after = position;
    const Result result = Play(*rules_, moves[i], &after).result;
    if (result == WinFor(Opponent(position.to_move()))) continue;
    if (result == Result::kOngoing && Wins(after, plies - 1)) continue;
    order_.NoteRefutation(moves[i], plies, plies);
    Entry& entry = EntryOf(position);
    entry.move = moves[i];
    entry.no_loss = std::max(entry.no_loss, static_cast<int8_t>(plies));
    return false;
  }
  EntryOf(position).loss = static_cast<int8_t>(plies);
  return true;
}

/// Most nodes are of this kind, so it spends nothing on the order of moves but to try first what
/// refuted the last one.
bool Prover::LosesInTwo(const Position& position) {
  MoveList moves;
  GenerateMoves(*rules_, position, &moves);
  for (size_t i = 1; i < moves.size(); ++i) {
    if (moves[i] == last_reply_) std::swap(moves[0], moves[i]);
  }
  for (const Move move : moves) {
    Position after = position;
    const Result result = Play(*rules_, move, &after).result;
    if (result == WinFor(Opponent(position.to_move()))) continue;
    if (result == Result::kOngoing && Wins(after, 1)) continue;
    last_reply_ = move;
    return false;
  }
  return true;
}

}  // namespace raichi
