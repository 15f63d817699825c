#include "nn/input/encoder.h"

#include <algorithm>
#include <string>

#include "base/error.h"
#include "rules/hostility.h"
#include "rules/movegen.h"
#include "rules/rule_keys.h"
#include "rules/threats.h"

namespace raichi {
namespace {

float Flag(bool value) { return value ? 1.0f : 0.0f; }

/// Writes the numbers of every rule key to their indices. The numbers of keys that a rule set lacks
/// keep their value, 0.
class NumberWriter {
 public:
  NumberWriter(const Game& game, std::span<float> numbers)
      : game_(game), rules_(game.rules().data()), numbers_(numbers) {}

  void Name(const RuleKey&, const std::string&) {}
  void Text(const RuleKey&, const std::string&) {}
  void Texts(const RuleKey&, const std::vector<std::string>&) {}
  void Size(const RuleKey& key, int size) { At(key) = static_cast<float>(size) / 19.0f; }
  void Setup(const RuleKey&, const std::string&) {}
  void Squares(const RuleKey&, const std::vector<Square>&) {}

  /// Encodes a choice between two words as a flag for the second.
  template <typename T>
  void Word(const RuleKey& key, T value, const std::array<RuleWord<T>, 2>& table) {
    if (key.input != kNoInput) At(key) = Flag(value == table[1].value);
  }
  void Word(const RuleKey& key, Armed armed, const std::array<RuleWord<Armed>, 4>&) {
    At(key) = Flag(armed == Armed::kBoth || armed == Armed::kHammer);
    At(key, 1) = Flag(armed == Armed::kBoth || armed == Armed::kAnvil);
  }
  void Word(const RuleKey& key, KingCapture how,
            const std::array<RuleWord<KingCapture>, 3>& table) {
    if (key.presence == Presence::kWithThrone && !rules_.throne) return;
    WriteOneOf(key, how, table);
  }
  void Word(const RuleKey& key, RepetitionResult result,
            const std::array<RuleWord<RepetitionResult>, 4>& table) {
    if (rules_.repetition.count > 0) WriteOneOf(key, result, table);
  }
  void Word(const RuleKey& key, LimitResult result,
            const std::array<RuleWord<LimitResult>, 3>& table) {
    WriteOneOf(key, result, table);
  }
  template <size_t N>
  void Classes(const RuleKey& key, ClassSet set,
               const std::array<RuleWord<ClassSet::Word>, N>& table) {
    for (size_t i = 0; i < N; ++i) {
      float& number = table[i].value == ClassSet::kRoyal ? numbers_[static_cast<size_t>(key.royal)]
                                                         : At(key, i);
      number = Flag((set.words & table[i].value) != 0);
    }
  }
  void Number(const RuleKey& key, int value, NumberRange) { WriteInverse(key, value); }
  void Count(const RuleKey& key, int count) { WriteInverse(key, count); }
  void Limit(const RuleKey& key, int limit, PlyCount plies) {
    if (limit == 0) return;
    const int used = plies == PlyCount::kQuiet ? game_.quiet_plies() : game_.ply();
    At(key) = 1.0f;
    At(key, 1) = static_cast<float>(used) / static_cast<float>(limit);
    At(key, 2) = 8.0f / static_cast<float>(8 + limit - used);
  }
  template <typename Visit>
  void Section(const RuleKey&, Visit visit) {
    visit(*this);
  }
  template <typename T, typename Visit>
  void OptionalSection(const RuleKey& key, const std::optional<T>& section, Layout, Visit visit) {
    if (!section) return;
    At(key) = 1.0f;
    visit(*this, *section);
  }

 private:
  float& At(const RuleKey& key, size_t i = 0) {
    return numbers_[static_cast<size_t>(key.input) + i];
  }
  void WriteInverse(const RuleKey& key, int value) {
    if (value > 0) At(key) = 1.0f / static_cast<float>(value);
  }
  template <typename T, size_t N>
  void WriteOneOf(const RuleKey& key, T value, const std::array<RuleWord<T>, N>& table) {
    for (size_t i = 0; i < N; ++i) At(key, i) = Flag(value == table[i].value);
  }

  const Game& game_;
  const RuleSet& rules_;
  std::span<float> numbers_;
};

/// Writes numbers 0 to 5: the side to move and how often the position has occurred.
void WriteHistory(const Game& game, std::span<float> numbers) {
  const int occurrences = game.Occurrences();
  const int count = game.rules().data().repetition.count;
  numbers[0] = Flag(game.to_move() == Side::kAttackers);
  numbers[1] = Flag(game.to_move() == Side::kDefenders);
  numbers[2] = Flag(occurrences >= 2);
  numbers[3] = Flag(occurrences >= 3);
  if (count > 0) numbers[4] = static_cast<float>(occurrences) / static_cast<float>(count);
  numbers[5] = Flag(count > 0 && occurrences + 1 >= count);
}

}  // namespace

void EncodeNumbers(const Game& game, std::span<float> numbers) {
  std::fill(numbers.begin(), numbers.end(), 0.0f);
  WriteHistory(game, numbers);
  NumberWriter writer(game, numbers);
  VisitRuleKeys(writer, game.rules().data());
}

namespace {

/// Sets squares in the planes of one position.
class PlaneWriter {
 public:
  PlaneWriter(std::span<uint32_t> rows, int canvas) : rows_(rows), canvas_(canvas) {}

  void Put(Plane plane, const SquareSet& set, int size) {
    uint32_t* words = WordsOf(plane);
    for (int y = 1; y <= size; ++y) words[y - 1] = set[y] >> 1;
  }
  void Put(Plane plane, Square s) {
    if (!s.IsNone()) WordsOf(plane)[s.y() - 1] |= 1u << (s.x() - 1);
  }

 private:
  uint32_t* WordsOf(Plane plane) { return &rows_[static_cast<size_t>(plane) * Canvas()]; }
  size_t Canvas() const { return static_cast<size_t>(canvas_); }

  std::span<uint32_t> rows_;
  int canvas_;
};

void EncodeSpecialSquares(const Rules& rules, PlaneWriter* planes) {
  const int size = rules.size();
  planes->Put(Plane::kBoard, rules.board(), size);
  planes->Put(Plane::kThrone, rules.throne());
  planes->Put(Plane::kCorners, rules.corners(), size);
  planes->Put(Plane::kCamps, rules.camps(), size);
  planes->Put(Plane::kGoals, rules.goal(), size);
  if (!rules.data().camps) return;
  for (const Square s : rules.data().camps->neutral) planes->Put(Plane::kNeutralCamps, s);
}

void EncodePieces(const Rules& rules, const Position& position, PlaneWriter* planes) {
  const int size = rules.size();
  planes->Put(Plane::kAttackers, position.Men(Side::kAttackers), size);
  planes->Put(Plane::kDefenders, position.PiecesOf(PieceClass::kDefender), size);
  planes->Put(Plane::kKing, position.king());
  planes->Put(Plane::kRoyal, position.royal());
  planes->Put(Plane::kClosedCamps, ClosedCampSquares(rules, position), size);
  if (!rules.tells_camps_apart()) return;
  ForEachSquare(position.Men(Side::kAttackers), size, [&](Square s) {
    if (position.IsStray(s)) planes->Put(Plane::kStrays, s);
  });
}

/// Marks the squares to which the king could move, and in each direction those on his way to the
/// first goal among them.
void EncodeKingMoves(const Rules& rules, const Position& position, PlaneWriter* planes) {
  const SquareSet moves = StopsOf(rules, position, position.king());
  planes->Put(Plane::kKingMoves, moves, rules.size());
  for (const Direction direction : kDirections) {
    std::array<Square, kMaxBoardSize> way;
    size_t length = 0;
    for (Square s = Neighbour(position.king(), direction);
         rules.board().Has(s) && position.IsEmpty(s); s = Neighbour(s, direction)) {
      way[length++] = s;
      if (!moves.Has(s) || !rules.goal().Has(s)) continue;
      for (size_t i = 0; i < length; ++i) planes->Put(Plane::kKingRoads, way[i]);
      break;
    }
  }
}

void EncodeThreats(const Rules& rules, const Position& position, PlaneWriter* planes) {
  const int size = rules.size();
  const Threats attackers = ThreatsOf(rules, position, Side::kAttackers);
  const Threats defenders = ThreatsOf(rules, position, Side::kDefenders);
  planes->Put(Plane::kAttackerStops, attackers.stops, size);
  planes->Put(Plane::kDefenderStops, defenders.stops, size);
  planes->Put(Plane::kAttackerCaptures, attackers.captures, size);
  planes->Put(Plane::kDefenderCaptures, defenders.captures, size);
  planes->Put(Plane::kAttackerVictims, attackers.victims, size);
  planes->Put(Plane::kDefenderVictims, defenders.victims, size);
}

void EncodeLastMoves(const Game& game, PlaneWriter* planes) {
  const std::span<const Move> moves = game.moves();
  if (moves.empty()) return;
  planes->Put(Plane::kLastFrom, moves.back().from());
  planes->Put(Plane::kLastTo, moves.back().to());
  if (moves.size() < 2) return;
  planes->Put(Plane::kPreviousFrom, moves[moves.size() - 2].from());
  planes->Put(Plane::kPreviousTo, moves[moves.size() - 2].to());
}

}  // namespace

void PackedBatch::Resize(int count) {
  rows.resize(static_cast<size_t>(count) * RowsPerPosition());
  globals.resize(static_cast<size_t>(count) * kGlobals);
  board_sizes.resize(static_cast<size_t>(count));
}

std::span<uint32_t> PackedBatch::RowsOf(int index) {
  return std::span(rows).subspan(static_cast<size_t>(index) * RowsPerPosition(), RowsPerPosition());
}

std::span<float> PackedBatch::GlobalsOf(int index) {
  return std::span(globals).subspan(static_cast<size_t>(index) * kGlobals, kGlobals);
}

void EncodeGame(const Game& game, bool show_last_moves, PackedBatch* batch, int index) {
  const Rules& rules = game.rules();
  RAICHI_CHECK(rules.size() <= batch->canvas && index < batch->size());
  const std::span<uint32_t> rows = batch->RowsOf(index);
  std::fill(rows.begin(), rows.end(), 0);
  PlaneWriter planes(rows, batch->canvas);
  EncodeSpecialSquares(rules, &planes);
  EncodePieces(rules, game.position(), &planes);
  EncodeKingMoves(rules, game.position(), &planes);
  EncodeThreats(rules, game.position(), &planes);
  if (show_last_moves) EncodeLastMoves(game, &planes);
  EncodeNumbers(game, batch->GlobalsOf(index));
  batch->board_sizes[static_cast<size_t>(index)] = rules.size();
}

void EncodePadding(PackedBatch* batch, int index) {
  const std::span<uint32_t> rows = batch->RowsOf(index);
  std::fill(rows.begin(), rows.end(), 0);
  const auto board = rows.first(static_cast<size_t>(batch->canvas));
  std::fill(board.begin(), board.end(), (1u << batch->canvas) - 1);
  const std::span<float> globals = batch->GlobalsOf(index);
  std::fill(globals.begin(), globals.end(), 0.0f);
  batch->board_sizes[static_cast<size_t>(index)] = batch->canvas;
}

void TransformPlanes(Symmetry symmetry, PackedBatch* batch, int index) {
  if (symmetry.index() == 0) return;
  const int size = batch->board_sizes[static_cast<size_t>(index)];
  const auto canvas = static_cast<size_t>(batch->canvas);
  for (size_t plane = 0; plane < kPlanes; ++plane) {
    const auto words = batch->RowsOf(index).subspan(plane * canvas, canvas);
    SquareSet set;
    for (int y = 1; y <= size; ++y) set[y] = words[static_cast<size_t>(y - 1)] << 1;
    set = symmetry(set, size);
    for (int y = 1; y <= size; ++y) words[static_cast<size_t>(y - 1)] = set[y] >> 1;
  }
}

}  // namespace raichi
