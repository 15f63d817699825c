#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "app/analysis/analyst.h"
#include "app/analysis/game_analysis.h"
#include "app/analysis/pictures.h"
#include "app/analysis/subjects.h"
#include "app/analysis/text.h"
#include "app/draw/board_view.h"
#include "console/output.h"
#include "console/progress.h"
#include "rules/announce.h"
#include "rules/error.h"
#include "rules/notation.h"
#include "tools/commands/arguments.h"
#include "tools/commands/commands.h"
#include "tools/commands/search_options.h"

namespace raichi {
namespace {

struct AnalyzeOptions {
  SubjectArguments subjects;
  AnalystSettings analyst{.players = {.visits = 800}};
  std::string svg;
  bool json = false;
};

void PrintPosition(const Subject& subject, const Analysis& analysis) {
  const Game game = subject.At(subject.plies());
  const BoardStyle style = StyleOfOutput();
  PrintLine(DrawBoard(game.rules(), game.position(), LastMoveOf(game), style));
  const std::string_view call = CallRoads(game);
  PrintLine(
      fmt::format("{} to move.{}{}", ToString(game.to_move()), call.empty() ? "" : " ", call));
  PrintLine(DescribeValue(analysis, game.to_move()));
  PrintLine(DescribeLines(analysis));
}

void PrintPositionJson(const Subject& subject, const Analysis& analysis) {
  PrintJson(AnalysisToJson(subject.At(subject.plies()), analysis));
}

/// A line for each position that a search saw.
void PrintGameJson(const Subject& subject, std::span<const Analysis> analyses) {
  const std::vector<Judgement> judgements = JudgeMoves(subject, analyses);
  for (size_t ply = 0; ply < analyses.size(); ++ply) {
    Json json{{"game", subject.record.game_id}, {"ply", ply}};
    json.update(AnalysisToJson(subject.At(static_cast<int>(ply)), analyses[ply]));
    const bool played = ply < judgements.size();
    json["played"] = played ? Json(ToString(judgements[ply].move)) : Json();
    json["loss"] = played ? Json(Rounded(static_cast<double>(judgements[ply].loss))) : Json();
    PrintJson(json);
  }
}

void Print(const Subject& subject, std::span<const Analysis> analyses, bool json) {
  if (subject.whole) {
    json ? PrintGameJson(subject, analyses) : PrintLine(DescribeGame(subject, analyses));
  } else {
    json ? PrintPositionJson(subject, analyses.front()) : PrintPosition(subject, analyses.front());
  }
  std::cout.flush();
}

void RunAnalyze(const AnalyzeOptions& options) {
  const Interrupt interrupt;
  const std::vector<Subject> subjects = ReadSubjects(options.subjects);
  const Analyst analyst(options.analyst, ShippedName(*subjects.front().rules));
  std::optional<AnalysisPictures> pictures;
  if (!options.svg.empty()) pictures.emplace(options.svg, subjects);
  Progress progress;
  const size_t done = analyst.Analyse(
      subjects,
      {.on_subject =
           [&](const Subject& subject, std::span<const Analysis> analyses) {
             progress.Finish();
             Print(subject, analyses, options.json);
             if (pictures) pictures->Draw(subject, analyses);
           },
       .show =
           [&](size_t positions, size_t all) {
             if (all < 2 || !progress.IsDue()) return;
             progress.Show(fmt::format("{}: {} of {} positions", analyst.name(), positions, all));
           }},
      interrupt);
  progress.Finish();
  if (done == subjects.size()) return;
  if (done == 0) throw Error("analyze: stopped before anything was finished");
  PrintWarning(
      fmt::format("stopped: {} of {} games or positions are analysed", done, subjects.size()));
}

void AddSources(CLI::App* command, SubjectArguments* arguments) {
  CLI::Option* files =
      command
          ->add_option("files", arguments->files,
                       "Games to analyse, every position of each: shards (*.games), folders of "
                       "shards, OpenTafl's records (*.otg), or JSON lines as `raichi replay "
                       "--input` reads them (- for stdin)")
          ->type_name("FILE");
  AddPositionOptions(*command, &arguments->at);
  command->get_option("--position")->excludes(files);
  CLI::Option* moves =
      command
          ->add_option("-m,--moves", arguments->moves, "Moves played from there: \"e3-c3 a5-a4 …\"")
          ->type_name("MOVES")
          ->excludes(files);
  command->add_flag("--all", arguments->whole, "Each position on the way, as of a game")
      ->needs(moves);
}

}  // namespace

void AddAnalyzeCommand(CLI::App& program) {
  CLI::App* command = program.add_subcommand(
      "analyze", "What a search thinks of a position, or of every position of games");
  auto options = std::make_shared<AnalyzeOptions>();
  AddSources(command, &options->subjects);
  command
      ->add_option("--model", options->analyst.model,
                   "A model, a run's folder, playouts or playouts:N (default: the published model "
                   "of the rules, else the newest in runs/, else playouts)")
      ->type_name("PLAYER");
  AddSearchOptions(*command, &options->analyst.players, "--time");
  command->get_option("--time")->excludes(command->get_option("--visits"));
  command->add_option("--multipv", options->analyst.lines, "Lines of each position, at most")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str()
      ->type_name("K");
  command->add_option("--device", options->analyst.players.network.device, "Where models run")
      ->capture_default_str();
  command->add_option("--precision", options->analyst.players.network.precision, "Of models")
      ->check(CLI::IsMember({"auto", "f32", "bf16", "fp16"}))
      ->capture_default_str();
  command
      ->add_option("--workers", options->analyst.workers,
                   "Threads that analyse (default: one per core)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  command
      ->add_option("--svg", options->svg,
                   "Draw the position into this file; of files or --all, every position and the "
                   "curve of values into this folder")
      ->type_name("PATH");
  command->add_flag("--json", options->json, "One JSON object a position");
  command->callback([options, command] {
    options->subjects.rules_given = command->count("--rules") > 0;
    RunAnalyze(*options);
  });
}

}  // namespace raichi
