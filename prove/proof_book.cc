#include "prove/proof_book.h"

#include <algorithm>
#include <utility>

#include "prove/certificate.h"

namespace raichi {

ProofBook::ProofBook(Certificate certificate, const std::string& name,
                     const WalkProgress& keep_going)
    : certificate_(std::move(certificate)), hash_(*certificate_.rules) {
  const auto keep = [&](const Position& position, Move move, int plies) {
    const SymmetricHash::Lanes lanes = hash_.Of(position);
    if (!move.IsNone()) move = hash_.ToCanonical(lanes)(move, rules()->size());
    entries_[SymmetricHash::Key(lanes)] = {move, plies};
  };
  if (certificate_.start.to_move() != owner()) {
    keep(certificate_.start, Move(), certificate_.plies);
  }
  const auto see = [&](const WalkStep& step) {
    keep(*step.position, step.move, step.plies);
    if (step.after != nullptr) keep(*step.after, Move(), std::max(0, step.plies - 1));
  };
  walk_ = CheckCertificate(certificate_, name, see, keep_going);
}

std::optional<ProofBook::Entry> ProofBook::Find(const Position& position) const {
  const SymmetricHash::Lanes lanes = hash_.Of(position);
  const auto at = entries_.find(SymmetricHash::Key(lanes));
  if (at == entries_.end()) {
    if (position.to_move() != owner()) return std::nullopt;
    MoveList moves;
    GenerateMoves(*rules(), position, &moves);
    const Move winning = WinningMove(*rules(), position, moves);
    return winning.IsNone() ? std::nullopt : std::optional(Entry{winning, 1});
  }
  Entry entry = at->second;
  if (!entry.move.IsNone()) {
    entry.move = hash_.ToCanonical(lanes).Inverse()(entry.move, rules()->size());
  }
  return entry;
}

namespace {

bool LosesBy(LimitResult result, Side owner) {
  return result != LimitResult::kDraw &&
         (result == LimitResult::kAttackers) != (owner == Side::kAttackers);
}

}  // namespace

bool HoldWins(const RuleSet& rules, Side owner) {
  const RepetitionRules& repetition = rules.repetition;
  return owner == Side::kAttackers && repetition.count > 0 &&
         repetition.result == RepetitionResult::kDefendersLose;
}

std::string WhyNoHold(const RuleSet& rules, Side owner) {
  const RepetitionRules& repetition = rules.repetition;
  const bool is_free = repetition.count == 0 || repetition.result == RepetitionResult::kDraw;
  if (!is_free && !HoldWins(rules, owner)) return "a repetition may lose";
  if ((rules.quiet_limit > 0 && LosesBy(rules.quiet_limit_result, owner)) ||
      (rules.ply_limit > 0 && LosesBy(rules.ply_limit_result, owner))) {
    return "a limit of plies may lose";
  }
  return "";
}

}  // namespace raichi
