#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rules/opentafl/opentafl.h"

namespace raichi {

/// A game record of OpenTafl (`.otg`), as its notation specification and its program have it. Tags
/// come first, in brackets and perhaps over several lines. Then come turns, each with a number, its
/// moves and perhaps comments in brackets: `1. e1-e3 Kc5-c2xd2/Tb2 [first|second]`. `.....` stands
/// for a move that is not given, `---` for giving up. The numbers of variations have several parts
/// (`8a.1.1a.`). `ToOtg` (selfplay/records/otg.h) writes such records.
struct OpenTaflGame {
  std::map<std::string, std::string> tags;  // attackers, defenders, result, termination, …
  /// From the tag `rules`, or from a line without brackets, as old records have it. The game begins
  /// at the setup of the rules, which is that of the tag `position` if there is one.
  OpenTaflConversion rules;
  std::vector<std::string> moves;  // of the main line: `c5-c2xd2/b2`, as ParseLegalMove reads them
  bool resigned = false;           // by the side to move after them
};

inline constexpr size_t kMaxOpenTaflGame = 1 << 20;  // bytes

/// Reads a record without checking that its moves are legal. Passes over comments and variations.
/// Throws Error if the text has no rules, is longer than kMaxOpenTaflGame, or has words in the main
/// line that are not moves, or berserk moves or jumps, which Raichi does not support.
OpenTaflGame FromOpenTaflGame(std::string_view text);

}  // namespace raichi
