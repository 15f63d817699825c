#include <algorithm>

#include "tests/support/slow_engine.h"

// Shieldwalls and exit forts, implemented from the text of rules/copenhagen.h.
namespace raichi::slow {
namespace {

At Plus(At at, At step) { return {at.x + step.x, at.y + step.y}; }
At Back(At step) { return {-step.x, -step.y}; }

struct Edge {
  At along, inward;
};

std::vector<Edge> EdgesAt(At at, int size) {
  std::vector<Edge> edges;
  if (at.y == 1) edges.push_back({{1, 0}, {0, 1}});
  if (at.y == size) edges.push_back({{1, 0}, {0, -1}});
  if (at.x == 1) edges.push_back({{0, 1}, {1, 0}});
  if (at.x == size) edges.push_back({{0, 1}, {-1, 0}});
  return edges;
}

/// Returns the unbroken row of `owner`'s pieces that starts at `first` and runs in one direction.
std::vector<At> RowFrom(const Board& board, At first, At step, char owner) {
  std::vector<At> row;
  for (At at = first; board.Has(at) && OwnerOf(board.Get(at)) == owner; at = Plus(at, step)) {
    row.push_back(at);
  }
  return row;
}

}  // namespace

bool SlowEngine::ClosesRow(const Board& board, At end, At moved, char man) const {
  if (!board.Has(end)) return false;
  if (end == moved || CanSupport(board.Get(end), man)) return true;
  return rules_.shieldwall_ends == ShieldwallEnds::kCorners && IsCorner(end) &&
         board.Get(end) == '.' && Names(rules_.corners->hostile, man);
}

void SlowEngine::CaptureShieldwalls(At moved, const Board& board, std::set<At>* captured) const {
  const char mover = board.Get(moved);
  if (!Captures(mover)) return;
  const char enemy = OwnerOf(mover) == 'a' ? 'd' : 'a';
  const char man = enemy == 'a' ? 't' : 'T';
  for (const At first : AllSquares(board)) {
    if (OwnerOf(board.Get(first)) != enemy) continue;
    for (const Edge& edge : EdgesAt(first, board.size)) {
      const At before = Plus(first, Back(edge.along));
      if (board.Has(before) && OwnerOf(board.Get(before)) == enemy) continue;  // not the first
      const std::vector<At> row = RowFrom(board, first, edge.along, enemy);
      if (row.size() < 2) continue;
      const At after = Plus(row.back(), edge.along);
      std::vector<At> front;
      for (const At at : row) front.push_back(Plus(at, edge.inward));
      const bool moved_to_end = moved == before || moved == after;
      const bool moved_to_front = std::count(front.begin(), front.end(), moved) > 0;
      const bool any = rules_.shieldwall_move == ShieldwallMove::kAny;
      if (!moved_to_end && !(any && moved_to_front)) continue;
      if (!ClosesRow(board, before, moved, man) || !ClosesRow(board, after, moved, man)) continue;
      const bool held = std::all_of(front.begin(), front.end(), [&](At at) {
        return at == moved || CanSupport(board.Get(at), man);
      });
      if (!held) continue;
      for (const At at : row) {
        if (board.Get(at) != 'K') captured->insert(at);
      }
    }
  }
}

bool SlowEngine::HasExitFort(const Board& board) const {
  const At king = FindKing(board);
  if (!IsRim(king)) return false;
  const std::vector<At> beside = Neighbours(king);
  const bool can_move = std::any_of(beside.begin(), beside.end(), [&](At at) {
    return !Stops(board, king, {at.x - king.x, at.y - king.y}).empty();
  });
  if (!can_move) return false;

  std::set<At> safe;  // unbreakable defenders: starts with all and loses those found breakable
  for (int y = 1; y <= board.size; ++y) {
    for (int x = 1; x <= board.size; ++x) {
      if (board.Get({x, y}) == 'T') safe.insert({x, y});
    }
  }
  for (;;) {
    const std::set<At> inside = InsideOf(board, king, safe);
    std::set<At> still_safe;
    for (const At at : safe) {
      if (IsUnbreakable(board, at, inside, safe)) still_safe.insert(at);
    }
    if (still_safe == safe) {
      return std::none_of(inside.begin(), inside.end(),
                          [&](At at) { return OwnerOf(board.Get(at)) == 'a'; });
    }
    safe = still_safe;
  }
}

std::set<At> SlowEngine::InsideOf(const Board& board, At king, const std::set<At>& walls) {
  std::set<At> inside;
  std::vector<At> todo = {king};
  while (!todo.empty()) {
    const At at = todo.back();
    todo.pop_back();
    if (!board.Has(at) || walls.count(at) > 0 || !inside.insert(at).second) continue;
    for (const At next : Neighbours(at)) todo.push_back(next);
  }
  return inside;
}

bool SlowEngine::IsHostileSpecial(const Board& board, At at) const {
  if (CampOf(at) > 0 && rules_.camps->hostile.Has(PieceClass::kDefender)) return true;
  if (board.Get(at) != '.') return false;
  if (IsThrone(at)) return rules_.throne->hostile_empty.Has(PieceClass::kDefender);
  return IsCorner(at) && rules_.corners->hostile.Has(PieceClass::kDefender);
}

bool SlowEngine::AttackersMayStopOn(const Board& board, At at) const {
  for (const char piece : {'t', 'b'}) {
    if (piece == 'b' && FindRoyal(board) == At{}) continue;
    if (MayStop(board, piece, at, at)) return true;
    if (CampOf(at) == 0 || board.closed.count(CampOf(at)) > 0) continue;
    if (rules_.camps->stop.HasSameCamp()) return true;
    if (rules_.camps->close && Names(rules_.camps->closed_stop, piece)) return true;
  }
  return false;
}

bool SlowEngine::IsUnbreakable(const Board& board, At at, const std::set<At>& inside,
                               const std::set<At>& safe) const {
  const auto outside = [&](At next) {
    return board.Has(next) && inside.count(next) == 0 && safe.count(next) == 0;
  };
  const auto exposed = [&](At next) {
    if (!board.Has(next)) return Names(rules_.edge.hostile, 'T');
    return outside(next) || IsHostileSpecial(board, next);
  };
  const auto may_close_row = [&](At end) {
    const bool corners = rules_.shieldwall_ends == ShieldwallEnds::kCorners;
    return outside(end) || (corners && board.Has(end) && IsHostileSpecial(board, end));
  };
  for (const At step : {At{1, 0}, At{0, 1}}) {
    const At one = Plus(at, step);
    const At other = Plus(at, Back(step));
    if (!exposed(one) || !exposed(other)) continue;
    if (outside(one) && AttackersMayStopOn(board, one)) return false;
    if (outside(other) && AttackersMayStopOn(board, other)) return false;
  }
  if (!rules_.shieldwall) return true;
  for (const Edge& edge : EdgesAt(at, board.size)) {
    At first = at;
    while (board.Has(Plus(first, Back(edge.along))) &&
           OwnerOf(board.Get(Plus(first, Back(edge.along)))) == 'd') {
      first = Plus(first, Back(edge.along));
    }
    const std::vector<At> row = RowFrom(board, first, edge.along, 'd');
    if (row.size() < 2) continue;
    const bool open_in_front = std::all_of(
        row.begin(), row.end(), [&](At piece) { return outside(Plus(piece, edge.inward)); });
    if (open_in_front && may_close_row(Plus(first, Back(edge.along))) &&
        may_close_row(Plus(row.back(), edge.along))) {
      return false;
    }
  }
  return true;
}

}  // namespace raichi::slow
