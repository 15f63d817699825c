#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/config_keys.h"

namespace raichi {

/// The largest levels of players: visits and plies.
inline constexpr int kMostStudyVisits = 1'000'000, kMostStudyDepth = 32;
/// The largest seed of a plan.
inline constexpr int64_t kMostStudySeed = int64_t{1} << 50;

/// How the games of a pairing begin: from the setup, after random plies, or after each first move.
enum class Treatment : uint8_t { kSetup, kRandom4, kFirstMoves };

/// The plan of a study of how balanced rule sets are (docs/balance.md): which rules, who plays, how
/// games begin, and when there are enough of them. The study's results, other than
/// sandwiches, follow from the plan and the models alone.
struct StudyPlan {
  std::string name;
  uint64_t seed = 1;
  std::vector<std::string> rules;  // names or files; measured at every level, by every family

  /// How the games of the main figures begin: kSetup or kRandom4.
  Treatment main = Treatment::kSetup;

  /// Rule sets that differ from `base` by one change each, as in `king.armed=none`, which has a
  /// name for people.
  struct Changes {
    std::string base;
    std::vector<NamedTexts> one_at_a_time;
  } changes;
  /// All combinations of the factors' two values, as changes of `base`. The second value counts +1.
  struct Factorial {
    std::string base;
    std::vector<NamedTexts> factors;
    int games = 0;  // of a combination that no other list has; 0: as many as of others
  } factorial;
  /// Rule sets that lead from the first to the last step by step.
  std::vector<std::string> path;

  struct Players {
    std::vector<std::string> models;  // one for each training seed
    std::vector<int> visits = {25, 100};
    /// Models of one run, the earliest first. Each plays with the most of `visits`.
    std::vector<std::string> checkpoints;
    std::vector<int> alphabeta;  // depths
    std::vector<int> playouts;   // visits of searches with random playouts
  } players;

  /// Games of a rule set by treatment. `setup`: from the setup. `random4`: after up to four random
  /// plies. `first_moves`: at the top level, after each first move that differs under the
  /// symmetries.
  struct Openings {
    int setup = 400, random4 = 0, first_moves = 0;
    bool both_at_all_levels = false;    // else the main treatment; the other at the top level
    bool shared_between_rules = false;  // random openings; else between the pairings of a rule set
    double within = 0.05;  // a model's first moves have values this near to its best move's
    int plies = 8;         // in which a model's temperature falls to a quarter
  } openings;

  /// A rule set gets further main games until one of these holds.
  struct Stop {
    double half_width = 0.025;  // of the 95 % interval of the score
    double equivalence = 0.05;  // the interval lies within 0.5 and this
    int games = 4000;           // that many have been played
  } stop;

  int handicap = 0;  // games with unequal search, to find the fair handicap
  struct Bids {
    std::vector<int> turns;  // the king must win within these many turns of his side
    int games = 100;         // for each
  } bids;

  /// Best responses to the first model, which bracket the value of rule sets (study.h).
  struct Sandwiches {
    std::vector<std::string> rules;  // some of the variants
    int training = 2000;             // games of each of the two runs
    int games = 200;                 // of each best response as its side; it plays as many as the
                                     // other side, since pairs swap sides
  } sandwiches;
};

/// Lists each key of a plan once, in the order in which they are written.
void ListKeys(StudyPlan* plan, KeyList* keys);

/// Reads a plan. `origin` names it in errors. Throws Error `ORIGIN:LINE: KEY: …`.
StudyPlan ParsePlan(const std::string& text, const std::string& origin);
/// Returns every key with its value, as YAML that ParsePlan can read.
std::string ToYaml(const StudyPlan& plan);

}  // namespace raichi
