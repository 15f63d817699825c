#pragma once

#include <vector>

namespace raichi {

/// What the sources say of a shipped rule set beyond those that shipped_rules_test types out.
struct FamilyRow {
  const char* name;
  int attackers, defenders;  // men
  const char* row;           // as in rule_row.h
};

namespace rows {
constexpr const char* kThroneless7 =
    "7 A both c/-/-/c corners K ADK encirclement corners 3 defenders_lose loss";
constexpr const char* kBrandubh =
    "7 A both c/s/s/c throne K ADK ADK - corners K ADK encirclement corners 3 defenders_lose loss";
constexpr const char* kSaami =
    "9 A both c/s/s/n throne K ADK ADK - encirclement edge 3 defenders_lose loss";
constexpr const char* kTawlbwrdd = "11 A both c/-/-/n encirclement edge 3 defenders_lose loss";
constexpr const char* kHistorical11 =
    "11 A both c/s/s/n throne K ADK ADK - encirclement edge 3 defenders_lose loss";
constexpr const char* kHistorical13 =
    "13 A both c/s/s/n throne K ADK ADK - encirclement edge 3 defenders_lose loss";
constexpr const char* kHistorical15 =
    "15 A both c/s/s/n throne K ADK ADK - encirclement edge 3 defenders_lose loss";
constexpr const char* kHistorical17 =
    "17 A both c/s/s/n throne K ADK ADK - encirclement edge 3 defenders_lose loss";
constexpr const char* kCopenhagen11 =
    "11 A both s/s/s/n throne K ADK ADK A corners K ADK encirclement shieldwall exit_forts "
    "corners 3 defenders_lose loss";
constexpr const char* kCopenhagen13 =
    "13 A both s/s/s/n throne K ADK ADK A corners K ADK encirclement shieldwall exit_forts "
    "corners 3 defenders_lose loss";
}  // namespace rows

// Typed from a table of the variants, independently of the rule files.
inline const std::vector<FamilyRow> kFamily = {
    {"alea-evangelii", 48, 24,
     "19 D none s/s/s/s throne K ADK ADK - corners K ADK wide corners 3 draw loss"},
    {"alfheim-1", 48, 24, rows::kHistorical17},
    {"alfheim-2", 48, 24, rows::kHistorical17},
    {"ard-ri", 16, 8, "7 A both c/-/-/n encirclement edge 3 defenders_lose loss"},
    {"ard-ri-ludii", 16, 8, "7 A both s/s/s/n speed 1/1/1 throne K - K - edge 3 draw loss"},
    {"ballinderry-2", 8, 4, rows::kBrandubh},
    {"ballinderry-3", 8, 4, rows::kBrandubh},
    {"ballinderry-4", 12, 6, rows::kBrandubh},
    {"ballinderry-6", 16, 8, rows::kBrandubh},
    {"ballinderry-7", 16, 8, rows::kBrandubh},
    {"ballinderry-8", 12, 4, rows::kBrandubh},
    {"ballinderry-9", 12, 8, rows::kBrandubh},
    {"board-game-arena", 16, 8,
     "9 A none s/s/s/s throne K ADK ADK - corners K ADK corners 3 draw loss"},
    {"brandubh-2", 8, 4,
     "7 A both c/c/c/c throne K ADK ADK - corners K ADK encirclement corners 3 defenders_lose "
     "loss"},
    {"brandubh-opentafl", 8, 4,
     "7 A both c/c/c/c throne K ADK - - corners K ADK corners 3 draw loss"},
    {"brandubh-throneless", 8, 4, rows::kThroneless7},
    {"brandubh-throneless-circle", 8, 4, rows::kThroneless7},
    {"brandubh-throneless-line", 8, 4, rows::kThroneless7},
    {"cartier", 16, 8, "9 A both c/s/s/n throne - - ADK - edge 3 draw loss"},
    {"copenhagen-13", 32, 16, rows::kCopenhagen13},
    {"copenhagen-bell", 24, 12, rows::kCopenhagen11},
    {"copenhagen-lewis", 24, 12, rows::kCopenhagen11},
    {"coppergate-1", 40, 20, rows::kHistorical15},
    {"fetlar-13", 32, 16,
     "13 A both s/s/s/n throne K ADK ADK - corners K ADK encirclement corners 3 draw loss"},
    {"fetlar-defenders-first", 24, 12,
     "11 D both s/s/s/n throne K ADK ADK - corners K ADK encirclement corners 3 draw loss"},
    {"foteviken", 16, 8,
     "9 D none s/s/s/n throne - - K - camps 16 H H K 0 encirclement edge 3 draw loss"},
    {"gokstad-1", 32, 16, rows::kHistorical13},
    {"gokstad-3", 32, 16, rows::kHistorical13},
    {"gokstad-4", 32, 16, rows::kHistorical13},
    {"historical-11", 24, 12,
     "11 A both c/s/s/c throne K ADK ADK - corners K ADK encirclement corners 3 defenders_lose "
     "loss"},
    {"historical-13", 32, 16, rows::kHistorical13},
    {"historical-15", 40, 20, rows::kHistorical15},
    {"imperial-contest", 16, 8, "9 A none s/-/-/n speed 0/0/4 encirclement edge 3 draw loss"},
    {"jarlshof", 16, 8, rows::kSaami},
    {"jarlshof-3", 12, 8, rows::kSaami},
    {"large-hnefatafl", 40, 20, "15 A both c/s/s/n throne - ADK ADK - linnaean edge 2 draw draw"},
    {"large-hnefatafl-corners", 40, 20,
     "15 A both c/s/s/c throne - ADK ADK - linnaean corners K ADK corners 2 draw draw"},
    {"magpie", 8, 4,
     "7 A both s/s/s/s speed 0/0/1 throne K K ADK - corners K ADK corners 3 draw loss"},
    {"minitafl", 3, 1,
     "5 A both c/c/c/c speed 1/1/1 throne ADK ADK - - corners K ADK corners 3 draw loss"},
    {"old-hnefatafl", 24, 12,
     "11 A both s/s/s/s throne K ADK ADK - corners K ADK corners 3 draw loss"},
    {"papillon", 16, 8, rows::kSaami},
    {"scandinavian-museums", 24, 12,
     "11 A both s/s/s/n throne K ADK ADK - encirclement edge 3 draw loss"},
    {"sea-battle-11", 24, 12, "11 A none s/-/-/n encirclement edge 3 defenders_lose loss"},
    {"sea-battle-13", 32, 16, "13 A none s/-/-/n encirclement edge 3 defenders_lose loss"},
    {"sea-battle-circle", 16, 8, "9 A none s/-/-/n encirclement edge 3 defenders_lose loss"},
    {"simple-tyr", 24, 12, rows::kTawlbwrdd},
    {"skalk", 16, 8, "9 A both c/s/s/n throne K ADK ADK - encirclement edge 3 draw loss"},
    {"tablut-15", 40, 20, "15 A both c/s/s/n throne - ADK ADK - encirclement edge 3 draw loss"},
    {"tablut-opentafl", 16, 8, "9 A both c/s/s/n throne - ADK ADK - encirclement edge 3 draw loss"},
    {"tawlbwrdd-bell", 24, 12, rows::kTawlbwrdd},
    {"tawlbwrdd-bell-throne", 24, 12, rows::kHistorical11},
    {"tawlbwrdd-cyningstan", 24, 12, "11 A both c/-/-/n edge 2 draw draw"},
    {"tawlbwrdd-lewis-cross-throne", 24, 12, rows::kHistorical11},
    {"tawlbwrdd-lewis-diamond", 24, 12, rows::kTawlbwrdd},
    {"tawlbwrdd-lewis-diamond-throne", 24, 12, rows::kHistorical11},
    {"tawlbwrdd-ludii", 24, 12,
     "11 A both c/c/c/n throne K K ADK AD corners K ADK edge 3 draw loss"},
    {"tawlbwrdd-t-cross", 24, 12, rows::kTawlbwrdd},
    {"tawlbwrdd-t-cross-throne", 24, 12, rows::kHistorical11},
    {"tawlbwrdd-t-diamond", 24, 12, rows::kTawlbwrdd},
    {"tawlbwrdd-t-diamond-throne", 24, 12, rows::kHistorical11},
    {"thrones-and-bones", 16, 8,
     "9 A both s/s/s/s throne KR ADK K - camps 16 H H DK 0 close R R edge 3 draw loss"},
    {"toftanes-1", 24, 12, rows::kHistorical13},
    {"toftanes-2", 24, 12, rows::kHistorical13},
    {"york", 24, 12, "11 A none s/s/s/n throne K ADK K - encirclement edge 3 draw loss"},
};

}  // namespace raichi
