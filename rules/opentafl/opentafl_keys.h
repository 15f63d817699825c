#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/board/types.h"
#include "rules/opentafl/opentafl_pairs.h"
#include "rules/rule_set.h"

namespace raichi {

/// In OpenTafl: pieces that are neither men nor king. They are read as men.
inline constexpr std::string_view kOpenTaflSpecialPieces = "cnmgkCNMG";

/// The keys of an OpenTafl rules record, taken one after another as values of our types. A value
/// that its key does not accept is an Error naming the key.
class OpenTaflKeys {
 public:
  explicit OpenTaflKeys(std::string_view record) : pairs_(record) {}

  OpenTaflPairs& pairs() { return pairs_; }
  /// Returns the index in `letters` of the one-letter value of `key`, or of `standard` if the
  /// record lacks it.
  size_t TakeLetter(std::string_view key, char standard, std::string_view letters);
  bool TakeYes(std::string_view key, bool standard) {
    return TakeLetter(key, standard ? 'y' : 'n', "ny") == 1;
  }
  ClassSet TakePieces(std::string_view key, std::string_view standard);
  /// Returns the squares of `key` on a board of this size; none if the record lacks the key.
  std::vector<Square> TakeSquares(std::string_view key, int size);
  /// Returns the special squares of `key`, sorted, or nothing if the record has the standard ones.
  std::optional<std::vector<Square>> TakePlaces(std::string_view key, int size);
  /// Returns the limits of speed in the order of the record, 0 for none.
  std::vector<int> TakeLimits(std::string_view key);

 private:
  OpenTaflPairs pairs_;
};

}  // namespace raichi
