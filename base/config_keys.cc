#include "base/config_keys.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <type_traits>

#include "base/error.h"
#include "base/text.h"

namespace raichi {
namespace {

constexpr std::array<std::string_view, 3> kTrueWords = {"true", "yes", "on"};
constexpr std::array<std::string_view, 3> kFalseWords = {"false", "no", "off"};

template <typename T>
constexpr bool kIsNumber = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

template <typename Number>
std::string Shortest(Number number) {
  std::array<char, 64> text;
  return {text.data(), std::to_chars(text.begin(), text.end(), number).ptr};
}

/// Compares in the number's own type, so that the float nearest to 0.99 counts as 0.99 although its
/// exact value may be larger.
template <typename Number>
bool IsIn(const KeyRange& range, Number value) {
  if (range.or_zero && value == Number{0}) return true;
  if constexpr (std::is_integral_v<Number>) {
    if (value % static_cast<Number>(range.multiple) != 0) return false;
  }
  return value >= static_cast<Number>(range.least) && value <= static_cast<Number>(range.most);
}

/// Parses fractions as a double and rounds that to a float, so that equal texts give equal floats.
template <typename Number>
bool ReadNumber(std::string_view text, Number* number) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto value =
      ParseNumber<std::conditional_t<std::is_floating_point_v<Number>, double, Number>>(text);
  if (value) *number = static_cast<Number>(*value);
  return value.has_value();
}

bool ParseFlag(std::string_view text, bool* flag) {
  const std::string word = Lower(text);
  const bool is_true = std::ranges::find(kTrueWords, word) != kTrueWords.end();
  if (!is_true && std::ranges::find(kFalseWords, word) == kFalseWords.end()) return false;
  *flag = is_true;
  return true;
}

using Numbers = std::vector<int>*;

bool IsWholeNumber(const ConfigKey& key) {
  return !std::holds_alternative<float*>(key.field) && !std::holds_alternative<double*>(key.field);
}

std::string TextOf(const NamedField& field) {
  return "{" +
         Join(*field.list, ", ",
              [](const NamedTexts& entry) {
                const std::string texts = Join(entry.texts, ", ");
                return entry.name + ": " + (entry.texts.size() == 1 ? texts : "[" + texts + "]");
              }) +
         "}";
}

}  // namespace

bool ConfigKey::IsNumber() const {
  const auto is_number = [](const auto& value) {
    return kIsNumber<std::remove_pointer_t<std::decay_t<decltype(value)>>>;
  };
  return std::visit(is_number, field);
}

std::string ConfigKey::Range() const {
  if (!IsNumber() && !std::holds_alternative<Numbers>(field)) return Join(words, ", ");
  const auto shown = [this](double bound) {
    return IsWholeNumber(*this) ? Shortest(static_cast<int64_t>(bound)) : Shortest(bound);
  };
  return std::string(autos != nullptr ? "auto, " : "") + (range.or_zero ? "0, " : "") +
         shown(range.least) + " to " + shown(range.most) +
         (range.multiple > 1 ? ", a multiple of " + std::to_string(range.multiple) : "");
}

std::string ConfigKey::Expected() const {
  if (autos != nullptr) {
    ConfigKey without = *this;
    without.autos = nullptr;
    return "auto or " + without.Expected();
  }
  if (IsNumber()) {
    std::string bounds = Range();
    if (range.or_zero) bounds.erase(0, std::string_view("0, ").size());
    return std::string(range.or_zero ? "0 or " : "") +
           (IsWholeNumber(*this) ? "a whole number from " : "a number from ") + bounds;
  }
  if (!words.empty()) return "one of " + Join(words, ", ");
  if (IsList()) return "a list of words, as in [one, another]";
  if (std::holds_alternative<Numbers>(field)) {
    return "a list of whole numbers from " + Range() + ", as in [1, 2]";
  }
  if (const auto* named = std::get_if<NamedField>(&field)) {
    return named->count == 1 ? "names with a text each, as in {name: text}"
                             : "names with " + std::to_string(named->count) + " texts each";
  }
  return std::holds_alternative<bool*>(field) ? "true or false" : "a text";
}

bool ConfigKey::Accepts() const {
  return std::visit(
      [this](const auto& value) {
        using Value = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, WordField>) {
          return value.get() < words.size();
        } else if constexpr (std::is_same_v<Value, std::string*>) {
          return words.empty() || std::ranges::find(words, *value) != words.end();
        } else if constexpr (std::is_same_v<Value, Numbers>) {
          return std::ranges::all_of(*value, [this](int number) { return IsIn(range, number); });
        } else if constexpr (kIsNumber<std::remove_pointer_t<Value>>) {
          return IsIn(range, *value);
        } else {
          return true;
        }
      },
      field);
}

bool ConfigKey::Parse(const std::string& text) const {
  if (autos != nullptr && text == "auto") {
    autos->insert(name);
    return true;
  }
  if (!ParseValue(text)) return false;
  if (autos != nullptr) autos->erase(name);
  return true;
}

bool ConfigKey::ParseValue(const std::string& text) const {
  const auto word = std::ranges::find(words, text);
  if (!words.empty() && word == words.end()) return false;
  return std::visit(
      [&](const auto& value) {
        using Value = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, WordField>) {
          value.set(static_cast<size_t>(word - words.begin()));
        } else if constexpr (std::is_same_v<Value, std::string*>) {
          *value = text;
        } else if constexpr (std::is_same_v<Value, bool*>) {
          return ParseFlag(text, value);
        } else if constexpr (kIsNumber<std::remove_pointer_t<Value>>) {
          std::remove_pointer_t<Value> number{};
          if (!ReadNumber(text, &number) || !IsIn(range, number)) return false;
          *value = number;
        } else {
          return false;
        }
        return true;
      },
      field);
}

std::string ConfigKey::Text() const {
  if (IsAuto()) return "auto";
  return std::visit(
      [this](const auto& value) -> std::string {
        using Value = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, WordField>) {
          return words.at(value.get());
        } else if constexpr (std::is_same_v<Value, std::string*>) {
          return *value;
        } else if constexpr (std::is_same_v<Value, bool*>) {
          return *value ? "true" : "false";
        } else if constexpr (kIsNumber<std::remove_pointer_t<Value>>) {
          return Shortest(*value);
        } else if constexpr (std::is_same_v<Value, NamedField>) {
          return TextOf(value);
        } else if constexpr (std::is_same_v<Value, Numbers>) {
          return "[" + Join(*value, ", ", [](int number) { return std::to_string(number); }) + "]";
        } else {
          return "[" + Join(*value, ", ") + "]";
        }
      },
      field);
}

KeyList::KeyList(const std::string& section) : prefix_(section.empty() ? "" : section + ".") {}

ConfigKey& KeyList::Add(const char* name, ConfigKey::Field field, const char* help) {
  ConfigKey& key = keys_.emplace_back(ConfigKey{.name = prefix_ + name, .field = std::move(field)});
  key.help = help;
  return key;
}

ConfigKey& KeyList::Add(const char* name, ConfigKey::Field number, KeyRange range,
                        const char* help) {
  ConfigKey& key = Add(name, std::move(number), help);
  key.range = range;
  return key;
}

ConfigKey& KeyList::Add(const char* name, std::string* text, std::vector<std::string> words,
                        const char* help) {
  ConfigKey& key = Add(name, text, help);
  key.words = std::move(words);
  return key;
}

void KeyList::Section(const char* name, const char* help, const std::function<void()>& add) {
  const std::string outer = prefix_;
  if (*help != '\0') sections_[prefix_ + name] = help;
  prefix_ += std::string(name) + ".";
  add();
  prefix_ = outer;
}

void Require(bool condition, const std::string& key, const std::string& expected) {
  if (!condition) throw UsageError(key + ": expected " + expected);
}

void CheckKeys(const std::vector<ConfigKey>& keys) {
  for (const ConfigKey& key : keys) {
    if (key.Accepts()) continue;
    throw UsageError(key.name + ": expected " + key.Expected() + ", found " + key.Text());
  }
}

}  // namespace raichi
