#include "rules/rules.h"

#include <string>
#include <utility>

#include "base/error.h"
#include "rules/board/text.h"
#include "rules/canonical_yaml.h"
#include "rules/hostility.h"

namespace raichi {
namespace {

constexpr std::array<PieceClass, kNumClasses> kClasses = {
    PieceClass::kAttacker, PieceClass::kDefender, PieceClass::kKing, PieceClass::kRoyal};

/// Returns the set mirrored in the main diagonal, which turns ranks into files.
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

/// Returns the squares off the board that have a neighbour on it.
SquareSet Around(int size) {
  SquareSet around;
  for (int i = 1; i <= size; ++i) {
    for (const int end : {0, size + 1}) {
      around.Add(Square(i, end));
      around.Add(Square(end, i));
    }
  }
  return around;
}

SquareSet Rim(int size) {
  SquareSet rim = FullBoard(size);
  const uint32_t inner = (1u << size) - 4;
  for (int y = 2; y < size; ++y) rim[y] &= ~inner;
  return rim;
}

/// Throws Error if the rules have a key that has no meaning without another key, which they lack.
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

bool IsBeside(Square a, Square b) { return std::abs(a.x() - b.x()) + std::abs(a.y() - b.y()) == 1; }

}  // namespace

Rules::Rules(RuleSet rule_set) : data_(std::move(rule_set)) {
  if (size() < kMinBoardSize || size() > kMaxBoardSize) {
    throw Error("board.size: " + std::to_string(size()) + ", expected 5 to 19");
  }
  CheckNeeds(data_);
  CompileSquares();
  CompileCamps();
  CompileMoves();
  CompileHostility();
  CompileKingCapture();
  CompileStart();
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
    const int width = data_.corners->width;
    const auto is_outer = [&](int i) { return i <= width || i > size() - width; };
    ForEachSquare(board_, size(), [&](Square s) {
      if (is_outer(s.x()) && is_outer(s.y())) corners_.Add(s);
    });
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
  camps_close_ = data_.camps->close;
  // Camps are the orthogonally connected groups of camp squares, numbered in order of squares.
  ForEachSquare(camps_, size(), [&](Square seed) {
    if (camp_of_[seed.code()] != 0) return;
    SquareSet& squares = camp_squares_.emplace_back();
    std::vector<Square> open = {seed};
    while (!open.empty()) {
      const Square s = open.back();
      open.pop_back();
      if (!camps_.Has(s) || camp_of_[s.code()] != 0) continue;
      camp_of_[s.code()] = static_cast<uint8_t>(camp_squares_.size());
      squares.Add(s);
      for (const int d : {-1, 1}) {
        open.push_back(Square(s.x() + d, s.y()));
        open.push_back(Square(s.x(), s.y() + d));
      }
    }
  });
  if (camps_close_ && NumCamps() > kMaxClosingCamps) {
    throw Error("camps.close: the squares form " + std::to_string(NumCamps()) +
                " camps, and at most " + std::to_string(kMaxClosingCamps) + " can close");
  }
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
  ForEachSquare(corners_, size(), [&](Square s) {
    const bool may_stop = data_.corners->stop.Has(piece);
    allow(s, may_stop, may_stop);
  });
  ForEachSquare(camps_, size(), [&](Square s) {
    const auto has = [&](ClassSet set) {
      return set.Has(piece) || (set.HasSameCamp() && CampOf(s) == camp);
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
  const SpeedRules& speed = data_.speed;
  speed_ = {speed.attackers, speed.defenders, speed.king, speed.attackers};
  if (!data_.camps) return;
  const CampRules& camps = *data_.camps;
  tells_camps_apart_ =
      camps.stop.HasSameCamp() || camps.pass.HasSameCamp() || camps.hostile.HasSameCamp();
  if (!tells_camps_apart_) return;
  for (int camp = 1; camp <= NumCamps(); ++camp) {
    masks_.push_back(MasksFor(PieceClass::kAttacker, camp));
    masks_.push_back(MasksFor(PieceClass::kRoyal, camp));
  }
}

void Rules::CompileHostility() {
  for (const PieceClass piece : kClasses) {
    SquareSet& always = hostile_[Index(piece)];
    SquareSet& empty = hostile_empty_[Index(piece)];
    if (data_.throne && data_.throne->hostile_empty.Has(piece)) empty.Add(throne_);
    if (data_.corners && data_.corners->hostile.Has(piece)) empty = Union(empty, corners_);
    if (data_.camps && data_.camps->hostile.Has(piece)) always = camps_;
    const bool is_man = piece != PieceClass::kKing;
    if (is_man && data_.edge.hostile.Has(piece)) always = Union(always, Around(size()));
  }
  if (!data_.camps) return;
  if (data_.camps->hostile.HasSameCamp()) hostile_same_camp_ = camps_;
  for (const Square s : data_.camps->neutral) {
    hostile_[Index(PieceClass::kAttacker)].Remove(s);
    hostile_[Index(PieceClass::kRoyal)].Remove(s);
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

void Rules::CompileStart() {
  start_ = ParseSquares(data_.setup, size());
  start_.SetToMove(data_.first);
  if (goal_.Has(start_.king())) throw Error("board.setup: the king stands on a goal square");
  CloseEmptyCamps(*this, &start_);
  moves_by_masks_ = data_.speed == SpeedRules{} && !camps_close() && !has_royal();
}

}  // namespace raichi
