#include "prove/proof_player.h"

#include <optional>
#include <utility>

#include "base/error.h"
#include "prove/proof_book.h"
#include "rules/files/program_data.h"

namespace raichi {
namespace {

class ProofPlayer : public Player {
 public:
  ProofPlayer(std::shared_ptr<const ProofBook> book, std::unique_ptr<Player> otherwise)
      : book_(std::move(book)), otherwise_(std::move(otherwise)) {}

  void NewGame(const Game& game, uint64_t seed) override {
    RAICHI_CHECK(game.rules().fingerprint() == book_->rules()->fingerprint());
    otherwise_->NewGame(game, seed);
  }
  void StopWhen(const std::function<bool()>& stop) override { otherwise_->StopWhen(stop); }
  void BeginTurn(const Game& game) override {
    entry_ = book_->Find(game.position());
    // A rule on repetition may forbid a move to a position of the game's past.
    if (entry_ && (entry_->move.IsNone() || !game.IsLegal(entry_->move))) entry_.reset();
    if (!entry_) otherwise_->BeginTurn(game);
  }
  std::span<const LeafRequest> SelectLeaves() override {
    if (entry_) return {};
    return otherwise_->SelectLeaves();
  }
  void Answer(std::span<const Evaluation> leaves) override { otherwise_->Answer(leaves); }
  Move ChooseMove() override { return entry_ ? entry_->move : otherwise_->ChooseMove(); }
  float Value() const override {
    if (!entry_) return otherwise_->Value();
    return book_->claim() == Claim::kWins ? 1.0f : Player::Value();
  }
  const Search* search() const override { return entry_ ? nullptr : otherwise_->search(); }

 private:
  std::shared_ptr<const ProofBook> book_;
  std::unique_ptr<Player> otherwise_;
  std::optional<ProofBook::Entry> entry_;  // with the move of this turn
};

}  // namespace

std::unique_ptr<Player> ProofPlayerKind::NewPlayer() const {
  return std::make_unique<ProofPlayer>(book_, otherwise_->NewPlayer());
}

std::optional<Certificate> ShippedProofOf(const Rules& rules) {
  const auto file = FindProgramData("configs/proofs/" + rules.data().name + ".proof");
  if (!file) return std::nullopt;
  Certificate certificate = ReadCertificate(*file);
  if (certificate.rules->fingerprint() != rules.fingerprint() ||
      certificate.start != certificate.rules->start()) {
    return std::nullopt;
  }
  return certificate;
}

}  // namespace raichi
