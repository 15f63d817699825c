#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/balance/study/design.h"
#include "app/balance/study/plan.h"
#include "rules/symmetry.h"
#include "selfplay/match/match.h"

namespace raichi {

inline constexpr int kRandomPlies = 4;  // of Treatment::kRandom4
/// What they are played for: a point of the strength curve, the fair handicap, the fair bid, or the
/// sandwich of best responses.
enum class Purpose : uint8_t { kLevel, kHandicap, kBid, kSandwich };

std::string_view ToString(Treatment treatment);
std::string_view ToString(Purpose purpose);

/// The families of players, in the order in which they play and are shown.
inline constexpr std::array<std::string_view, 4> kStudyFamilies = {"network", "checkpoint",
                                                                   "alphabeta", "playouts"};

/// A player of a study.
struct StudyPlayer {
  std::string word;  // as in PlayerName; empty for models, which Study::WordOf names
  int seed = 0;      // index of the model; 0 for players of other families
  int level = 0;     // visits, depth or, from 1, which of the checkpoints
  /// The player is that run of the study that learned to beat the first model as this side
  /// (Study::BestResponseRun).
  std::optional<Side> best_response = {};
};

/// Two players who meet under one rule set in pairs of games with swapped sides.
struct StudyPairing {
  size_t rules = 0;    // index in the design
  RulesPtr played;     // these rules, or for a bid the same with a limit
  std::string family;  // one of kStudyFamilies
  Purpose purpose = Purpose::kLevel;
  Treatment treatment = Treatment::kSetup;
  int turns = 0;  // of a bid
  StudyPlayer a, b;

  /// A name for files that differs from those of all other pairings under the rules.
  std::string Name() const;
};

/// Some pairs of a pairing: the piece of work that is either done or not.
struct StudyUnit {
  StudyPairing pairing;
  uint64_t first_pair = 0;
  uint64_t pairs = 0;
};

/// Returns the match of a unit; each of its games follows from the plan's seed, the rules, the
/// players and the number of the pair. All pairings under the same rules have the same first moves
/// and, unless `openings.shared` is `rules`, the same random openings; in games from the setup each
/// player has its own chance.
MatchConfig MatchOf(const StudyUnit& unit, const StudyPlan& plan);

/// Returns the units of a round for the rule set with this index. Round 0 has everything that the
/// plan asks for; a later round has further main games (IsMain). Between seeds every ordered
/// pairing gets equally many games.
std::vector<StudyUnit> UnitsOfRound(const StudyDesign& design, size_t rules, int round,
                                    const StudyPlan& plan);

/// Returns the family on which the study's main figures rest: network if there are models, else
/// alphabeta or playouts.
std::string MainFamilyOf(const StudyPlan& plan);
/// Returns the strongest level of that family: visits or, for alphabeta, plies.
int TopLevelOf(const StudyPlan& plan);
/// Returns the number of training seeds of that family, 1 if there are no models.
int SeedsOf(const StudyPlan& plan);
/// Returns the games of a round that begin so.
int GamesOf(Treatment treatment, const StudyPlan& plan);
/// Whether a pairing is that of equal players at the top level of the main family.
bool IsAtTop(const StudyPairing& pairing, const StudyPlan& plan);
/// Whether the main figure of a rule set rests on the games of a pairing: those at the top that
/// begin as `plan.main` says.
bool IsMain(const StudyPairing& pairing, const StudyPlan& plan);
/// Returns the number of rounds after which a rule set has at least the games that
/// `plan.stop.games` allows.
int MostRounds(const StudyPlan& plan);
/// Whether a rule set gets the games of `plan.factorial.games` and no further round.
bool HasOneRound(const StudiedRules& rules, const StudyPlan& plan);

/// Returns the first moves that differ under SymmetriesOfSetup, one of each class.
std::vector<Move> FirstMoves(const RulesPtr& rules);
/// Returns the one of them that stands for `move`.
Move FirstMoveOf(Move move, const RulesPtr& rules);

}  // namespace raichi
