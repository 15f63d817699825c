#include "tests/support/made_boards.h"

#include <algorithm>
#include <cstdlib>

namespace raichi {
namespace {

using slow::At;
using slow::Board;

bool Chance(Rng* rng, double chance) { return rng->Uniform() < chance; }

int Between(int low, int high, Rng* rng) {
  return low + static_cast<int>(rng->Below(static_cast<uint32_t>(high - low + 1)));
}

Board Empty(int size) {
  const auto n = static_cast<size_t>(size);
  return {size, std::vector<std::string>(n, std::string(n, '.')), 'a'};
}

bool Put(Board* board, At at, char piece) {
  if (!board->Has(at) || board->Get(at) != '.') return false;
  board->Set(at, piece);
  return true;
}

/// Returns the square `depth` squares in from one of the four edges and `along` squares along it.
At OnEdge(int edge, int along, int depth, int size) {
  switch (edge) {
    case 0:
      return {along, 1 + depth};
    case 1:
      return {along, size - depth};
    case 2:
      return {1 + depth, along};
    default:
      return {size - depth, along};
  }
}

/// Puts a king on a square off the rim if the board has no king, replacing any piece there.
void PutKing(const slow::SlowEngine& engine, Board* board, Rng* rng) {
  if (FindKing(*board) != At{}) return;
  At at;
  do {
    at = {Between(2, board->size - 1, rng), Between(2, board->size - 1, rng)};
  } while (engine.IsGoal(at));
  board->Set(at, 'K');
}

/// Ensures that there is one king and at least one attacker, adds the camp state and, under rules
/// that have him, often the royal attacker.
slow::Board Finish(const slow::SlowEngine& engine, Board board, Rng* rng) {
  PutKing(engine, &board, rng);
  const int attackers = Between(1, 2, rng);
  for (int i = 0; i < attackers;) {
    const At at{Between(1, board.size, rng), Between(1, board.size, rng)};
    if (board.Get(at) == 'K') continue;
    board.Set(at, 't');
    ++i;
  }
  if (slow::HasRoyal(engine.rules())) {
    for (const At at : AllSquares(board)) {
      if (board.Get(at) != 't' || !Chance(rng, 0.3)) continue;
      board.Set(at, 'b');
      break;
    }
  }
  return engine.Parse(Text(board));
}

}  // namespace

slow::Board ShieldwallBoard(const slow::SlowEngine& engine, Rng* rng) {
  const RuleSet& rules = engine.rules();
  const int size = rules.size;
  Board board = Empty(size);
  board.to_move = Chance(rng, 0.5) ? 'a' : 'd';
  const char holder = board.to_move == 'a' ? 't' : 'T';
  const char man = board.to_move == 'a' ? 'T' : 't';
  const int edge = Between(0, 3, rng);
  const int length = Between(2, 4, rng);
  const int first = Between(1, size - length, rng);  // the row is first + 1 .. first + length
  const auto piece = [&](char usual) {
    const bool king = usual == 'T' && Chance(rng, 0.15) && FindKing(board) == At{};
    return king ? 'K' : usual;
  };
  const auto put = [&](At at, char usual) {
    const char there = piece(usual);
    Put(&board, at, there == 'K' && engine.IsGoal(at) ? usual : there);
  };
  for (int i = 1; i <= length && first + i <= size; ++i) {
    put(OnEdge(edge, first + i, 0, size), man);
    if (Chance(rng, 0.93)) put(OnEdge(edge, first + i, 1, size), holder);
  }
  const int closed = Chance(rng, 0.5) ? first : first + length + 1;
  const int open = closed == first ? first + length + 1 : first;
  if (Chance(rng, 0.8)) Put(&board, OnEdge(edge, closed, 0, size), holder);
  put(OnEdge(edge, open, Between(1, 4, rng), size), holder);
  for (int i = 0; i < 4; ++i) {
    Put(&board, {Between(1, size, rng), Between(1, size, rng)}, Chance(rng, 0.5) ? 't' : 'T');
  }
  return Finish(engine, board, rng);
}

slow::Board FortBoard(const slow::SlowEngine& engine, Rng* rng) {
  const int size = engine.rules().size;
  Board board = Empty(size);
  board.to_move = 'd';
  const int edge = Between(0, 3, rng);
  const int along = Between(2, size - 1, rng);
  const At king = OnEdge(edge, along, 0, size);
  board.Set(king, engine.IsGoal(king) ? '.' : 'K');
  const int reach = Between(1, 3, rng);
  const double density = 0.3 + 0.7 * rng->Uniform();
  const double attackers = 0.1 * rng->Uniform();
  for (int y = 1; y <= size; ++y) {
    for (int x = 1; x <= size; ++x) {
      const int distance = std::abs(x - king.x) + std::abs(y - king.y);
      if (distance >= reach && distance <= reach + 1 && Chance(rng, density)) {
        Put(&board, {x, y}, 'T');
      }
      if (distance > reach && Chance(rng, attackers)) Put(&board, {x, y}, 't');
    }
  }
  return Finish(engine, board, rng);
}

slow::Board RingBoard(const slow::SlowEngine& engine, Rng* rng) {
  const int size = engine.rules().size;
  Board board = Empty(size);
  const int margin = Between(1, std::max(1, size / 2 - 2), rng);  // from the edge to the ring
  const double gaps = Chance(rng, 0.5) ? 0 : 0.1 * rng->Uniform();
  for (int y = 1; y <= size; ++y) {
    for (int x = 1; x <= size; ++x) {
      const int depth = std::min({x - 1, y - 1, size - x, size - y});
      if (depth == margin && !Chance(rng, gaps)) Put(&board, {x, y}, 't');
      if (depth > margin && Chance(rng, 0.2)) Put(&board, {x, y}, 'T');
      if (depth < margin && Chance(rng, 0.1)) Put(&board, {x, y}, 't');
    }
  }
  board.Set({(size + 1) / 2, (size + 1) / 2}, 'K');
  return Finish(engine, board, rng);
}

slow::Board CrowdedBoard(const slow::SlowEngine& engine, Rng* rng) {
  const int size = engine.rules().size;
  Board board = Empty(size);
  board.to_move = Chance(rng, 0.5) ? 'a' : 'd';
  PutKing(engine, &board, rng);
  const double density = 0.6 + 0.4 * rng->Uniform();
  const double attackers = rng->Uniform();
  for (int y = 1; y <= size; ++y) {
    for (int x = 1; x <= size; ++x) {
      if (Chance(rng, density)) Put(&board, {x, y}, Chance(rng, attackers) ? 't' : 'T');
    }
  }
  return Finish(engine, board, rng);
}

slow::Board LastAttackersBoard(const slow::SlowEngine& engine, Rng* rng) {
  const int size = engine.rules().size;
  Board board = Empty(size);
  board.to_move = 'd';
  PutKing(engine, &board, rng);
  const int defenders = size * size / 4;
  for (int i = 0; i < defenders; ++i) {
    Put(&board, {Between(1, size, rng), Between(1, size, rng)}, 'T');
  }
  return Finish(engine, board, rng);
}

}  // namespace raichi
