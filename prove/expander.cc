#include "prove/expander.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "rules/copenhagen.h"
#include "rules/threats.h"

namespace raichi {
namespace {

/// The numbers of a leaf are guesses, which were chosen by the nodes that seven proofs took
/// (docs/proofs.md): after a quiet move of the winner a quarter of the replies, and this much more.
constexpr int kQuiet = 2, kRepliesForOne = 4;
constexpr int kPerCapture = 2;  // less for each man that the winner captures, more if he loses one
constexpr int kRepliesForOneDisproof = 20;

/// Adds the squares from `s` outwards to the first piece in each direction, that piece included.
void AddRays(const Rules& rules, const Position& position, Square s, SquareSet* rays) {
  for (const Direction direction : kDirections) {
    for (Square at = Neighbour(s, direction); rules.board().Has(at);
         at = Neighbour(at, direction)) {
      rays->Add(at);
      if (!position.IsEmpty(at)) break;
    }
  }
}

/// Looks for a straight line of squares without attackers from a man of the defenders, or the king,
/// to the rim. Only a move to one of these squares could encircle the defenders.
std::optional<SquareSet> WayOut(const Rules& rules, const Position& position) {
  const SquareSet& attackers = position.Men(Side::kAttackers);
  std::optional<SquareSet> way;
  ForEachSquare(position.Men(Side::kDefenders), rules.size(), [&](Square man) {
    for (size_t d = 0; d < kDirections.size() && !way; ++d) {
      SquareSet line;
      Square s = man;
      while (!attackers.Has(s)) {
        line.Add(s);
        if (rules.rim().Has(s)) {
          way = line;
          break;
        }
        s = Neighbour(s, kDirections[d]);
      }
    }
  });
  return way;
}

}  // namespace

/// What the moves of a position have in common.
struct Expander::Node {
  const Position* position = nullptr;
  Position scratch;                        // the position, changed and restored by plain moves
  Position played;                         // after a move that is not plain
  PieceClass men = PieceClass::kAttacker;  // of the side to move
  SquareSet captures;                      // where a piece that arrives captures
  // Moves that neither leave nor reach these change nothing about where the king can go, and which
  // attackers can capture him.
  SquareSet rays;
  bool captures_king = false;  // an attacker could, if it were their turn
  int king_moves = 0, roads = 0;
  int replies = 0;         // about how many moves the opponent of the winner has
  int opponent_moves = 0;  // how many moves the side that is not to move would have

  // Far moves are plain ones that all have the same fate, and otherwise the same leaf. No plain
  // move ends the game unless it ends on the way out.
  bool has_far = false;
  SquareSet way_out;  // if the side to move might encircle
  Fate far_fate = Fate::kGoesOn;
  Child far_leaf;
  Square lifted_from;  // whose piece is taken from `lifted`
  SymmetricHash::Lanes lifted{};
};

Expander::Expander(const Rules& rules, Side winner, bool plays_all_moves)
    : rules_(rules),
      winner_(winner),
      plays_all_moves_(plays_all_moves || rules.camps_close() || rules.tells_camps_apart() ||
                       rules.has_royal() || rules.data().shieldwall || rules.data().exit_forts),
      hash_(rules) {}

/// Whether an attacker could capture the king with the next move, whoever is to move. Adds the
/// squares on which that depends to `rays`, if it is not null.
bool Expander::CapturesKing(const Position& position, SquareSet* rays) const {
  bool captures = false;
  for (size_t i = 0; i < kDirections.size(); ++i) {
    const Square target = Neighbour(position.king(), kDirections[i]);
    if (!rules_.board().Has(target) || !position.IsEmpty(target)) continue;
    if (!WouldCaptureKing(rules_, position, i)) continue;
    captures |= AttackersReach(position, target);
    if (rays != nullptr) AddRays(rules_, position, target, rays);
  }
  return captures;
}

bool Expander::AttackersReach(const Position& position, Square target) const {
  for (const Direction direction : kDirections) {
    for (Square s = Neighbour(target, direction); rules_.board().Has(s);
         s = Neighbour(s, direction)) {
      if (position.IsEmpty(s)) continue;
      const bool is_attacker = position.Men(Side::kAttackers).Has(s);
      if (is_attacker && StopsOf(rules_, position, s).Has(target)) return true;
      break;
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

void Expander::Look(const Position& position, size_t moves, Node* node) const {
  node->position = &position;
  node->scratch = position;
  const Side mover = position.to_move();
  node->men = mover == Side::kAttackers ? PieceClass::kAttacker : PieceClass::kDefender;
  if (!plays_all_moves_) {
    node->captures = ThreatsOf(rules_, position, mover).captures;
    AddRays(rules_, position, position.king(), &node->rays);
  }
  node->king_moves = KingMoves(position);
  node->roads = KingRoads(rules_, position);
  node->captures_king = CapturesKing(position, &node->rays);
  node->scratch.SetToMove(Opponent(mover));
  node->opponent_moves = static_cast<int>(CountMoves(rules_, node->scratch));
  node->replies = mover == winner_ ? node->opponent_moves : static_cast<int>(moves);
  if (!plays_all_moves_) LookFar(node);
  node->scratch.SetToMove(mover);
}

/// Finds what far moves have in common. `node->scratch` has the other side to move.
void Expander::LookFar(Node* node) const {
  // A man who arrives takes moves from the nearest piece in each direction at most.
  if (node->opponent_moves <= 4 * (rules_.size() - 1)) return;
  if (node->position->to_move() == Side::kAttackers && rules_.data().encirclement) {
    const std::optional<SquareSet> way = WayOut(rules_, *node->position);
    if (!way) return;
    node->way_out = *way;
  }
  node->has_far = true;
  const Side next = node->scratch.to_move();
  if (next == Side::kDefenders ? node->roads > 0 : node->captures_king) {
    node->far_fate = winner_ == next ? Fate::kWonNext : Fate::kLost;
  }
  SetLeaf(*node, node->scratch, false, 0, &node->far_leaf);
}

bool Expander::IsPlain(const Node& node, Move move) const {
  return !plays_all_moves_ && rules_.ordinary().Has(move.from()) &&
         move.from() != node.position->king() && !node.captures.Has(move.to());
}

bool Expander::IsFar(const Node& node, Move move) const {
  return node.has_far && !node.rays.Has(move.from()) && !node.rays.Has(move.to()) &&
         !node.way_out.Has(move.to()) && IsPlain(node, move);
}

/// Whether the move ended the game, and otherwise whether the next one can win.
Expander::Fate Expander::Judge(const Node& node, const Position& after, bool may_end,
                               bool is_near) const {
  const Side mover = node.position->to_move(), next = after.to_move();
  const Fate win = mover == winner_ ? Fate::kWon : Fate::kLost;
  if (may_end && mover == Side::kAttackers && rules_.data().encirclement &&
      IsEncircled(rules_, after)) {
    return win;
  }
  if (may_end && !HasMove(rules_, after)) {
    return rules_.data().no_moves == NoMovesResult::kLoss ? win : Fate::kLost;
  }
  if (next == Side::kDefenders ? (is_near ? KingRoads(rules_, after) : node.roads) > 0
                               : (is_near ? CapturesKing(after) : node.captures_king)) {
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
                               : (is_near ? CapturesKing(after) : node.captures_king);
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

/// Plays a move. Returns the position after it: `node->scratch` if the move is plain, which the
/// caller restores, otherwise `node->played`.
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

/// Returns the fate of a move. If the game goes on, sets the key and the numbers of `child`.
Expander::Fate Expander::LookAt(Node* node, const SymmetricHash::Lanes& lanes, Move move,
                                Child* child) const {
  if (IsFar(*node, move)) {
    if (node->lifted_from != move.from()) {
      node->lifted_from = move.from();
      node->lifted = hash_.Lift(lanes, node->men, move.from());
    }
    *child = node->far_leaf;
    child->key = hash_.KeyAt(node->lifted, node->men, move.to());
    return node->far_fate;
  }
  Step step;
  bool is_plain = false;
  const Position& after = PlayIn(node, move, &step, &is_plain);
  const bool is_near = !is_plain || node->rays.Has(move.from()) || node->rays.Has(move.to());
  Fate fate = step.result == WinFor(winner_) ? Fate::kWon : Fate::kLost;
  const bool may_end = !is_plain || !node->has_far || node->way_out.Has(move.to());
  if (step.result == Result::kOngoing) fate = Judge(*node, after, may_end, is_near);
  if (fate == Fate::kGoesOn) {
    child->key = SymmetricHash::Key(hash_.After(lanes, *node->position, move, step, after));
    SetLeaf(*node, after, is_near, step.num_captured, child);
  }
  if (is_plain) {
    node->scratch.Relocate(move.to(), move.from(), node->men);
    node->scratch.SetToMove(node->position->to_move());
  }
  return fate;
}

Expansion Expander::Expand(const Position& position, const SymmetricHash::Lanes& lanes,
                           const ProofTable& table, std::vector<Child>* children) const {
  const bool is_or = position.to_move() == winner_;
  MoveList moves;
  GenerateMoves(rules_, position, &moves);
  Node node;
  Look(position, moves.size(), &node);
  const bool is_symmetric = std::count(lanes.begin(), lanes.end(), lanes[0]) > 1;
  const auto begin = static_cast<ptrdiff_t>(children->size());
  Expansion result;
  for (const Move move : moves) {
    Child child;
    const Fate fate = LookAt(&node, lanes, move, &child);
    if (fate != Fate::kGoesOn) {
      const bool wins = fate != Fate::kLost;
      if (wins == is_or) return {true, wins, 1 + (fate == Fate::kWonNext)};
      if (wins) result.plies = std::max(result.plies, 1 + (fate == Fate::kWonNext));
      continue;
    }
    table.Prefetch(child.key);
    child.move = move;
    const auto is_same = [&](const Child& other) { return other.key == child.key; };
    if (is_symmetric && std::any_of(children->begin() + begin, children->end(), is_same)) continue;
    children->push_back(child);
  }
  return result;
}

}  // namespace raichi
