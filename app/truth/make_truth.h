#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "rules/rules.h"
#include "selfplay/records/record.h"
#include "solve/table.h"
#include "solve/truth/examine.h"
#include "solve/truth/truth_set.h"

namespace raichi {

/// Makes a truth set: looks at the last positions of games, and keeps those whose value it can
/// prove and which tell players apart.
struct MakeTruthSettings {
  std::vector<RulesPtr> rules;
  int per_class = 8;     // positions for each rule set, winner and distance; fewer of the shortest
  int own_games = 100;   // most games of each rule set that are played for this
  int easy_visits = 16;  // positions that are easy (IsEasy) for so many are left out; 0: none
  uint64_t seed = 1;
  int workers = 1;
  ExamineSettings examine;
};

/// Progress: rule sets that are done, and positions found so far.
using MakeTruthAttend = std::function<bool(size_t rules_done, size_t positions)>;

/// Looks at `records` of the rules first, in their order, and then at games between the classical
/// players with some random moves. The result depends only on the settings and the records, not on
/// the number of workers. `attend` is called many times a second; if it returns false, stops and
/// returns nothing.
std::vector<TruthPosition> MakeTruth(const MakeTruthSettings& settings,
                                     const std::vector<GameRecord>& records,
                                     const MakeTruthAttend& attend);

/// Draws positions of a finished table: up to `per_class` for each winner and distance. If its
/// rules are those of a shipped rule set with another setup, they are called by that name.
std::vector<TruthPosition> TruthOfTable(const SolveTable& table, const MakeTruthSettings& settings);

}  // namespace raichi
