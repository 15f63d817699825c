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
#include "tools/commands/arguments.h"
#include "tools/commands/commands.h"
#include "tools/commands/search_options.h"

namespace raichi {
namespace {

struct PlayOptions {
  PositionArguments at;
  std::string opponent;  // empty: DefaultOpponent
  std::string side;      // empty: the one to move
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

void AddPlayCommand(CLI::App& program) {
  CLI::App* command = program.add_subcommand("play", "Play against a player at the terminal");
  auto options = std::make_shared<PlayOptions>();
  AddPositionOptions(*command, &options->at);
  command
      ->add_option("-o,--opponent", options->opponent,
                   std::string("Player: ") + kPlayerWords +
                       " (default: the published model of the rules, else the newest in runs/, "
                       "else alphabeta:4)")
      ->type_name("PLAYER");
  command->add_option("-s,--side", options->side, "Your side (default: the one to move)")
      ->check(CLI::IsMember({"attackers", "defenders"}));
  AddSearchOptions(*command, &options->players);
  command->add_option("--device", options->players.network.device, "Where models run")
      ->capture_default_str();
  command->add_option("--seed", options->seed,
                      "Of the opponent's random choices (default: the time)");
  command->callback([options] { RunPlay(*options); });
}

}  // namespace raichi
