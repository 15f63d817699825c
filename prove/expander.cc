#include "prove/expander.h"

#include <algorithm>
#include <bit>

#include "rules/encirclement.h"
#include "rules/threats.h"

namespace raichi {
namespace {

/// The numbers of a leaf are guesses, which were chosen by the nodes that a dozen proofs took
/// (docs/proofs.md): after a quiet move of the winner a quarter of the replies, and this much more.
constexpr int kQuiet = 2, kRepliesForOne = 4;
constexpr int kPerCapture = 2;  // less for each man that the winner captures, or more
constexpr int kRepliesForOneDisproof = 20;

/// The squares from the king outwards to the first piece in each direction, that piece included,
/// and the squares around the king. Moves between other squares change nothing about where the
/// king can go.
SquareSet RaysOfKing(const Rules& rules, const Position& position) {
  SquareSet rays;
  for (const Direction direction : kDirections) {
    for (Square s = Neighbour(position.king(), direction); rules.board().Has(s);
         s = Neighbour(s, direction)) {
      rays.Add(s);
      if (!position.IsEmpty(s)) break;
    }
  }
  return rays;
}

}  // namespace

/// What the moves of a position have in common.
struct Expander::Node {
  const Position* position = nullptr;
  Position scratch;                        // the position, changed and restored by plain moves
  SquareSet captures;                      // where a piece that arrives captures
  SquareSet rays;                          // RaysOfKing
  Position played;                         // after a move that is not plain
  PieceClass men = PieceClass::kAttacker;  // of the side to move
  bool may_capture_king = false;
  int king_moves = 0, roads = 0;
  int replies = 0;  // about how many moves the opponent of the side to move has
};

Expander::Expander(const Rules& rules, Side winner, bool plays_all_moves)
    : rules_(rules),
      winner_(winner),
      plays_all_moves_(plays_all_moves || rules.camps_close() || rules.tells_camps_apart() ||
                       rules.has_royal() || rules.data().shieldwall || rules.data().exit_forts),
      hash_(rules) {}

/// Whether an attacker could capture the king with the next move, whoever is to move.
bool Expander::CapturesKing(const Position& position) const {
  for (size_t i = 0; i < kDirections.size(); ++i) {
    const Square target = Neighbour(position.king(), kDirections[i]);
    if (!rules_.board().Has(target) || !position.IsEmpty(target)) continue;
    if (!WouldCaptureKing(rules_, position, i)) continue;
    for (size_t d = 0; d < kDirections.size(); ++d) {
      if (d == 3 - i) continue;  // the king is there
      for (Square s = Neighbour(target, kDirections[d]); rules_.board().Has(s);
           s = Neighbour(s, kDirections[d])) {
        if (position.IsEmpty(s)) continue;
        if (position.Men(Side::kAttackers).Has(s) && StopsOf(rules_, position, s).Has(target)) {
          return true;
        }
        break;
      }
    }
  }
  return false;
}

int Expander::KingMoves(const Position& position) const {
  const SquareSet stops = StopsOf(rules_, position, position.king());
  int count = 0;
  for (int y = 1; y <= rules_.size(); ++y) count += std::popcount(stops[y]);
  return count;
}

void Expander::Look(const Position& position, Node* node) const {
  node->position = &position;
  node->scratch = position;
  node->men =
      position.to_move() == Side::kAttackers ? PieceClass::kAttacker : PieceClass::kDefender;
  if (!plays_all_moves_) {
    node->captures = ThreatsOf(rules_, position, position.to_move()).captures;
    node->rays = RaysOfKing(rules_, position);
  }
  node->king_moves = KingMoves(position);
  node->roads = KingRoads(rules_, position);
  for (size_t i = 0; i < kDirections.size(); ++i) {
    node->may_capture_king |= WouldCaptureKing(rules_, position, i);
  }
}

bool Expander::IsPlain(const Node& node, Move move) const {
  return !plays_all_moves_ && rules_.ordinary().Has(move.from()) &&
         move.from() != node.position->king() && !node.captures.Has(move.to());
}

Expander::Fate Expander::Judge(const Node& node, const Position& after, bool is_near) const {
  const Side mover = node.position->to_move(), next = after.to_move();
  const Fate win = mover == winner_ ? Fate::kWon : Fate::kLost;
  if (mover == Side::kAttackers && rules_.data().encirclement && IsEncircled(rules_, after)) {
    return win;
  }
  if (!HasMove(rules_, after)) {
    return rules_.data().no_moves == NoMovesResult::kLoss ? win : Fate::kLost;
  }
  if (next == Side::kDefenders ? (is_near ? KingRoads(rules_, after) : node.roads) > 0
                               : (is_near || node.may_capture_king) && CapturesKing(after)) {
    return next == winner_ ? Fate::kWonNext : Fate::kLost;
  }
  return Fate::kGoesOn;
}

/// Against a king who can go nowhere the attackers are nearly done, so his moves count for them.
void Expander::SetLeaf(const Node& node, const Position& after, bool is_near, int captured,
                       Child* child) const {
  int proof = 1;
  if (winner_ == Side::kAttackers) proof += is_near ? KingMoves(after) : node.king_moves;
  if (after.to_move() == winner_) {
    proof += kPerCapture * captured;
    child->disproof = static_cast<uint32_t>(1 + node.replies / kRepliesForOneDisproof);
  } else {
    const bool threatens = winner_ == Side::kDefenders
                               ? (is_near ? KingRoads(rules_, after) : node.roads) > 0
                               : (is_near || node.may_capture_king) && CapturesKing(after);
    if (threatens) {
      // Two roads of the king cannot both be closed.
      proof = winner_ == Side::kDefenders && KingRoads(rules_, after) > 1 ? 1 : 2;
    } else {
      proof += kQuiet + node.replies / kRepliesForOne;
    }
    proof -= kPerCapture * captured;
  }
  child->proof = static_cast<uint32_t>(std::max(1, proof));
}

/// Plays a move. Returns the position after it: `node->scratch`, to be restored by Restore, or
/// `node->played`.
const Position& Expander::PlayIn(Node* node, Move move, Step* step, bool* is_plain) const {
  *is_plain = IsPlain(*node, move);
  if (!*is_plain) {
    node->played = *node->position;
    *step = Play(rules_, move, &node->played);
    return node->played;
  }
  *step = Step();
  node->scratch.Relocate(move.from(), move.to(), node->men);
  node->scratch.SetToMove(Opponent(node->position->to_move()));
  return node->scratch;
}

Expansion Expander::Expand(const Position& position, const SymmetricHash::Lanes& lanes,
                           const ProofTable& table, std::vector<Child>* children) const {
  const bool is_or = position.to_move() == winner_;
  Node node;
  Look(position, &node);
  MoveList moves;
  GenerateMoves(rules_, position, &moves);
  node.scratch.SetToMove(Opponent(position.to_move()));
  node.replies =
      is_or ? static_cast<int>(CountMoves(rules_, node.scratch)) : static_cast<int>(moves.size());
  node.scratch.SetToMove(position.to_move());
  const bool is_symmetric = std::count(lanes.begin(), lanes.end(), lanes[0]) > 1;
  const size_t begin = children->size();
  Expansion result;
  Step step;
  for (const Move move : moves) {
    bool is_plain = false;
    const Position& after = PlayIn(&node, move, &step, &is_plain);
    const bool is_near = !is_plain || node.rays.Has(move.from()) || node.rays.Has(move.to());
    Fate fate = step.result == WinFor(winner_) ? Fate::kWon : Fate::kLost;
    Child child{.move = move};
    if (step.result == Result::kOngoing) {
      fate = Judge(node, after, is_near);
      if (fate == Fate::kGoesOn) {
        child.key = SymmetricHash::Key(hash_.After(lanes, position, move, step, after));
        table.Prefetch(child.key);
        SetLeaf(node, after, is_near, step.num_captured, &child);
      }
    }
    if (is_plain) {
      node.scratch.Relocate(move.to(), move.from(), node.men);
      node.scratch.SetToMove(position.to_move());
    }
    if (fate != Fate::kGoesOn) {
      const bool wins = fate != Fate::kLost;
      if (wins == is_or) return {true, wins, 1 + (fate == Fate::kWonNext)};
      if (wins) result.plies = std::max(result.plies, 1 + (fate == Fate::kWonNext));
      continue;
    }
    if (is_symmetric &&
        std::any_of(children->begin() + static_cast<ptrdiff_t>(begin), children->end(),
                    [&](const Child& c) { return c.key == child.key; })) {
      continue;
    }
    children->push_back(child);
  }
  return result;
}

}  // namespace raichi
