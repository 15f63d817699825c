#pragma once

#include <memory>
#include <string>

#include "mcts/players/player.h"
#include "prove/proof_book.h"

namespace raichi {

/// A kind of player that plays the move of a proof where its side owns the proof and the book
/// contains the position. Elsewhere it plays as another kind does.
class ProofPlayerKind : public PlayerKind {
 public:
  ProofPlayerKind(std::string name, std::shared_ptr<const ProofBook> book,
                  std::shared_ptr<const PlayerKind> otherwise)
      : name_(std::move(name)), book_(std::move(book)), otherwise_(std::move(otherwise)) {}

  std::string name() const override { return name_; }
  std::unique_ptr<Player> NewPlayer() const override;
  Evaluator* evaluator() const override { return otherwise_->evaluator(); }

 private:
  std::string name_;
  std::shared_ptr<const ProofBook> book_;
  std::shared_ptr<const PlayerKind> otherwise_;
};

}  // namespace raichi
