#include "prove/proof_book.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "prove/certificate.h"
#include "rules/notation.h"

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

/// Whether the position after a move of the owner, or the end of the game, is as claimed.
bool KeepsProof(const ProofBook& book, const Game& game, int ply) {
  if (ply < game.ply() || !game.IsOver()) return book.Find(game.PositionAt(ply)).has_value();
  return game.result() == WinFor(book.owner()) ||
         (game.result() == Result::kDraw && book.claim() == Claim::kHolds);
}

}  // namespace

std::string ClaimText(Claim claim, Side owner, int plies) {
  const std::string side(ToString(owner));
  if (claim == Claim::kHolds) return side + " hold at least a draw";
  return side + " win within " + Counted(plies, "ply");
}

ProofTrace TraceGame(const ProofBook& book, const Game& game) {
  ProofTrace trace;
  for (int ply = 0; ply < game.ply(); ++ply) {
    const Position& position = game.PositionAt(ply);
    if (position.to_move() != book.owner()) continue;
    const auto entry = book.Find(position);
    if (!entry) continue;
    const Move played = game.moves()[static_cast<size_t>(ply)];
    ++trace.turns;
    trace.same += played == entry->move;
    if (trace.left || KeepsProof(book, game, ply + 1)) continue;
    trace.left = {ply, position, entry->plies, played, entry->move};
  }
  return trace;
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
