#pragma once

#include <vector>

#include "tests/fuzz/fuzz.h"
#include "tests/selfplay/games.h"

namespace raichi::fuzz {

/// Short games for seeds.
inline std::vector<GameRecord> SomeRecords() {
  std::vector<GameRecord> records;
  for (const char* rules : {"brandubh", "linnaeus"}) {
    records.push_back(RandomRecord(rules, records.size() + 1, /*max_plies=*/12));
  }
  records.back().turns.back().full_search = true;
  records.back().turns.back().surprise = 0.5f;
  return records;
}

}  // namespace raichi::fuzz
