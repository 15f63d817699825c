#include "selfplay/pool.h"

#include <mutex>
#include <utility>

#include "rules/error.h"
#include "selfplay/crew.h"

namespace raichi {

SelfPlayPool::SelfPlayPool(SelfPlaySetup setup, int workers, int slots, uint64_t first_game)
    : setup_(std::move(setup)), next_game_(first_game) {
  CheckConfig(setup_.config);
  if (setup_.rules.empty()) throw UsageError("self-play: expected a rule set");
  if (workers < 1 || slots < 1) {
    throw UsageError("self-play: workers, slots: expected at least 1");
  }
  for (int i = 0; i < workers; ++i)
    workers_.push_back(std::make_unique<Worker>(&setup_, slots, nullptr, nullptr));
}

void SelfPlayPool::Play(uint64_t games, const std::string& model, const PoolHooks& hooks,
                        const std::stop_token& stop, SelfPlayProgress* progress) {
  Crew crew;
  uint64_t wanted = games;             // behind the crew's mutex, as are next_game_ and
  std::vector<GameRecord> games_over;  // these

  const auto next_game = [&]() -> std::optional<GameTicket> {
    const std::unique_lock lock(crew.mutex());
    return GameTicket{.id = next_game_++, .model = model};
  };
  const auto game_over = [&](FinishedGame game) {
    progress->AddGame(game);
    const std::unique_lock lock(crew.mutex());
    games_over.push_back(std::move(game.record));
    if (wanted > 0) --wanted;
    crew.Notify();
  };
  const auto is_enough = [&] {
    const std::unique_lock lock(crew.mutex());
    return wanted == 0;
  };
  const auto play = [&](int number, const std::stop_token& stop_worker) {
    const std::unique_ptr<Evaluator> evaluator = hooks.new_evaluator(number);
    Worker& worker = *workers_[static_cast<size_t>(number)];
    worker.Use(evaluator.get(), progress);
    worker.Rename(model);
    while (!stop_worker.stop_requested() && !is_enough()) worker.Step(next_game, game_over);
  };
  const auto attend = [&] {
    std::vector<GameRecord> news;
    {
      const std::unique_lock lock(crew.mutex());
      news.swap(games_over);
    }
    if (!news.empty()) hooks.on_games(std::move(news));
    return !stop.stop_requested() && !(hooks.should_stop && hooks.should_stop());
  };
  crew.Run(static_cast<int>(workers_.size()), play, attend);
}

}  // namespace raichi
