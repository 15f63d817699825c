#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace raichi {

/// Part of a record for an error or a warning; a placeholder if it is long or not clean text.
std::string ShowOpenTafl(std::string_view text);
[[noreturn]] void FailOpenTafl(std::string_view key, std::string_view value,
                               std::string_view expected);
/// The non-empty parts between commas. OpenTafl also writes a comma after the last part.
std::vector<std::string_view> SplitAtCommas(std::string_view text);

/// The `key:value` pairs of an OpenTafl record, each taken at most once. Throws Error on a token
/// without a key, on a repeated key, and on a record of more than 16 KiB.
class OpenTaflPairs {
 public:
  explicit OpenTaflPairs(std::string_view record);
  std::optional<std::string> Take(std::string_view key);
  std::string Take(std::string_view key, std::string_view standard) {
    return Take(key).value_or(std::string(standard));
  }
  /// The pairs that nobody took, in the record's order.
  const std::vector<std::pair<std::string, std::string>>& left() const { return pairs_; }

 private:
  void Add(std::string_view token);

  std::vector<std::pair<std::string, std::string>> pairs_;
};

}  // namespace raichi
