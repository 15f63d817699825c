#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rules/opentafl/opentafl.h"

namespace raichi {

/// A game as OpenTafl's records (`.otg`) have it: lines of tags, then numbered lines of two moves
/// (`1. e1-e3 Kc5-c2xd2/Tb2`), with comments in brackets. `ToOtg` (selfplay/records/otg.h) writes
/// them.
struct OpenTaflGame {
  std::map<std::string, std::string> tags;  // attackers, defenders, result, termination, …
  OpenTaflConversion rules;                 // of the tag `rules`; the game begins at their setup
  std::vector<std::string> moves;           // `c5-c2xd2/b2`, as ParseLegalMove reads them
};

inline constexpr size_t kMaxOpenTaflGame = 1 << 20;  // bytes

/// Reads a record; whether its moves are legal is not looked at. Throws Error on a text without
/// rules or longer than kMaxOpenTaflGame, on words that are no moves, and on berserk moves and
/// jumps, which Raichi has not.
OpenTaflGame FromOpenTaflGame(std::string_view text);

}  // namespace raichi
