#pragma once

#include <algorithm>
#include <filesystem>
#include <memory>
#include <vector>

#include "base/rng.h"
#include "rules/files/rule_file.h"
#include "rules/game.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/family_rules.h"

namespace raichi::fuzz {

/// A shipped rule set: the letter `a` chooses the first by name. `*` chooses rules under which
/// positions have a royal attacker and closed camps.
inline const Rules& ShippedRules(char letter) {
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
  const auto number = static_cast<uint8_t>(letter >= 'a' ? letter - 'a' : letter);
  return *kRules[number % kRules.size()];
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
