#include "nn/input/rule_numbers.h"

#include "nn/input/encoder.h"
#include "rules/check.h"

namespace raichi {
namespace {

/// Appends numbers one after the other, in the order of docs/network.md.
class NumberWriter {
 public:
  explicit NumberWriter(std::span<float> numbers) : numbers_(numbers) {}
  ~NumberWriter() { RAICHI_CHECK(next_ == numbers_.size()); }
  NumberWriter(const NumberWriter&) = delete;
  NumberWriter& operator=(const NumberWriter&) = delete;

  void Number(float value) { numbers_[next_++] = value; }
  void Flag(bool value) { Number(value ? 1.0f : 0.0f); }
  template <typename Enum>
  void OneOf(Enum value, int count, bool known = true) {
    for (int i = 0; i < count; ++i) Flag(known && static_cast<int>(value) == i);
  }
  void Classes(ClassSet set, int count = 3) {
    for (int i = 0; i < count; ++i) Flag((set.words >> i & 1) != 0);
  }

 private:
  std::span<float> numbers_;
  size_t next_ = 0;
};

/// A limit of plies: whether there is one, the part used up, and how near it is.
void WriteLimit(int used, int limit, NumberWriter* out) {
  out->Flag(limit > 0);
  out->Number(limit > 0 ? static_cast<float>(used) / static_cast<float>(limit) : 0.0f);
  out->Number(limit > 0 ? 8.0f / static_cast<float>(8 + limit - used) : 0.0f);
}

void WriteHistory(const Game& game, NumberWriter* out) {  // 13 numbers
  const RuleSet& rules = game.rules().data();
  const int occurrences = game.Occurrences();
  const int count = rules.repetition.count;
  out->OneOf(game.to_move(), 2);
  out->Flag(occurrences >= 2);
  out->Flag(occurrences >= 3);
  out->Number(count > 0 ? static_cast<float>(occurrences) / static_cast<float>(count) : 0.0f);
  out->Flag(count > 0 && occurrences + 1 >= count);
  out->Number(static_cast<float>(game.rules().size()) / 19.0f);
  WriteLimit(game.quiet_plies(), rules.quiet_limit, out);
  WriteLimit(game.ply(), rules.ply_limit, out);
}

void WriteKing(const KingRules& king, bool throne, NumberWriter* out) {  // 14
  out->Flag(king.armed == Armed::kBoth || king.armed == Armed::kHammer);
  out->Flag(king.armed == Armed::kBoth || king.armed == Armed::kAnvil);
  out->OneOf(king.open, 3);
  out->OneOf(king.beside_throne, 3, throne);
  out->OneOf(king.on_throne, 3, throne);
  out->OneOf(king.at_edge, 3);
}

void WriteThrone(const std::optional<ThroneRules>& throne, NumberWriter* out) {  // 14
  const ThroneRules rules = throne.value_or(ThroneRules{});
  out->Flag(throne.has_value());
  out->Classes(rules.stop);
  out->Classes(rules.pass);
  out->Classes(rules.hostile_empty);
  out->Classes(rules.hostile_occupied);
  out->Flag(rules.linnaean);
}

void WriteCorners(const std::optional<CornerRules>& corners, NumberWriter* out) {  // 7
  const CornerRules rules = corners.value_or(CornerRules{});
  out->Flag(corners.has_value());
  out->Classes(rules.stop);
  out->Classes(rules.hostile);
}

void WriteCamps(const std::optional<CampRules>& camps, NumberWriter* out) {  // 13
  out->Flag(camps.has_value());
  out->Classes(camps ? camps->stop : ClassSet{}, 4);
  out->Classes(camps ? camps->pass : ClassSet{}, 4);
  out->Classes(camps ? camps->hostile : ClassSet{}, 4);
}

void WriteEndings(const RuleSet& rules, NumberWriter* out) {  // 10
  const int count = rules.repetition.count;
  out->Flag(rules.goal == Goal::kCorners);
  out->Number(count > 0 ? 1.0f / static_cast<float>(count) : 0.0f);
  out->OneOf(rules.repetition.result, 4, count > 0);
  out->Flag(rules.no_moves == NoMovesResult::kDraw);
  out->Flag(rules.encirclement);
  out->Flag(rules.shieldwall);
  out->Flag(rules.exit_forts);
}

}  // namespace

void EncodeNumbers(const Game& game, std::span<float> numbers) {
  const RuleSet& rules = game.rules().data();
  NumberWriter out(numbers);
  WriteHistory(game, &out);
  WriteKing(rules.king, rules.throne.has_value(), &out);
  WriteThrone(rules.throne, &out);
  WriteCorners(rules.corners, &out);
  WriteCamps(rules.camps, &out);
  WriteEndings(rules, &out);
}

}  // namespace raichi
