#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "rules/rule_set.h"

namespace raichi {

/// The words of rule files and the values that they stand for.
template <typename T>
struct RuleWord {
  std::string_view word;
  T value;
};

inline constexpr std::array<RuleWord<Side>, 2> kSideWords = {
    {{"attackers", Side::kAttackers}, {"defenders", Side::kDefenders}}};
inline constexpr std::array<RuleWord<Armed>, 4> kArmedWords = {{{"none", Armed::kNone},
                                                                {"anvil", Armed::kAnvil},
                                                                {"hammer", Armed::kHammer},
                                                                {"both", Armed::kBoth}}};
inline constexpr std::array<RuleWord<KingCapture>, 3> kKingCaptureWords = {
    {{"custodial", KingCapture::kCustodial},
     {"surround", KingCapture::kSurround},
     {"never", KingCapture::kNever}}};
inline constexpr std::array<RuleWord<Goal>, 2> kGoalWords = {
    {{"edge", Goal::kEdge}, {"corners", Goal::kCorners}}};
inline constexpr std::array<RuleWord<RepetitionResult>, 4> kRepetitionWords = {
    {{"draw", RepetitionResult::kDraw},
     {"mover_loses", RepetitionResult::kMoverLoses},
     {"defenders_lose", RepetitionResult::kDefendersLose},
     {"illegal", RepetitionResult::kIllegal}}};
inline constexpr std::array<RuleWord<NoMovesResult>, 2> kNoMovesWords = {
    {{"loss", NoMovesResult::kLoss}, {"draw", NoMovesResult::kDraw}}};
inline constexpr std::array<RuleWord<LimitResult>, 3> kLimitWords = {
    {{"draw", LimitResult::kDraw},
     {"attackers", LimitResult::kAttackers},
     {"defenders", LimitResult::kDefenders}}};
inline constexpr std::array<RuleWord<ShieldwallEnds>, 2> kShieldwallEndsWords = {
    {{"corners", ShieldwallEnds::kCorners}, {"pieces", ShieldwallEnds::kPieces}}};
inline constexpr std::array<RuleWord<ShieldwallMove>, 2> kShieldwallMoveWords = {
    {{"end", ShieldwallMove::kEnd}, {"any", ShieldwallMove::kAny}}};
inline constexpr std::array<RuleWord<bool>, 2> kBoolWords = {{{"false", false}, {"true", true}}};

/// `royal` comes last because its number has an index of its own, RuleKey::royal.
inline constexpr std::array<RuleWord<ClassSet::Word>, 4> kClassWords = {
    {{"attackers", ClassSet::kAttackers},
     {"defenders", ClassSet::kDefenders},
     {"king", ClassSet::kKing},
     {"royal", ClassSet::kRoyal}}};
inline constexpr std::array<RuleWord<ClassSet::Word>, 5> kCampClassWords = {
    {{"attackers", ClassSet::kAttackers},
     {"defenders", ClassSet::kDefenders},
     {"king", ClassSet::kKing},
     {"attackers_same_camp", ClassSet::kAttackersSameCamp},
     {"royal", ClassSet::kRoyal}}};

/// Returns the word of a value, or an empty text if the table does not have the value.
template <typename T, size_t N>
constexpr std::string_view WordOf(const std::array<RuleWord<T>, N>& words, T value) {
  for (const RuleWord<T>& entry : words) {
    if (entry.value == value) return entry.word;
  }
  return "";
}

}  // namespace raichi
