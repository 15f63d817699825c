#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace raichi {

/// The numbers that a key accepts: from `least` to `most`, both included. No range accepts NaN.
struct KeyRange {
  double least = 0;
  double most = 0;
  int multiple = 1;      // whole numbers only: the value must be a multiple of this
  bool or_zero = false;  // 0 is accepted too, even where it is below `least`
};

/// A field that holds one of a list of words as the index of the word.
struct WordField {
  std::function<size_t()> get;
  std::function<void(size_t)> set;
};

/// Texts under a name that the writer of a configuration chose.
struct NamedTexts {
  std::string name;
  std::vector<std::string> texts;
  bool operator==(const NamedTexts&) const = default;
};

/// A field that holds named texts: `count` under each name, as in `name: text` or `name: [a, b]`.
struct NamedField {
  std::vector<NamedTexts>* list = nullptr;
  size_t count = 1;
};

/// One key of a configuration: its name, the field that it sets, the values that it accepts and
/// what it means. Points into the configuration that it was listed from, which must outlive it.
struct ConfigKey {
  using Field = std::variant<bool*, int*, int64_t*, uint64_t*, float*, double*, std::string*,
                             std::vector<std::string>*, std::vector<int>*, NamedField, WordField>;

  std::string name;  // dotted: train.loss.policy
  Field field;
  KeyRange range{};                  // of a number, or of each in a list of numbers
  std::vector<std::string> words{};  // the words that a text may be; empty: any text
  const char* help = "";             // what it means: Markdown, one line
  bool may_change = false;           // true if a later start of a run may give another value
  bool distinct = false;             // true if a list may have nothing twice
  /// If not null, the key may be `auto`: its value is chosen later, and until then its name is in
  /// this set, which belongs to the configuration.
  std::set<std::string>* autos = nullptr;

  bool IsAuto() const { return autos != nullptr && autos->contains(name); }
  bool IsNumber() const;
  bool IsList() const { return std::holds_alternative<std::vector<std::string>*>(field); }
  /// The accepted values of numbers or a word, as in `2 to 65536` or `adamw, sgd`; else empty.
  std::string Range() const;
  /// Describes the accepted values for an error message: `a whole number from 2 to 65536`.
  std::string Expected() const;
  /// True if the key accepts the field's present value.
  bool Accepts() const;
  /// Sets the field to the value that `text` stands for; `auto` leaves the field alone. Returns
  /// false, and changes nothing, if the key does not accept it. Not for lists and named texts.
  bool Parse(const std::string& text) const;
  /// The field's value: numbers as the shortest text that reads as the same number, lists as
  /// `[a, b]`, named texts as `{name: text}`; `auto` if the value is still to be chosen.
  std::string Text() const;

 private:
  bool ParseValue(const std::string& text) const;
};

/// Collects the keys of a configuration. Every configuration struct has a function
/// `ListKeys(Config*, KeyList*)` beside it that adds each of its keys once; reading, writing,
/// checking and comparing configurations all use that list.
class KeyList {
 public:
  /// Names begin with `section` and a dot, unless it is empty.
  explicit KeyList(const std::string& section = "");

  /// A flag, a text, a list of texts or named texts.
  ConfigKey& Add(const char* name, ConfigKey::Field field, const char* help);
  /// A number, or a list of whole numbers.
  ConfigKey& Add(const char* name, ConfigKey::Field number, KeyRange range, const char* help);
  ConfigKey& Add(const char* name, std::string* text, std::vector<std::string> words,
                 const char* help);
  /// An enumeration whose values, counted from 0, stand for `words`.
  template <typename Enum>
  ConfigKey& AddWord(const char* name, Enum* value, std::vector<std::string> words,
                     const char* help) {
    ConfigKey& key = Add(name,
                         WordField{[value] { return static_cast<size_t>(*value); },
                                   [value](size_t i) { *value = static_cast<Enum>(i); }},
                         help);
    key.words = std::move(words);
    return key;
  }
  /// The keys that `add` adds belong to the section `name`, which `help` may explain.
  void Section(const char* name, const char* help, const std::function<void()>& add);
  void Section(const char* name, const std::function<void()>& add) { Section(name, "", add); }

  std::vector<ConfigKey>& keys() { return keys_; }
  /// What the sections that are explained are for, by name.
  const std::map<std::string, std::string>& sections() const { return sections_; }

 private:
  std::string prefix_;
  std::vector<ConfigKey> keys_;
  std::map<std::string, std::string> sections_;
};

/// Throws UsageError `KEY: expected EXPECTED` if `condition` is false.
void Require(bool condition, const std::string& key, const std::string& expected);

/// Throws UsageError `NAME: expected …, found …` for the first key that does not accept its value.
void CheckKeys(const std::vector<ConfigKey>& keys);

/// Checks each key of a configuration by itself. `section` is its name in a run's configuration.
template <typename Config>
void CheckKeysOf(Config config, const std::string& section) {
  KeyList list(section);
  ListKeys(&config, &list);
  CheckKeys(list.keys());
}

}  // namespace raichi
