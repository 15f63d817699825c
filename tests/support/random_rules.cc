#include "tests/support/random_rules.h"

#include <algorithm>

namespace raichi {
namespace {

using slow::At;
using slow::Board;

bool Coin(Rng* rng, uint32_t one_in = 2) { return rng->Below(one_in) == 0; }

ClassSet RandomClasses(Rng* rng, bool in_camps) {
  return {static_cast<uint8_t>(rng->Below(in_camps ? 16 : 8))};
}

KingCapture RandomCapture(Rng* rng) { return static_cast<KingCapture>(rng->Below(3)); }

Square RandomSquare(int size, Rng* rng) {
  const uint32_t n = static_cast<uint32_t>(size);
  return Square(1 + static_cast<int>(rng->Below(n)), 1 + static_cast<int>(rng->Below(n)));
}

/// Returns camp squares in small groups, off the throne and the corners; some are neutral.
CampRules RandomCamps(int size, Rng* rng) {
  CampRules camps{
      {}, RandomClasses(rng, true), RandomClasses(rng, true), RandomClasses(rng, true), {}};
  const auto add = [&](Square s) {
    const bool on_rank = s.x() >= 1 && s.x() <= size;
    const bool on_board = on_rank && s.y() >= 1 && s.y() <= size;
    const bool corner = (s.x() == 1 || s.x() == size) && (s.y() == 1 || s.y() == size);
    const bool center = s == Square((size + 1) / 2, (size + 1) / 2);
    const bool known = std::count(camps.squares.begin(), camps.squares.end(), s) > 0;
    if (!on_board || corner || center || known) return;
    camps.squares.push_back(s);
    if (Coin(rng, 4)) camps.neutral.push_back(s);
  };
  const int groups = 1 + static_cast<int>(rng->Below(4));
  for (int i = 0; i < groups; ++i) {
    const Square s = RandomSquare(size, rng);
    for (const Square near : {s, Square(s.x() + 1, s.y()), Square(s.x(), s.y() + 1)}) {
      if (Coin(rng, 2)) add(near);
    }
  }
  return camps;
}

std::string RandomSetup(int size, Rng* rng) {
  Board board{size,
              std::vector<std::string>(static_cast<size_t>(size),
                                       std::string(static_cast<size_t>(size), '.')),
              'a'};
  const auto put = [&](char piece) {
    const Square s = RandomSquare(size, rng);
    if (board.Get({s.x(), s.y()}) == '.') board.Set({s.x(), s.y()}, piece);
  };
  board.Set({(size + 1) / 2, (size + 1) / 2}, 'K');
  const uint32_t area = static_cast<uint32_t>(size * size);
  const uint32_t attackers = 2 + rng->Below(area / 4);
  const uint32_t defenders = 1 + rng->Below(area / 6);
  for (uint32_t i = 0; i < attackers; ++i) put('t');
  for (uint32_t i = 0; i < defenders; ++i) put('T');
  const std::string text = Text(board);
  return text.substr(0, text.size() - 2);
}

/// Adds the class word `royal` to some lists and a royal attacker to the setup.
void DrawRoyal(RuleSet* rules, Rng* rng) {
  const auto draw = [&](ClassSet* set) {
    if (Coin(rng, 3)) set->words = static_cast<uint8_t>(set->words | ClassSet::kRoyal);
  };
  if (rules->throne) {
    for (ClassSet* set : {&rules->throne->stop, &rules->throne->pass, &rules->throne->hostile_empty,
                          &rules->throne->hostile_occupied}) {
      draw(set);
    }
  }
  if (rules->corners) {
    for (ClassSet* set : {&rules->corners->stop, &rules->corners->hostile}) draw(set);
  }
  if (rules->camps) {
    for (ClassSet* set : {&rules->camps->stop, &rules->camps->pass, &rules->camps->hostile}) {
      draw(set);
    }
    if (rules->camps->close) {
      for (ClassSet* set : {&rules->camps->closed_stop, &rules->camps->closed_pass}) draw(set);
    }
  }
  draw(&rules->edge.hostile);
  const size_t attackers =
      static_cast<size_t>(std::count(rules->setup.begin(), rules->setup.end(), 't'));
  if (attackers == 0) return;
  size_t skip = rng->Below(static_cast<uint32_t>(attackers));
  for (char& c : rules->setup) {
    if (c == 't' && skip-- == 0) c = 'b';
  }
}

/// Draws the keys of the rest of the family.
void DrawFamilyKeys(RuleSet* rules, Rng* rng) {
  const auto speed = [&] { return Coin(rng) ? 1 + static_cast<int>(rng->Below(4)) : 0; };
  const auto limit_result = [&] { return static_cast<LimitResult>(rng->Below(3)); };
  if (Coin(rng)) rules->speed = {speed(), speed(), speed()};
  if (rules->corners && Coin(rng)) rules->corners->width = 2;
  if (rules->camps && Coin(rng)) {
    rules->camps->close = true;
    rules->camps->closed_stop = RandomClasses(rng, false);
    rules->camps->closed_pass = RandomClasses(rng, false);
  }
  if (Coin(rng, 3)) rules->edge.hostile = RandomClasses(rng, false);
  if (rules->shieldwall) {
    if (Coin(rng)) rules->shieldwall_ends = ShieldwallEnds::kPieces;
    if (Coin(rng)) rules->shieldwall_move = ShieldwallMove::kAny;
  }
  if (rules->quiet_limit > 0) rules->quiet_limit_result = limit_result();
  if (rules->ply_limit > 0) rules->ply_limit_result = limit_result();
  if (Coin(rng)) DrawRoyal(rules, rng);
}

int CountAttackers(const Board& board) {
  int count = 0;
  for (const std::string& rank : board.ranks) {
    count += static_cast<int>(
        std::count_if(rank.begin(), rank.end(), [](char c) { return slow::OwnerOf(c) == 'a'; }));
  }
  return count;
}

}  // namespace

RuleSet RandomRuleSet(Rng* rng) {
  RuleSet rules;
  rules.name = "random";
  rules.title = "Random rules";
  rules.sources = {"a random stream"};
  rules.size = Coin(rng) ? 5 + 2 * static_cast<int>(rng->Below(4))
                         : kMinBoardSize + static_cast<int>(rng->Below(15));
  rules.setup = RandomSetup(rules.size, rng);
  rules.first = Coin(rng) ? Side::kAttackers : Side::kDefenders;
  rules.king = {static_cast<Armed>(rng->Below(4)), RandomCapture(rng), RandomCapture(rng),
                RandomCapture(rng), RandomCapture(rng)};
  if (rules.size % 2 == 1 && !Coin(rng, 3)) {
    rules.throne = ThroneRules{RandomClasses(rng, false), RandomClasses(rng, false),
                               RandomClasses(rng, false), RandomClasses(rng, false), Coin(rng)};
  }
  if (Coin(rng)) rules.corners = CornerRules{RandomClasses(rng, false), RandomClasses(rng, false)};
  if (rules.corners && rules.corners->stop.Has(PieceClass::kKing) && Coin(rng)) {
    rules.goal = Goal::kCorners;
  }
  if (Coin(rng)) rules.camps = RandomCamps(rules.size, rng);
  if (rules.camps && rules.camps->squares.empty()) rules.camps.reset();
  const int count = 1 + static_cast<int>(rng->Below(4));  // 1 becomes 0: it would end every game
  rules.repetition = {count == 1 ? 0 : count, static_cast<RepetitionResult>(rng->Below(4))};
  rules.no_moves = Coin(rng) ? NoMovesResult::kLoss : NoMovesResult::kDraw;
  rules.encirclement = Coin(rng);
  rules.shieldwall = Coin(rng);
  rules.exit_forts = Coin(rng);
  rules.quiet_limit = Coin(rng, 3) ? 1 + static_cast<int>(rng->Below(30)) : 0;
  rules.ply_limit = Coin(rng, 3) ? 1 + static_cast<int>(rng->Below(60)) : 0;
  DrawFamilyKeys(&rules, rng);
  return rules;
}

slow::Board Mutated(const slow::SlowEngine& engine, const slow::Board& board, Rng* rng) {
  const int size = board.size;
  const auto random_at = [&] {
    const Square s = RandomSquare(size, rng);
    return At{s.x(), s.y()};
  };
  Board result = board;
  const uint32_t edits = 1 + rng->Below(12);
  for (uint32_t i = 0; i < edits; ++i) {
    const At from = random_at();
    const At to = random_at();
    const char piece = result.Get(from);
    if (piece == '.') {
      result.Set(from, Coin(rng) ? 't' : 'T');
    } else if (piece != 'K' && Coin(rng, 3)) {
      result.Set(from, '.');
    } else if (result.Get(to) == '.' && !(piece == 'K' && engine.IsGoal(to))) {
      result.Set(from, '.');
      result.Set(to, piece);
    }
  }
  if (Coin(rng, 4)) result.to_move = result.to_move == 'a' ? 'd' : 'a';
  const bool usable = CountAttackers(result) > 0;
  return engine.Parse(Text(usable ? result : board));
}

}  // namespace raichi
