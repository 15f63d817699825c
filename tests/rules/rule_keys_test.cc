// Compares the description of the rule keys in the code with the hand-written table in
// docs/rules.md.
#include "rules/rule_keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "tests/support/places.h"

namespace raichi {
namespace {

template <typename Table>
std::string Words(const Table& table) {
  std::string list;
  for (const auto& entry : table) {
    list += (list.empty() ? "`" : ", `") + std::string(entry.word) + "`";
  }
  return list;
}

/// Makes the first three columns of the page's table: key, value and default.
class RowWriter {
 public:
  const std::vector<std::string>& rows() const { return rows_; }

  void Name(const RuleKey& key, const std::string&) {
    Add(key,
        "a name: at most 64 letters, digits, `-`, `_` and `.`, a letter or digit first, then "
        "perhaps changes",
        "");
  }
  void Text(const RuleKey& key, const std::string&) { Add(key, "a line of text", ""); }
  void Texts(const RuleKey& key, const std::vector<std::string>&) {
    Add(key, "a list of texts", "`[]`");
  }
  void Size(const RuleKey& key, int) {
    Add(key, std::to_string(kMinBoardSize) + " to " + std::to_string(kMaxBoardSize), "");
  }
  void Setup(const RuleKey& key, const std::string&) { Add(key, "the squares of a position", ""); }
  template <typename T, size_t N>
  void Word(const RuleKey& key, T value, const std::array<RuleWord<T>, N>& table) {
    Add(key, Words(table), "`" + std::string(WordOf(table, value)) + "`");
  }
  template <typename Table>
  void Classes(const RuleKey& key, ClassSet, const Table& table) {
    Add(key, "a list of " + Words(table), "`[]`");
  }
  void Squares(const RuleKey& key, const std::vector<Square>&) {
    Add(key, "a list of squares", "`[]`");
  }
  void Count(const RuleKey& key, int) {
    Add(key, "0, or 2 to " + std::to_string(kMaxPlyCount), "");
  }
  void Limit(const RuleKey& key, int limit, PlyCount) {
    Add(key, "0 to " + std::to_string(kMaxPlyCount), "`" + std::to_string(limit) + "`");
  }
  void Number(const RuleKey& key, int, NumberRange range) {
    Add(key, std::to_string(range.least) + " to " + std::to_string(range.most),
        "`" + std::to_string(range.least) + "`");
  }
  template <typename Visit>
  void Section(const RuleKey& key, Visit visit) {
    Add(key, "a map", "none");
    const std::string above = section_;
    section_ += std::string(key.name) + ".";
    visit(*this);
    section_ = above;
  }
  template <typename T, typename Visit>
  void OptionalSection(const RuleKey& key, const std::optional<T>&, Layout, Visit visit) {
    const T none{};
    Section(key, [&](auto& visitor) { visit(visitor, none); });
  }

 private:
  void Add(const RuleKey& key, const std::string& value, const std::string& default_value) {
    const std::string left_out = key.presence == Presence::kRequired     ? "error"
                                 : key.presence == Presence::kWithThrone ? "error with a throne"
                                                                         : default_value;
    rows_.push_back("| `" + section_ + std::string(key.name) + "` | " + value + " | " + left_out +
                    " |");
  }

  std::string section_;
  std::vector<std::string> rows_;
};

/// Returns the rows of the page's table of keys without their last column.
std::vector<std::string> RowsOfThePage() {
  std::ifstream page(SourceDir() + "/docs/rules.md");
  std::vector<std::string> rows;
  bool in_table = false;
  for (std::string line; std::getline(page, line);) {
    if (line == "| key | value | if left out | meaning |") {
      in_table = true;
    } else if (in_table && line.empty()) {
      break;
    } else if (in_table && line.rfind("| `", 0) == 0) {
      size_t end = 0;
      for (int column = 0; column < 3; ++column) end = line.find(" |", end + 1);
      rows.push_back(line.substr(0, end + 2));
    }
  }
  return rows;
}

TEST(RuleKeys, TheTableOfTheirPageIsComplete) {
  RowWriter writer;
  const RuleSet defaults;
  VisitRuleKeys(writer, defaults);
  EXPECT_THAT(RowsOfThePage(), ::testing::ElementsAreArray(writer.rows()));
}

}  // namespace
}  // namespace raichi
