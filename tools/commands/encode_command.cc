#include <memory>
#include <string>

#include "app/export/model_card.h"
#include "base/error.h"
#include "console/output.h"
#include "console/rule_json.h"
#include "tools/arguments/arguments.h"
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

void AddEncodeCommand(Program& program) {
  Command command = program.AddCommand(
      "encode", "Print the network's input for positions, to check another encoder against it");
  auto options = std::make_shared<EncodeOptions>();
  AddPositionOptions(command, &options->at);
  command
      .Add("-m,--moves", &options->moves,
           "Moves to play from the position; one more JSON object after each")
      .Value("MOVES")
      .MayBeEmpty();
  command
      .Add("--canvas", &options->canvas,
           "Side length of the input in squares (default: that of the board)")
      .Range(0, kMaxBoardSize);
  command.Footer(
      "Example:\n"
      "  raichi encode --rules linnaeus --moves \"a4-b4 e7-h7\"");
  command.Run([options] { RunEncode(*options); });
}

}  // namespace raichi
