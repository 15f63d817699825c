#include "nn/input/rule_numbers.h"

#include <algorithm>

#include "nn/input/encoder.h"
#include "rules/rule_keys.h"

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

}  // namespace raichi
