#include "tests/support/slow_engine.h"

#include <algorithm>

namespace raichi::slow {
namespace {

const std::vector<At> kSteps = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};

At Plus(At at, At step) { return {at.x + step.x, at.y + step.y}; }

}  // namespace

SlowEngine::SlowEngine(const RuleSet& rules) : rules_(rules) {
  const size_t side = static_cast<size_t>(rules.size) + 2;
  camps_.assign(side, std::vector<int>(side, 0));
  if (!rules.camps) return;
  const CampRules& camps = *rules.camps;
  tells_camps_apart_ =
      camps.stop.HasSameCamp() || camps.pass.HasSameCamp() || camps.hostile.HasSameCamp();
  // Each camp square starts as a camp of its own. Neighbours then take the lower number.
  const auto camp = [&](At at) -> int& {
    return camps_[static_cast<size_t>(at.y)][static_cast<size_t>(at.x)];
  };
  int number = 0;
  for (const Square s : camps.squares) camp({s.x(), s.y()}) = ++number;
  for (bool changed = true; changed;) {
    changed = false;
    for (const Square s : camps.squares) {
      for (const At next : Neighbours({s.x(), s.y()})) {
        if (camp(next) == 0 || camp(next) >= camp({s.x(), s.y()})) continue;
        camp({s.x(), s.y()}) = camp(next);
        changed = true;
      }
    }
  }
}

int SlowEngine::CampOf(At at) const {
  return camps_[static_cast<size_t>(at.y)][static_cast<size_t>(at.x)];
}

bool SlowEngine::IsThrone(At at) const {
  const int middle = (rules_.size + 1) / 2;
  return rules_.throne.has_value() && at == At{middle, middle};
}

bool SlowEngine::IsCorner(At at) const {
  if (!rules_.corners) return false;
  const int width = rules_.corners->width;
  const bool side = at.x <= width || at.x > rules_.size - width;
  const bool end = at.y <= width || at.y > rules_.size - width;
  return side && end;
}

bool SlowEngine::IsRim(At at) const {
  return at.x == 1 || at.y == 1 || at.x == rules_.size || at.y == rules_.size;
}

bool SlowEngine::IsGoal(At at) const {
  return rules_.goal == Goal::kEdge ? IsRim(at) : IsCorner(at);
}

bool SlowEngine::ListedForCamp(const ClassSet& words, char piece, At home, At camp_square) const {
  if (Names(words, piece)) return true;
  const bool at_home = piece == 'h' || piece == 'B';
  return words.HasSameCamp() && at_home && CampOf(home) == CampOf(camp_square);
}

bool SlowEngine::MayStop(const Board& board, char piece, At from, At at) const {
  if (IsThrone(at)) return Names(rules_.throne->stop, piece);
  if (IsCorner(at)) return Names(rules_.corners->stop, piece);
  if (CampOf(at) == 0) return true;
  if (board.closed.count(CampOf(at)) > 0) return Names(rules_.camps->closed_stop, piece);
  return ListedForCamp(rules_.camps->stop, piece, from, at);
}

bool SlowEngine::MayPass(const Board& board, char piece, At from, At at) const {
  if (IsThrone(at)) return Names(rules_.throne->pass, piece);
  if (IsCorner(at)) return Names(rules_.corners->stop, piece);
  if (CampOf(at) == 0) return true;
  if (board.closed.count(CampOf(at)) > 0) return Names(rules_.camps->closed_pass, piece);
  return ListedForCamp(rules_.camps->pass, piece, from, at);
}

int SlowEngine::SpeedOf(char piece) const {
  const int limit = piece == 'K'            ? rules_.speed.king
                    : OwnerOf(piece) == 'a' ? rules_.speed.attackers
                                            : rules_.speed.defenders;
  return limit == 0 ? rules_.size : limit;
}

std::vector<At> SlowEngine::Stops(const Board& board, At from, At step) const {
  std::vector<At> stops;
  const char piece = board.Get(from);
  At at = from;
  for (int distance = 1; distance <= SpeedOf(piece); ++distance) {
    at = Plus(at, step);
    if (!board.Has(at) || board.Get(at) != '.') break;
    if (MayStop(board, piece, from, at)) stops.push_back(at);
    if (!MayPass(board, piece, from, at)) break;
  }
  return stops;
}

std::vector<SlowMove> SlowEngine::Moves(const Board& board) const {
  std::vector<SlowMove> moves;
  for (int y = 1; y <= board.size; ++y) {
    for (int x = 1; x <= board.size; ++x) {
      if (OwnerOf(board.Get({x, y})) != board.to_move) continue;
      for (const At step : kSteps) {
        for (const At to : Stops(board, {x, y}, step)) moves.push_back({{x, y}, to});
      }
    }
  }
  return moves;
}

Outcome SlowEngine::Play(const Board& board, SlowMove move) const {
  Outcome outcome{board, {}, "", ""};
  Board& after = outcome.board;
  char piece = board.Get(move.from);
  const char mover = OwnerOf(piece);
  const bool leaves = CampOf(move.to) != CampOf(move.from);
  if (leaves && piece == 'h') piece = 't';
  if (leaves && piece == 'B') piece = 'b';
  after.Set(move.from, '.');
  after.Set(move.to, piece);
  CaptureMen(move.to, &after, &outcome.captured);
  if (mover == 'a' && KingIsCaptured(after, move.to)) after.Set(FindKing(after), '.');
  CloseCamps(&after);
  after.to_move = mover == 'a' ? 'd' : 'a';
  const bool royal_captured = FindRoyal(board) != At{} && FindRoyal(after) == At{};
  Judge(mover, royal_captured, &outcome);
  return outcome;
}

void SlowEngine::CloseCamps(Board* board) const {
  if (!rules_.camps || !rules_.camps->close) return;
  std::set<int> empty;
  for (const At at : AllSquares(*board)) empty.insert(CampOf(at));
  empty.erase(0);
  for (const At at : AllSquares(*board)) {
    if (OwnerOf(board->Get(at)) == 'a') empty.erase(CampOf(at));
  }
  board->closed.insert(empty.begin(), empty.end());
}

uint64_t SlowEngine::Perft(const Board& board, int depth) const {
  const std::vector<SlowMove> moves = Moves(board);
  if (depth <= 1) return depth == 0 ? 1 : moves.size();
  uint64_t leaves = 0;
  for (const SlowMove move : moves) {
    const Outcome outcome = Play(board, move);
    if (outcome.result.empty()) leaves += Perft(outcome.board, depth - 1);
  }
  return leaves;
}

int SlowEngine::KingRoads(const Board& board) const {
  const At king = FindKing(board);
  int roads = 0;
  for (const At step : kSteps) {
    const std::vector<At> stops = Stops(board, king, step);
    roads += std::any_of(stops.begin(), stops.end(), [&](At at) { return IsGoal(at); }) ? 1 : 0;
  }
  return roads;
}

}  // namespace raichi::slow
