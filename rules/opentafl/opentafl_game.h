#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rules/opentafl/opentafl.h"

namespace raichi {

/// A game record of OpenTafl (`.otg`): lines of tags, then numbered lines of two moves
/// (`1. e1-e3 Kc5-c2xd2/Tb2`), with comments in brackets. `ToOtg` (selfplay/records/otg.h) writes
/// such records.
struct OpenTaflGame {
  std::map<std::string, std::string> tags;  // attackers, defenders, result, termination, …
  OpenTaflConversion rules;                 // from the tag `rules`; the game begins at their setup
  std::vector<std::string> moves;           // `c5-c2xd2/b2`, as ParseLegalMove reads them
};

inline constexpr size_t kMaxOpenTaflGame = 1 << 20;  // bytes

/// Reads a record without checking that its moves are legal. Throws Error if the text has no rules,
/// is longer than kMaxOpenTaflGame, or contains words that are not moves, or berserk moves or
/// jumps, which Raichi does not support.
OpenTaflGame FromOpenTaflGame(std::string_view text);

}  // namespace raichi
