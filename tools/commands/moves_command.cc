#include <memory>

#include "console/output.h"
#include "rules/notation.h"
#include "rules/words/words.h"
#include "tools/arguments/arguments.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

struct MovesOptions {
  PositionArguments at;
  bool json = false;
};

void PrintMove(const Game& game, Move move, const Step& step, bool json) {
  if (json) return PrintJson(MoveToJson(game, move, step));
  const std::string end = game.IsOver() ? "  " + DescribeResult(game) : "";
  PrintLine(ToString(move, step) + end);
}

void RunMoves(const MovesOptions& options) {
  Game game = OpenGame(options.at);
  if (game.IsOver()) PrintInfo("the game is over: " + DescribeResult(game));
  MoveList moves;
  game.LegalMoves(&moves);
  for (const Move move : moves) {
    const Step step = game.Play(move);
    PrintMove(game, move, step, options.json);
    game.TakeBack();
  }
}

}  // namespace

void AddMovesCommand(Program& program) {
  Command command = program.AddCommand("moves", "List the legal moves of a position");
  auto options = std::make_shared<MovesOptions>();
  AddPositionOptions(command, &options->at);
  command.AddFlag("--json", &options->json,
                  "Print one JSON object per move: move, captures, next position, result");
  command.Footer(
      "Examples:\n"
      "  raichi moves --rules brandubh\n"
      "  raichi moves --position \"9/9/9/9/4K4/9/9/3T5/t7t a\" --json");
  command.Run([options] { RunMoves(*options); });
}

}  // namespace raichi
