#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "app/analysis/subjects.h"
#include "base/error.h"
#include "base/files/paths.h"
#include "base/text.h"
#include "console/games.h"
#include "console/output.h"
#include "console/rule_json.h"
#include "console/vectors.h"
#include "rules/notation.h"
#include "rules/words/words.h"
#include "tools/arguments/arguments.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

struct ReplayOptions {
  PositionArguments at;
  bool rules_given = false, moves_given = false;
  std::string moves;
  std::string input;
  bool check = false;
  bool json = false;
};

enum class PlyOutput { kNothing, kText, kJson };

void PrintPly(const Game& game, Move move, const Step& step, PlyOutput print) {
  if (print == PlyOutput::kJson) PrintJson(MoveToJson(game, move, step));
  if (print != PlyOutput::kText) return;
  const std::string end = game.IsOver() ? "  " + DescribeResult(game) : "";
  PrintLine(fmt::format("{:>3}  {}{}", game.ply(), ToString(move, step), end));
}

/// How a game ended: by the rules, or as its players say.
struct End {
  Result result;
  Reason reason;
};

End EndOf(const Game& game) { return {game.result(), game.reason()}; }

void PrintEnd(const Game& game, End end, PlyOutput print) {
  const std::string position = ToString(game.rules(), game.position());
  if (print == PlyOutput::kText) {
    PrintText(DescribeResult(end.result, end.reason) + "\n" + position);
  }
  if (print != PlyOutput::kJson) return;
  const bool is_known = end.reason != Reason::kNone;
  PrintJson(Json{{"result", ToJson(end.result)},
                 {"reason", is_known ? Json(std::string(ToString(end.reason))) : Json()},
                 {"position", position}});
}

void PlayAll(const std::string& moves, Game* game, PlyOutput print) {
  PlayMoves(moves, game, [&](Move move, const Step& step) { PrintPly(*game, move, step, print); });
}

/// Returns the line's result; empty for null.
std::string ResultOf(const VectorLine& line) {
  std::string result = line.Text("result");
  for (const Result end : {Result::kAttackersWin, Result::kDefendersWin, Result::kDraw}) {
    if (result == ToString(end)) return result;
  }
  if (result.empty()) return result;
  throw Error("result " + QuoteForError(result) + ": expected attackers, defenders, draw or null");
}

/// Whether, according to the line, the players ended the game before the rules did: by resigning,
/// by running out of time, or by a ply limit of their own.
bool IsEndedByPlayers(const VectorLine& line) {
  if (!line.Has("result") || !line.Has("reason")) return false;
  const std::string result = line.Text("result"), reason = line.Text("reason");
  if (reason == ToString(Reason::kPlyLimit)) return result == ToString(Result::kDraw);
  const bool gave_up =
      reason == ToString(Reason::kResigned) || reason == ToString(Reason::kOutOfTime);
  return gave_up &&
         (result == ToString(Result::kAttackersWin) || result == ToString(Result::kDefendersWin));
}

void CheckResult(const VectorLine& line, const Game& game) {
  const std::string result = game.IsOver() ? std::string(ToString(game.result())) : "";
  if (line.Has("result")) line.Expect("result", result, ResultOf(line));
  if (line.Has("reason")) {
    const std::string reason = line.Text("reason");
    ParseReason(reason);
    line.Expect("reason", std::string(ToString(game.reason())), reason);
  }
}

void CheckEnd(const VectorLine& line, const Game& game) {
  if (game.IsOver() || !IsEndedByPlayers(line)) CheckResult(line, game);
  if (!line.Has("final")) return;
  line.Expect("final position", ToString(game.rules(), game.position()), line.Text("final"));
}

void ReplayVector(const VectorLine& line, const RulesPtr& rules, bool check, PlyOutput print) {
  Game game = line.Has("position") ? Game(rules, ParsePosition(*rules, line.Text("position")))
                                   : Game(rules);
  PlayAll(line.Text("moves"), &game, print);
  const bool is_by_players = !game.IsOver() && IsEndedByPlayers(line);
  PrintEnd(game,
           is_by_players ? End{ParseResult(line.Text("result")), ParseReason(line.Text("reason"))}
                         : EndOf(game),
           print);
  if (check) CheckEnd(line, game);
}

/// Returns the number of lines of a file; 0 if it can be read only once.
double LinesIn(const std::string& file) {
  if (!IsFile(file)) return 0;
  std::ifstream in(file);
  return static_cast<double>(std::count(std::istreambuf_iterator<char>(in), {}, '\n'));
}

void ReplayVectors(const ReplayOptions& options, PlyOutput print) {
  RulesOfLines rules(options.at.rules, options.rules_given);
  Progress progress;
  const double all = options.check ? LinesIn(options.input) : 0;
  const WorkClock clock(all);
  int done = 0;
  const int lines = ForEachVector(options.input, {"moves"}, [&](const VectorLine& line) {
    ReplayVector(line, rules.Of(line), options.check, options.check ? PlyOutput::kNothing : print);
    ++done;
    if (!options.check || !progress.IsDue()) return;
    progress.Show(Counted(done, "game") + " replayed" + (all > 0 ? clock.TimeLeft(done) : ""));
  });
  progress.Finish();
  if (!options.check) return;
  options.json ? PrintJson(Json{{"input", options.input}, {"games", lines}, {"agree", true}})
               : PrintLine(fmt::format("{}: {} {}", options.input, Counted(lines, "game"),
                                       lines == 1 ? "agrees" : "agree"));
}

void ReplayOpenTafl(const ReplayOptions& options, PlyOutput print) {
  if (options.check) {
    throw UsageError(
        "replay: --check needs JSON lines; an OpenTafl record names no final position");
  }
  const SubjectArguments arguments{
      .files = {options.input}, .at = options.at, .rules_given = options.rules_given, .moves = ""};
  for (const Subject& subject : ReadSubjects(arguments)) {
    Game game = subject.At(0);
    for (const TurnRecord& turn : subject.record.turns) {
      const Step step = game.Play(turn.move);
      PrintPly(game, turn.move, step, print);
    }
    const GameRecord& record = subject.record;
    PrintEnd(game, game.IsOver() ? EndOf(game) : End{record.result, record.reason}, print);
  }
}

void RunReplay(const ReplayOptions& options) {
  const PlyOutput print = options.json ? PlyOutput::kJson : PlyOutput::kText;
  if (!options.input.empty()) {
    return EndingOf(options.input) == ".otg" ? ReplayOpenTafl(options, print)
                                             : ReplayVectors(options, print);
  }
  if (options.check) throw UsageError("replay: --check needs --input FILE");
  if (!options.moves_given) throw UsageError("replay: expected --moves \"…\" or --input FILE");
  Game game = OpenGame(options.at);
  PlayAll(options.moves, &game, print);
  PrintEnd(game, EndOf(game), print);
}

}  // namespace

void AddReplayCommand(Program& program) {
  Command command = program.AddCommand("replay", "Play a list of moves and print the outcome");
  auto options = std::make_shared<ReplayOptions>();
  const PositionOptions at = AddPositionOptions(command, &options->at);
  const Option moves = command.Add("-m,--moves", &options->moves, "Moves, such as \"e3-c3 a5-a4\"")
                           .Value("MOVES")
                           .MayBeEmpty();
  command
      .Add("--input", &options->input,
           "Replay each JSON line {\"moves\":…} of FILE (- for standard input), or the OpenTafl "
           "record FILE.otg, under the rules that it names")
      .Value("FILE")
      .Excludes(at.position)
      .Excludes(moves);
  command.AddFlag("--check", &options->check,
                  "Compare with the result, reason and final position of the input");
  command.AddFlag("--json", &options->json, "Print one JSON object per line");
  command.Footer(
      "Examples:\n"
      "  raichi replay --moves \"e2-f2 e3-c3\"\n"
      "  raichi replay --input games.jsonl --check");
  command.Run([options, at, moves] {
    options->rules_given = at.rules.IsGiven();
    options->moves_given = moves.IsGiven();
    RunReplay(*options);
  });
}

}  // namespace raichi
