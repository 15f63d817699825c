#include "rules/rules.h"

#include <string>
#include <utility>

#include "base/error.h"
#include "rules/board/square_text.h"
#include "rules/canonical_yaml.h"

namespace raichi {
namespace {

constexpr std::array<PieceClass, 3> kClasses = {PieceClass::kAttacker, PieceClass::kDefender,
                                                PieceClass::kKing};

/// The set mirrored in its main diagonal: ranks become files.
SquareSet Transpose(const SquareSet& set) {
  SquareSet transposed;
  for (int y = 0; y < kMaxBoardSize + 2; ++y) {
    for (int x = 0; x < kMaxBoardSize + 2; ++x) {
      if (set.Has(x, y)) transposed[x] |= 1u << y;
    }
  }
  return transposed;
}

SquareSet FullBoard(int size) {
  SquareSet board;
  for (int y = 1; y <= size; ++y) board[y] = (1u << (size + 1)) - 2;
  return board;
}

SquareSet Rim(int size) {
  SquareSet rim = FullBoard(size);
  const uint32_t inner = (1u << size) - 4;
  for (int y = 2; y < size; ++y) rim[y] &= ~inner;
  return rim;
}

/// Throws Error for keys that mean nothing without another one.
void CheckNeeds(const RuleSet& rules) {
  const auto need = [](const char* key, bool is_used, bool has, const char* other) {
    if (is_used && !has) throw Error(std::string(key) + ": needs " + other);
  };
  if (rules.camps) {
    const bool names_any =
        rules.camps->closed_stop.words != 0 || rules.camps->closed_pass.words != 0;
    need("camps.closed", names_any, rules.camps->close, "'camps.close: true'");
  }
  need("shieldwall_ends", rules.shieldwall_ends != ShieldwallEnds::kCorners, rules.shieldwall,
       "'shieldwall: true'");
  need("shieldwall_move", rules.shieldwall_move != ShieldwallMove::kEnd, rules.shieldwall,
       "'shieldwall: true'");
  need("quiet_limit_result", rules.quiet_limit_result != LimitResult::kDraw, rules.quiet_limit > 0,
       "the key 'quiet_limit'");
  need("ply_limit_result", rules.ply_limit_result != LimitResult::kDraw, rules.ply_limit > 0,
       "the key 'ply_limit'");
}

/// Throws Error if the rule set uses a key that the engine does not play by yet.
void CheckSupport(const RuleSet& rules) {
  const auto check = [](const char* key, bool is_used) {
    if (is_used) throw Error(std::string(key) + ": not supported yet");
  };
  const auto has_royal = [](ClassSet set) { return (set.words & ClassSet::kRoyal) != 0; };
  check("speed", rules.speed != SpeedRules{});
  if (rules.throne) {
    check("throne.stop: royal", has_royal(rules.throne->stop));
    check("throne.pass: royal", has_royal(rules.throne->pass));
    check("throne.hostile_empty: royal", has_royal(rules.throne->hostile_empty));
    check("throne.hostile_occupied: royal", has_royal(rules.throne->hostile_occupied));
  }
  if (rules.corners) {
    check("corners.stop: royal", has_royal(rules.corners->stop));
    check("corners.hostile: royal", has_royal(rules.corners->hostile));
    check("corners.width", rules.corners->width != 1);
  }
  if (rules.camps) {
    check("camps.stop: royal", has_royal(rules.camps->stop));
    check("camps.pass: royal", has_royal(rules.camps->pass));
    check("camps.hostile: royal", has_royal(rules.camps->hostile));
    check("camps.close", rules.camps->close);
  }
  check("edge", rules.edge != EdgeRules{});
  check("shieldwall_ends", rules.shieldwall_ends != ShieldwallEnds::kCorners);
  check("shieldwall_move", rules.shieldwall_move != ShieldwallMove::kEnd);
  check("quiet_limit_result", rules.quiet_limit_result != LimitResult::kDraw);
  check("ply_limit_result", rules.ply_limit_result != LimitResult::kDraw);
}

bool IsBeside(Square a, Square b) { return std::abs(a.x() - b.x()) + std::abs(a.y() - b.y()) == 1; }

}  // namespace

Rules::Rules(RuleSet rule_set) : data_(std::move(rule_set)) {
  if (size() < kMinBoardSize || size() > kMaxBoardSize) {
    throw Error("board.size: " + std::to_string(size()) + " is not from 5 to 19");
  }
  CheckNeeds(data_);
  CheckSupport(data_);
  CompileSquares();
  CompileCamps();
  CompileMoves();
  CompileHostility();
  CompileKingCapture();
  start_ = ParseSquares(data_.setup, size());
  start_.SetToMove(data_.first);
  if (goal_.Has(start_.king())) throw Error("board.setup: the king stands on a goal square");
  fingerprint_ = RuleFingerprint(data_, SquaresToString(start_, size()));
}

void Rules::CompileSquares() {
  board_ = FullBoard(size());
  rim_ = Rim(size());
  if (data_.throne) {
    if (size() % 2 == 0) throw Error("throne: a board of even size has no central square");
    throne_ = center();
  }
  if (data_.corners) {
    for (const int x : {1, size()}) {
      for (const int y : {1, size()}) corners_.Add(Square(x, y));
    }
  }
  if (data_.goal == Goal::kCorners && !data_.corners) {
    throw Error("goal: corners needs the key 'corners'");
  }
  goal_ = data_.goal == Goal::kEdge ? rim_ : corners_;
}

void Rules::CompileCamps() {
  ordinary_ = board_;
  ForEachSquare(corners_, size(), [this](Square s) { ordinary_.Remove(s); });
  if (!throne_.IsNone()) ordinary_.Remove(throne_);
  if (!data_.camps) return;

  for (const Square s : data_.camps->squares) {
    if (!board_.Has(s)) throw Error("camps.squares: " + ToString(s) + " is off the board");
    if (!ordinary_.Has(s)) throw Error("camps.squares: " + ToString(s) + " is already special");
    camps_.Add(s);
    ordinary_.Remove(s);
  }
  for (const Square s : data_.camps->neutral) {
    if (!camps_.Has(s)) throw Error("camps.neutral: " + ToString(s) + " is not a camp square");
  }
  // Camps are the orthogonally connected groups of camp squares, numbered in order of squares.
  uint8_t count = 0;
  ForEachSquare(camps_, size(), [&](Square seed) {
    if (camp_of_[seed.code()] != 0) return;
    ++count;
    std::vector<Square> open = {seed};
    while (!open.empty()) {
      const Square s = open.back();
      open.pop_back();
      if (!camps_.Has(s) || camp_of_[s.code()] != 0) continue;
      camp_of_[s.code()] = count;
      for (const int d : {-1, 1}) {
        open.push_back(Square(s.x() + d, s.y()));
        open.push_back(Square(s.x(), s.y() + d));
      }
    }
  });
}

MoveMasks Rules::MasksFor(PieceClass piece, int camp) const {
  MoveMasks masks;
  masks.stop = ordinary_;
  for (int y = 0; y < kMaxBoardSize + 2; ++y) masks.block[y] = ~ordinary_[y];
  const auto allow = [&](Square s, bool stop, bool pass) {
    if (stop) masks.stop.Add(s);
    if (pass) masks.block.Remove(s);
  };
  if (!throne_.IsNone()) {
    allow(throne_, data_.throne->stop.Has(piece), data_.throne->pass.Has(piece));
  }
  ForEachSquare(corners_, size(),
                [&](Square s) { allow(s, data_.corners->stop.Has(piece), false); });
  ForEachSquare(camps_, size(), [&](Square s) {
    const auto has = [&](ClassSet set) {
      return set.Has(piece) || (set.HasSameCamp() && camp != 0 && CampOf(s) == camp);
    };
    allow(s, has(data_.camps->stop), has(data_.camps->pass));
  });
  masks.stop_files = Transpose(masks.stop);
  masks.block_files = Transpose(masks.block);
  for (int i = 0; i < kMaxBoardSize + 2; ++i) masks.block_files[i] |= ~((1u << (size() + 1)) - 2);
  return masks;
}

void Rules::CompileMoves() {
  for (const PieceClass piece : kClasses) masks_.push_back(MasksFor(piece, 0));
  if (!data_.camps) return;
  const CampRules& camps = *data_.camps;
  tells_camps_apart_ =
      camps.stop.HasSameCamp() || camps.pass.HasSameCamp() || camps.hostile.HasSameCamp();
  if (!tells_camps_apart_) return;
  int count = 0;
  ForEachSquare(camps_, size(), [&](Square s) { count = std::max(count, CampOf(s)); });
  for (int camp = 1; camp <= count; ++camp) {
    masks_.push_back(MasksFor(PieceClass::kAttacker, camp));
  }
}

void Rules::CompileHostility() {
  for (const PieceClass piece : kClasses) {
    SquareSet& always = hostile_[Index(piece)];
    SquareSet& empty = hostile_empty_[Index(piece)];
    if (data_.throne && data_.throne->hostile_empty.Has(piece)) empty.Add(throne_);
    if (data_.corners && data_.corners->hostile.Has(piece)) empty = Union(empty, corners_);
    if (data_.camps && data_.camps->hostile.Has(piece)) always = camps_;
  }
  if (!data_.camps) return;
  if (data_.camps->hostile.HasSameCamp()) hostile_same_camp_ = camps_;
  for (const Square s : data_.camps->neutral) {
    hostile_[Index(PieceClass::kAttacker)].Remove(s);
    hostile_same_camp_.Remove(s);
  }
}

void Rules::CompileKingCapture() {
  const KingRules& king = data_.king;
  ForEachSquare(board_, size(), [&](Square s) {
    KingCapture& how = king_capture_[s.code()];
    if (s == throne_) {
      how = king.on_throne;
    } else if (!throne_.IsNone() && IsBeside(s, throne_)) {
      how = king.beside_throne;
    } else {
      how = rim_.Has(s) ? king.at_edge : king.open;
    }
  });
}

}  // namespace raichi
