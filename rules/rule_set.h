#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rules/board/types.h"

namespace raichi {

/// A set of the words that rule files use for pieces.
struct ClassSet {
  enum Word : uint8_t { kAttackers = 1, kDefenders = 2, kKing = 4, kAttackersSameCamp = 8 };
  uint8_t words = 0;

  constexpr bool Has(PieceClass piece) const { return (words >> static_cast<int>(piece) & 1) != 0; }
  constexpr bool HasSameCamp() const { return (words & kAttackersSameCamp) != 0; }
  constexpr bool operator==(const ClassSet&) const = default;
};

enum class Armed : uint8_t { kNone, kAnvil, kHammer, kBoth };
enum class KingCapture : uint8_t { kCustodial, kSurround, kNever };
enum class Goal : uint8_t { kEdge, kCorners };
enum class RepetitionResult : uint8_t { kDraw, kMoverLoses, kDefendersLose, kIllegal };
enum class NoMovesResult : uint8_t { kLoss, kDraw };

struct KingRules {
  Armed armed = Armed::kBoth;
  KingCapture open = KingCapture::kCustodial;
  KingCapture beside_throne = KingCapture::kSurround;  // meaningless without a throne
  KingCapture on_throne = KingCapture::kSurround;      // meaningless without a throne
  KingCapture at_edge = KingCapture::kNever;
  bool operator==(const KingRules&) const = default;
};
struct ThroneRules {
  ClassSet stop, pass, hostile_empty, hostile_occupied;
  bool linnaean = false;
  bool operator==(const ThroneRules&) const = default;
};
struct CornerRules {
  ClassSet stop, hostile;
  bool operator==(const CornerRules&) const = default;
};
struct CampRules {
  std::vector<Square> squares;
  ClassSet stop, pass, hostile;
  std::vector<Square> neutral;
  bool operator==(const CampRules&) const = default;
};
struct RepetitionRules {
  int count = 3;  // the occurrence, the first included, that ends the game; 0: repetition is free
  RepetitionResult result = RepetitionResult::kDraw;
  bool operator==(const RepetitionRules&) const = default;
};

/// One variant of the game as data: the contents of a rule file (`docs/rules.md` gives the meaning
/// of every key). Compile it to `Rules` to play by it.
struct RuleSet {
  std::string name;
  std::string title;
  std::vector<std::string> sources;
  std::vector<std::string> assumed;
  int size = 9;
  std::string setup;  // position text without the side to move
  Side first = Side::kAttackers;
  KingRules king;
  std::optional<ThroneRules> throne;
  std::optional<CornerRules> corners;
  std::optional<CampRules> camps;
  Goal goal = Goal::kEdge;
  RepetitionRules repetition;
  NoMovesResult no_moves = NoMovesResult::kLoss;
  bool encirclement = false;
  bool shieldwall = false;
  bool exit_forts = false;
  int quiet_limit = 0;  // plies without a capture, 0: no limit
  int ply_limit = 0;    // plies, 0: no limit

  bool operator==(const RuleSet&) const = default;
};

}  // namespace raichi
