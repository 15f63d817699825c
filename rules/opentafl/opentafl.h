#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/board/types.h"
#include "rules/rule_set.h"

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

/// Conversion from and to OpenTafl's one-line rules records (`dim:9 name:Tablut esc:e atkf:y ks:c …
/// start:/…/`), to exchange rules with other tafl programs. Each rule that the other format cannot
/// express gives a warning of the form `KEY: what is lost`. docs/rules.md has the whole mapping.
struct OpenTaflConversion {
  RuleSet rule_set;  // playable: `Rules` accepts it
  std::vector<std::string> warnings;
};
/// Throws Error on a malformed record, naming the key, and on rules that contradict themselves.
OpenTaflConversion FromOpenTafl(std::string_view record);
/// Returns the first warning about a rule that decides which moves are legal, or an empty text if
/// there is none. All other warnings concern the end of games.
std::string WhyUnplayable(const std::vector<std::string>& warnings);

struct OpenTaflRecord {
  std::string record;
  std::vector<std::string> warnings;
};
OpenTaflRecord ToOpenTafl(const RuleSet& rule_set);

/// Converts pieces (SquaresToString) to OpenTafl's position record. It has a `/` before, between
/// and after the ranks, and the bottom rank comes first; our text begins with the top rank.
/// (OpenTafl's newer `starti:` begins with the top rank too.)
std::string SquaresToOpenTafl(std::string_view squares);
/// Converts such a record to our text of the pieces, without checking it. Throws Error if it has no
/// rank.
std::string SquaresFromOpenTafl(std::string_view record);

}  // namespace raichi
