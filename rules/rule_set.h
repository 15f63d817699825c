#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rules/board/types.h"

namespace raichi {

/// A set of the words that rule files use for pieces.
struct ClassSet {
  enum Word : uint8_t {
    kAttackers = 1,
    kDefenders = 2,
    kKing = 4,
    kAttackersSameCamp = 8,
    kRoyal = 16,
  };
  uint8_t words = 0;

  constexpr bool Has(PieceClass piece) const {
    return piece == PieceClass::kRoyal ? HasRoyal() : (words >> static_cast<int>(piece) & 1) != 0;
  }
  /// Whether the set contains the royal attacker. The word `attackers` includes him.
  constexpr bool HasRoyal() const { return (words & (kAttackers | kRoyal)) != 0; }
  constexpr bool HasSameCamp() const { return (words & kAttackersSameCamp) != 0; }
  constexpr bool operator==(const ClassSet&) const = default;
};

enum class Armed : uint8_t { kNone, kAnvil, kHammer, kBoth };
enum class KingCapture : uint8_t { kCustodial, kSurround, kNever };
enum class Goal : uint8_t { kEdge, kCorners };
enum class RepetitionResult : uint8_t { kDraw, kMoverLoses, kDefendersLose, kIllegal };
enum class NoMovesResult : uint8_t { kLoss, kDraw };
enum class LimitResult : uint8_t { kDraw, kAttackers, kDefenders };
enum class ShieldwallEnds : uint8_t { kCorners, kPieces };  // called strong and weak in OpenTafl
enum class ShieldwallMove : uint8_t { kEnd, kAny };         // where the capturing piece may arrive

struct KingRules {
  Armed armed = Armed::kBoth;
  KingCapture open = KingCapture::kCustodial;
  KingCapture beside_throne = KingCapture::kSurround;  // meaningless without a throne
  KingCapture on_throne = KingCapture::kSurround;      // meaningless without a throne
  KingCapture at_edge = KingCapture::kNever;
  bool operator==(const KingRules&) const = default;
};
/// The largest number of squares that a move may cover, by class of piece; 0: no limit.
struct SpeedRules {
  int attackers = 0, defenders = 0, king = 0;
  bool operator==(const SpeedRules&) const = default;
};
struct ThroneRules {
  ClassSet stop, pass, hostile_empty, hostile_occupied;
  bool linnaean = false;
  bool operator==(const ThroneRules&) const = default;
};
struct CornerRules {
  ClassSet stop, hostile;
  int width = 1;  // 1 or 2: squares along a side of each corner
  bool operator==(const CornerRules&) const = default;
};
struct CampRules {
  std::vector<Square> squares;
  ClassSet stop, pass, hostile;
  std::vector<Square> neutral;
  bool close = false;                 // a camp closes once no attacker stands in it
  ClassSet closed_stop, closed_pass;  // meaningless unless camps close
  bool operator==(const CampRules&) const = default;
};
struct EdgeRules {
  ClassSet hostile;  // the men that may be captured against the edge; the word `king` has no effect
  bool operator==(const EdgeRules&) const = default;
};
struct RepetitionRules {
  int count = 3;  // the occurrence of a position, the first included, that ends the game; 0: none
  RepetitionResult result = RepetitionResult::kDraw;
  bool operator==(const RepetitionRules&) const = default;
};

/// One variant of the game as data: the contents of a rule file. `docs/rules.md` explains every
/// key. Moves are played by `Rules`, which compiles a RuleSet.
struct RuleSet {
  std::string name;
  std::string title;
  std::vector<std::string> sources;
  std::vector<std::string> assumed;
  int size = 9;
  std::string setup;  // the pieces, as in ParseSquares (text.h)
  Side first = Side::kAttackers;
  KingRules king;
  SpeedRules speed;
  std::optional<ThroneRules> throne;
  std::optional<CornerRules> corners;
  std::optional<CampRules> camps;
  EdgeRules edge;
  Goal goal = Goal::kEdge;
  RepetitionRules repetition;
  NoMovesResult no_moves = NoMovesResult::kLoss;
  bool encirclement = false;
  bool shieldwall = false;
  ShieldwallEnds shieldwall_ends = ShieldwallEnds::kCorners;
  ShieldwallMove shieldwall_move = ShieldwallMove::kEnd;
  bool exit_forts = false;
  int quiet_limit = 0;  // plies without a capture, 0: no limit
  LimitResult quiet_limit_result = LimitResult::kDraw;
  int ply_limit = 0;  // plies, 0: no limit
  LimitResult ply_limit_result = LimitResult::kDraw;

  bool operator==(const RuleSet&) const = default;
};

}  // namespace raichi
