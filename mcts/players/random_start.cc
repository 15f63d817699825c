#include "mcts/players/random_start.h"

#include <utility>

#include "mcts/players/players.h"

namespace raichi {
namespace {

class RandomStart : public Player {
 public:
  RandomStart(std::unique_ptr<Player> then, int turns) : then_(std::move(then)), turns_(turns) {}

  void NewGame(const Game& game, uint64_t seed) override {
    left_ = turns_;
    rng_ = Rng(Mix64(seed));
    then_->NewGame(game, seed);
  }
  void StopWhen(const std::function<bool()>& stop) override { then_->StopWhen(stop); }
  void BeginTurn(const Game& game) override {
    is_random_ = left_ > 0;
    if (!is_random_) return then_->BeginTurn(game);
    --left_;
    move_ = ChooseRandomMove(game, &rng_);
  }
  std::span<const LeafRequest> SelectLeaves() override {
    if (is_random_) return {};
    return then_->SelectLeaves();
  }
  void Answer(std::span<const Evaluation> leaves) override { then_->Answer(leaves); }
  Move ChooseMove() override { return is_random_ ? move_ : then_->ChooseMove(); }
  float Value() const override { return is_random_ ? Player::Value() : then_->Value(); }
  const Search* search() const override { return is_random_ ? nullptr : then_->search(); }

 private:
  std::unique_ptr<Player> then_;
  int turns_, left_ = 0;
  Rng rng_{0};
  bool is_random_ = false;  // this turn is
  Move move_;
};

}  // namespace

std::unique_ptr<Player> RandomStartKind::NewPlayer() const {
  return std::make_unique<RandomStart>(then_->NewPlayer(), turns_);
}

}  // namespace raichi
