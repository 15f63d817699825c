#include <chrono>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "app/play/play_session.h"
#include "console/machine.h"
#include "mcts/evaluators/playout_evaluator.h"
#include "rules/notation.h"
#include "run/players.h"
#include "tools/arguments/arguments.h"
#include "tools/arguments/search_options.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

struct PlayOptions {
  PositionArguments at;
  std::string opponent;  // empty: DefaultOpponent
  std::string side;      // empty: the side to move
  PlayerSettings players;
  std::optional<uint64_t> seed;
};

uint64_t SeedFromClock() {
  return static_cast<uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
}

void RunPlay(PlayOptions options) {
  options.players.network.batch = 1;
  options.players.network.threads = CountCores();
  if (options.players.in_flight == 0) {
    options.players.in_flight =
        options.players.seconds > 0 ? LoneInFlight(options.players.network.threads) : kLoneInFlight;
  }
  Game game = OpenGame(options.at);
  WarnOfSharedName(game.rules());
  if (options.opponent.empty()) {
    options.opponent = DefaultOpponent(ShippedName(game.rules()), "runs");
  }
  const std::unique_ptr<PlayerKind> opponent = OpenPlayer(options.opponent, options.players);
  WarnOfUntrained({options.opponent}, game.rules());
  PlayoutEvaluator playouts{PlayoutConfig{}};
  PlaySettings settings;
  settings.side = options.side.empty() ? game.to_move() : ParseSide(options.side);
  settings.hint_visits = options.players.visits;
  settings.in_flight = options.players.in_flight;
  settings.seed = options.seed ? *options.seed : SeedFromClock();
  settings.style = StyleOfOutput();
  Evaluator* own = opponent->evaluator();
  PlaySession(std::move(game), settings, *opponent, own == nullptr ? &playouts : own, std::cin,
              std::cout)
      .Run();
}

}  // namespace

void AddPlayCommand(Program& program) {
  Command command = program.AddCommand("play", "Play against a player at the terminal");
  auto options = std::make_shared<PlayOptions>();
  AddPositionOptions(command, &options->at);
  command.Add("--opponent", &options->opponent, PlayerHelp()).Value("PLAYER");
  command.Add("-s,--side", &options->side, "Your side (default: the side to move)")
      .Value("SIDE")
      .OneOf({"attackers", "defenders"});
  AddSearchOptions(command, &options->players);
  AddDeviceOption(command, &options->players.network.device);
  command.Add("--seed", &options->seed,
              "Seed of the opponent's random choices (default: from the clock)");
  command.Run([options] { RunPlay(*options); });
}

}  // namespace raichi
