#include <memory>
#include <string>

#include "app/export/model_card.h"
#include "console/move_list.h"
#include "console/output.h"
#include "rules/error.h"
#include "tools/commands/arguments.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

struct EncodeOptions {
  PositionArguments at;
  std::string moves;
  int canvas = 0;
};

void RunEncode(const EncodeOptions& options) {
  Game game = OpenGame(options.at);
  const int canvas = options.canvas == 0 ? game.rules().size() : options.canvas;
  if (canvas < game.rules().size() || canvas > kMaxBoardSize) {
    throw UsageError(fmt::format("--canvas {}: expected {} to {}", canvas, game.rules().size(),
                                 static_cast<int>(kMaxBoardSize)));
  }
  const auto print = [&](Move = {}, const Step& = {}) {
    if (!game.IsOver()) PrintJson(SampleOf(game, canvas));
  };
  print();
  PlayMoves(options.moves, &game, print);
}

}  // namespace

void AddEncodeCommand(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "encode", "Print a network's input, one JSON object a position, to test an encoder by");
  auto options = std::make_shared<EncodeOptions>();
  AddPositionOptions(*command, &options->at);
  command->add_option("-m,--moves", options->moves, "Moves from there, a line after each")
      ->type_name("MOVES");
  command
      ->add_option("--canvas", options->canvas,
                   "Squares along a side of the input (default: the board's)")
      ->type_name("S");
  command->callback([options] { RunEncode(*options); });
}

}  // namespace raichi
