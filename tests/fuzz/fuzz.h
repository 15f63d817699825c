#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/error.h"
#include "base/rng.h"
#include "rules/files/rule_file.h"
#include "rules/game.h"
#include "tests/support/family_rules.h"

namespace raichi::fuzz {

/// The input as text. A target that needs a shipped rule set takes the first byte to choose it and
/// passes the rest.
inline std::string_view Text(const uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// A shipped rule set: the letter `a` chooses the first by name. `*` chooses rules under which
/// positions have a royal attacker and closed camps.
inline const Rules& ShippedRules(uint8_t letter) {
  if (letter == '*') return *RoyalCamps();
  static const std::vector<RulesPtr> kRules = [] {
    std::vector<std::filesystem::path> files;
    for (const auto& entry :
         std::filesystem::directory_iterator(RAICHI_SOURCE_DIR "/configs/rules")) {
      files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    std::vector<RulesPtr> rules;
    for (const auto& file : files)
      rules.push_back(std::make_shared<const Rules>(LoadRuleSet(file)));
    return rules;
  }();
  return *kRules[static_cast<size_t>(letter >= 'a' ? letter - 'a' : letter) % kRules.size()];
}

/// Plays up to `plies` random moves and takes them back, checking what must hold for any rules.
inline void PlayAtRandom(const RulesPtr& rules, int plies, uint64_t seed) {
  Rng rng(seed);
  Game game(rules);
  const uint64_t start = game.StateHash();
  MoveList moves;
  for (int ply = 0; ply < plies && !game.IsOver(); ++ply) {
    moves.Clear();
    game.LegalMoves(&moves);
    if (moves.empty()) break;
    game.Play(moves[rng.Below(static_cast<uint32_t>(moves.size()))]);
    RAICHI_CHECK(game.position().hash() == game.position().ComputeHash());
  }
  game.Rewind(0);
  RAICHI_CHECK(game.StateHash() == start && game.position() == rules->start());
}

}  // namespace raichi::fuzz
