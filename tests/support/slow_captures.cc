#include <algorithm>

#include "tests/support/slow_engine.h"

// Captures and ends of a game, in the order of docs/rules.md.
namespace raichi::slow {
namespace {

bool Contains(const std::vector<Square>& squares, At at) {
  return std::find(squares.begin(), squares.end(), Square(at.x, at.y)) != squares.end();
}

At Beyond(At from, At over) { return {2 * over.x - from.x, 2 * over.y - from.y}; }

}  // namespace

bool SlowEngine::Captures(char piece) const {
  const Armed armed = rules_.king.armed;
  return piece != 'K' || armed == Armed::kBoth || armed == Armed::kHammer;
}

bool SlowEngine::CanSupport(char piece, char victim) const {
  if (piece == '.' || OwnerOf(piece) == OwnerOf(victim)) return false;
  const Armed armed = rules_.king.armed;
  return piece != 'K' || armed == Armed::kBoth || armed == Armed::kAnvil;
}

bool SlowEngine::IsHostile(const Board& board, At at, char victim, At victim_at) const {
  if (!board.Has(at)) return victim != 'K' && Names(rules_.edge.hostile, victim);
  const char there = board.Get(at);
  if (CanSupport(there, victim)) return true;
  if (IsThrone(at)) {
    const ThroneRules& throne = *rules_.throne;
    if (there == '.' && Names(throne.hostile_empty, victim)) return true;
    if (there == 'K' && Names(throne.hostile_occupied, victim)) return true;
    if (throne.linnaean && victim == 'T' && there == 'K') {
      int attackers = 0;
      for (const At next : Neighbours(at)) attackers += OwnerOf(board.Get(next)) == 'a' ? 1 : 0;
      if (attackers == 3) return true;
    }
  }
  if (IsCorner(at) && there == '.' && Names(rules_.corners->hostile, victim)) return true;
  if (CampOf(at) > 0 && ListedForCamp(rules_.camps->hostile, victim, victim_at, at)) {
    return !(OwnerOf(victim) == 'a' && Contains(rules_.camps->neutral, at));
  }
  return false;
}

void SlowEngine::CaptureMen(At moved, Board* board, std::set<At>* captured) const {
  const char mover = board->Get(moved);
  if (Captures(mover)) {
    for (const At next : Neighbours(moved)) {
      if (!board->Has(next)) continue;
      const char victim = board->Get(next);
      if (victim == '.' || victim == 'K' || OwnerOf(victim) == OwnerOf(mover)) continue;
      if (IsHostile(*board, Beyond(moved, next), victim, next)) captured->insert(next);
    }
  }
  if (rules_.shieldwall) CaptureShieldwalls(moved, *board, captured);
  for (const At at : *captured) board->Set(at, '.');
}

KingCapture SlowEngine::WayToCapture(At king) const {
  if (IsThrone(king)) return rules_.king.on_throne;
  for (const At next : Neighbours(king)) {
    if (IsThrone(next)) return rules_.king.beside_throne;
  }
  return IsRim(king) ? rules_.king.at_edge : rules_.king.open;
}

bool SlowEngine::KingIsCaptured(const Board& board, At moved) const {
  const At king = FindKing(board);
  const std::vector<At> around = Neighbours(king);
  if (std::find(around.begin(), around.end(), moved) == around.end()) return false;
  switch (WayToCapture(king)) {
    case KingCapture::kNever:
      return false;
    case KingCapture::kCustodial:
      return IsHostile(board, Beyond(moved, king), 'K', king);
    case KingCapture::kSurround:
      return std::all_of(around.begin(), around.end(),
                         [&](At at) { return !board.Has(at) || IsHostile(board, at, 'K', king); });
  }
  return false;
}

bool SlowEngine::IsEncircled(const Board& board) const {
  std::set<At> reached;
  std::vector<At> todo;
  for (int y = 1; y <= board.size; ++y) {
    for (int x = 1; x <= board.size; ++x) {
      if (OwnerOf(board.Get({x, y})) == 'd') todo.push_back({x, y});
    }
  }
  while (!todo.empty()) {
    const At at = todo.back();
    todo.pop_back();
    if (!reached.insert(at).second) continue;
    if (IsRim(at)) return false;
    for (const At next : Neighbours(at)) {
      if (OwnerOf(board.Get(next)) != 'a') todo.push_back(next);
    }
  }
  return true;
}

void SlowEngine::Judge(char mover, bool royal_captured, Outcome* outcome) const {
  const Board& board = outcome->board;
  const auto end = [&](const std::string& result, const std::string& reason) {
    outcome->result = result;
    outcome->reason = reason;
  };
  const At king = FindKing(board);
  if (king == At{}) return end("attackers", "king captured");
  if (royal_captured) return end("defenders", "royal attacker captured");
  if (mover == 'd' && IsGoal(king)) return end("defenders", "king escaped");
  bool attackers_left = false;
  for (const std::string& rank : board.ranks) {
    attackers_left |=
        std::any_of(rank.begin(), rank.end(), [](char c) { return OwnerOf(c) == 'a'; });
  }
  if (!attackers_left) return end("defenders", "no attackers");
  if (rules_.encirclement && mover == 'a' && IsEncircled(board)) {
    return end("attackers", "encircled");
  }
  if (rules_.exit_forts && mover == 'd' && HasExitFort(board)) return end("defenders", "exit fort");
  if (!Moves(board).empty()) return;
  if (rules_.no_moves == NoMovesResult::kDraw) return end("draw", "no moves");
  return end(mover == 'a' ? "attackers" : "defenders", "no moves");
}

}  // namespace raichi::slow
