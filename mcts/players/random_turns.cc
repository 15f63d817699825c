#include "mcts/players/random_turns.h"

#include <utility>

#include "mcts/players/players.h"

namespace raichi {
namespace {

class RandomTurnsPlayer : public Player {
 public:
  RandomTurnsPlayer(std::unique_ptr<Player> otherwise, RandomTurns turns)
      : otherwise_(std::move(otherwise)), turns_(turns) {}

  void NewGame(const Game& game, uint64_t seed) override {
    first_left_ = turns_.first;
    rng_ = Rng(Mix64(seed));
    otherwise_->NewGame(game, seed);
  }
  void StopWhen(const std::function<bool()>& stop) override { otherwise_->StopWhen(stop); }
  void BeginTurn(const Game& game) override {
    is_random_ = first_left_ > 0 || rng_.Uniform() < turns_.later;
    if (!is_random_) return otherwise_->BeginTurn(game);
    if (first_left_ > 0) --first_left_;
    move_ = ChooseRandomMove(game, &rng_);
  }
  std::span<const LeafRequest> SelectLeaves() override {
    if (is_random_) return {};
    return otherwise_->SelectLeaves();
  }
  void Answer(std::span<const Evaluation> leaves) override { otherwise_->Answer(leaves); }
  Move ChooseMove() override { return is_random_ ? move_ : otherwise_->ChooseMove(); }
  float Value() const override { return is_random_ ? Player::Value() : otherwise_->Value(); }
  const Search* search() const override { return is_random_ ? nullptr : otherwise_->search(); }

 private:
  std::unique_ptr<Player> otherwise_;
  RandomTurns turns_;
  int first_left_ = 0;
  Rng rng_{0};
  bool is_random_ = false;  // this turn is
  Move move_;
};

}  // namespace

std::unique_ptr<Player> RandomTurnsKind::NewPlayer() const {
  return std::make_unique<RandomTurnsPlayer>(otherwise_->NewPlayer(), turns_);
}

}  // namespace raichi
