#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "app/balance/study/game_facts.h"
#include "console/output.h"

namespace raichi {

/// A game as the statistics see it.
struct RecordedGame {
  uint32_t opening = 0;  // games under a rule set with one number share their opening
  uint32_t line = 0;     // games under a rule set with one number have the same moves
  GameFacts facts;
};

/// The games of a study without their moves, in one small file, `games.zst`: JSON in a zstd frame
/// with a checksum, about two bytes a game. Every figure and table that needs no moves can be
/// computed from it again. Openings and lines have other numbers than before, but the same ones
/// share a number: openings within the study, lines within a rule set. Of `drama` and
/// `lead_changes` each unit keeps the mean.
class GamesRecord {
 public:
  /// The games of a unit (pairing.h), in the order of their ids.
  using Unit = std::vector<RecordedGame>;

  /// Adds a unit by the path of its file within `games/`, as in `RULES/UNIT.games`. The units of a
  /// rule set follow each other.
  void Add(const std::string& file, Unit games);
  /// Returns the games of a unit, or null if it is not here.
  const Unit* Find(const std::string& file) const;

  void Write(const std::filesystem::path& path) const;
  /// Throws Error naming the file if it is damaged.
  static GamesRecord Read(const std::filesystem::path& path);

 private:
  std::vector<std::pair<std::string, Unit>> units_;
  std::map<std::string, size_t> places_;
};

/// Returns the path of a study's record.
std::filesystem::path GamesRecordFile(const std::filesystem::path& study);

}  // namespace raichi
