#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace raichi {

/// A text of a record for an error or a warning: as it is, unless it is long or no text.
std::string ShowOpenTafl(std::string_view text);
[[noreturn]] void FailOpenTafl(std::string_view key, std::string_view value,
                               std::string_view expected);
/// The non-empty parts between commas; OpenTafl writes one behind the last, too.
std::vector<std::string_view> SplitAtCommas(std::string_view text);

/// The `key:value` pairs of an OpenTafl record, each to be taken once. Throws Error on a token
/// without a key, a key that is there twice, and a record of more than 16 KiB.
class OpenTaflPairs {
 public:
  explicit OpenTaflPairs(std::string_view record);
  std::optional<std::string> Take(std::string_view key);
  std::string Take(std::string_view key, std::string_view standard) {
    return Take(key).value_or(std::string(standard));
  }
  /// Those not taken, in the record's order.
  const std::vector<std::pair<std::string, std::string>>& left() const { return pairs_; }

 private:
  void Add(std::string_view token);

  std::vector<std::pair<std::string, std::string>> pairs_;
};

}  // namespace raichi
