#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace raichi {

/// Returns part of a record for display in an error or a warning, or a placeholder if the part is
/// long or not clean text (IsCleanText).
std::string ShowOpenTafl(std::string_view text);
[[noreturn]] void FailOpenTafl(std::string_view key, std::string_view value,
                               std::string_view expected);
/// Returns the non-empty parts between commas. OpenTafl writes a comma after the last part too.
std::vector<std::string_view> SplitAtCommas(std::string_view text);

/// The `key:value` pairs of an OpenTafl record. Each is removed when it is taken. The constructor
/// throws Error if a token has no key, a key is repeated, or the record is longer than 16 KiB.
class OpenTaflPairs {
 public:
  explicit OpenTaflPairs(std::string_view record);
  std::optional<std::string> Take(std::string_view key);
  std::string Take(std::string_view key, std::string_view standard) {
    return Take(key).value_or(std::string(standard));
  }
  /// Returns the pairs that were not taken, in the order of the record.
  const std::vector<std::pair<std::string, std::string>>& left() const { return pairs_; }

 private:
  void Add(std::string_view token);

  std::vector<std::pair<std::string, std::string>> pairs_;
};

}  // namespace raichi
