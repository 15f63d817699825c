#include "run/players/proofs.h"

#include <spdlog/fmt/fmt.h>

#include <utility>

#include "base/error.h"
#include "base/process.h"
#include "console/output.h"
#include "rules/files/program_data.h"

namespace raichi {
namespace {

constexpr size_t kMostMovesUnasked = 200'000;  // some seconds

/// Whether the owner of a win in so many plies, who follows the proof from here on, may come to a
/// position so often that a rule on repetition ends the game first. Plies to the end fall, so only
/// positions of the past that are nearer to the end may recur.
bool MayRecurTooOften(const ProofBook& book, const Game& game, int plies) {
  const RepetitionRules& rule = game.rules().data().repetition;
  const bool wins =
      rule.result == RepetitionResult::kDefendersLose && book.owner() == Side::kAttackers;
  if (rule.count == 0 || wins) return false;
  for (int i = 0; i < game.ply(); ++i) {
    const auto past = book.Find(game.PositionAt(i));
    if (!past || past->plies >= plies) continue;
    int times = 0;
    for (int j = 0; j < game.ply(); ++j) times += game.PositionAt(j) == game.PositionAt(i);
    if (times >= rule.count - 1) return true;
  }
  return false;
}

bool IsBeyondLimits(const Game& game, int plies) {
  const RuleSet& rules = game.rules().data();
  return (rules.ply_limit > 0 && game.ply() + plies > rules.ply_limit) ||
         (rules.quiet_limit > 0 && game.quiet_plies() + plies > rules.quiet_limit);
}

}  // namespace

Certificate ReadProof(const std::string& file) { return ReadCertificate(OwnOrShipped(file)); }

std::optional<FoundProof> FindProof(const Rules& rules, const std::string& file) {
  if (file.empty()) {
    auto shipped = ShippedProofOf(rules);
    if (!shipped) return std::nullopt;
    return FoundProof{"configs/proofs/" + rules.data().name + ".proof", *std::move(shipped)};
  }
  FoundProof found{file, ReadProof(file)};
  const Rules& proven = *found.certificate.rules;
  if (proven.fingerprint() == rules.fingerprint()) return found;
  throw UsageError(
      fmt::format("{}: a proof for the rules {}, which differ from {}: choose these "
                  "with --rules, or another certificate",
                  file, proven.data().name, rules.data().name));
}

std::shared_ptr<const ProofBook> ProofShelf::Open(const std::string& file) {
  const std::scoped_lock lock(mutex_);
  std::shared_ptr<const ProofBook>& book = books_[file];
  if (book) return book;
  Progress progress;
  const auto begin = Progress::Clock::now();
  Certificate certificate = ReadProof(file);
  const size_t all = certificate.moves.size();
  return book = std::make_shared<ProofBook>(std::move(certificate), file, [&](uint64_t moves) {
           if (SecondsSince(begin) > 1 && progress.IsDue()) {
             progress.Show(fmt::format("checking {}: {} of {} moves", file, moves, all));
           }
           return true;
         });
}

GameProofs::GameProofs(const Rules& rules, const std::string& file,
                       std::shared_ptr<ProofShelf> shelf)
    : found_(FindProof(rules, file)), shelf_(std::move(shelf)) {
  is_checked_ = found_ && (!file.empty() || found_->certificate.moves.size() <= kMostMovesUnasked);
}

std::shared_ptr<const ProofBook> GameProofs::Book() const {
  return is_checked_ ? shelf_->Open(found_->file) : nullptr;
}

std::optional<Proven> GameProofs::Find(const Game& game) const {
  if (!found_ || game.IsOver()) return std::nullopt;
  const Certificate& certificate = found_->certificate;
  Proven proven{certificate.claim, certificate.owner, certificate.plies, Move()};
  const auto book = Book();
  if (book) {
    const auto entry = book->Find(game.position());
    if (!entry) return std::nullopt;
    proven.plies = entry->plies;
    proven.move = entry->move;
  } else if (game.ply() > 0 || game.position() != certificate.start) {
    return std::nullopt;
  }
  if (proven.claim == Claim::kHolds) return proven;
  const bool is_unsure =
      IsBeyondLimits(game, proven.plies) || (book && MayRecurTooOften(*book, game, proven.plies));
  return is_unsure ? std::nullopt : std::optional(proven);
}

}  // namespace raichi
