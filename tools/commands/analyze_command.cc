#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/analysis/analysis.h"
#include "app/analysis/analyst.h"
#include "app/analysis/pictures.h"
#include "app/analysis/subjects.h"
#include "app/analysis/text.h"
#include "app/draw/board_view.h"
#include "base/error.h"
#include "base/text.h"
#include "console/output.h"
#include "rules/notation.h"
#include "rules/words/words.h"
#include "run/players/find_model.h"
#include "tools/arguments/arguments.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

struct AnalyzeOptions {
  SubjectArguments subjects;
  AnalystSettings analyst{.players = {.visits = 800}};
  std::string svg;
  std::string certificate;
  bool json = false;
};

/// What is proven under the rules of each subject.
class SubjectProofs {
 public:
  /// Throws UsageError if the certificate does not fit the rules of one of them.
  SubjectProofs(std::span<const Subject> subjects, const std::string& certificate) {
    const auto shelf = std::make_shared<ProofShelf>();
    for (const Subject& subject : subjects) {
      const Rules& rules = *subject.rules;
      if (proofs_.contains(rules.fingerprint())) continue;
      proofs_.emplace(rules.fingerprint(), GameProofs(rules, certificate, shelf));
    }
  }
  const GameProofs& Of(const Subject& subject) const {
    return proofs_.at(subject.rules->fingerprint());
  }

 private:
  std::map<uint64_t, GameProofs> proofs_;  // by the fingerprint of the rules
};

void PrintPosition(const Subject& subject, const Analysis& analysis, const GameProofs& proofs) {
  const Game game = subject.At(subject.plies());
  const BoardStyle style = StyleOfOutput();
  PrintDrawing(DrawBoard(game.rules(), game.position(), LastMoveOf(game), style));
  const std::string_view call = CallRoads(game);
  PrintLine(
      fmt::format("{} to move.{}{}", ToString(game.to_move()), call.empty() ? "" : " ", call));
  if (const auto proven = proofs.Find(game)) {
    PrintLine(DescribeProven(*proven) + " (" + proofs.found()->file + ")");
  }
  PrintLine(DescribeValue(analysis, game.to_move()));
  PrintText(DescribeLines(analysis));
}

void PrintPositionJson(const Subject& subject, const Analysis& analysis, const GameProofs& proofs,
                       const std::string& player) {
  const Game game = subject.At(subject.plies());
  Json json = AnalysisToJson(game, analysis);
  json["proven"] = ProvenToJson(proofs.Find(game));
  json["player"] = player;
  PrintJson(json);
}

/// One line per searched position.
void PrintGameJson(const Subject& subject, std::span<const Analysis> analyses,
                   const GameProofs& proofs, const std::string& player) {
  const std::vector<Judgement> judgements = JudgeMoves(subject, analyses);
  for (size_t ply = 0; ply < analyses.size(); ++ply) {
    Json json{{"game", subject.record.game_id}, {"ply", ply}};
    const Game game = subject.At(static_cast<int>(ply));
    json.update(AnalysisToJson(game, analyses[ply]));
    json["proven"] = ProvenToJson(proofs.Find(game));
    const bool played = ply < judgements.size();
    json["played"] = played ? Json(ToString(judgements[ply].move)) : Json();
    json["loss"] = played ? Json(Rounded(static_cast<double>(judgements[ply].loss))) : Json();
    json["player"] = player;
    PrintJson(json);
  }
}

void Print(const Subject& subject, std::span<const Analysis> analyses, const GameProofs& proofs,
           const std::string& player, bool json) {
  if (json) {
    subject.whole ? PrintGameJson(subject, analyses, proofs, player)
                  : PrintPositionJson(subject, analyses.front(), proofs, player);
  } else {
    subject.whole ? PrintText(DescribeGame(subject, analyses) + DescribeProvenGame(subject, proofs))
                  : PrintPosition(subject, analyses.front(), proofs);
    PrintLine("analysed by " + player);
  }
  std::cout.flush();
}

/// Divides subjects into neighbours that have the same default opponent.
std::vector<std::span<const Subject>> ByDefaultOpponent(std::span<const Subject> subjects) {
  std::map<uint64_t, std::string> opponents;  // by fingerprint of the rules
  const auto opponent_of = [&](const Subject& subject) {
    const auto [at, is_new] = opponents.try_emplace(subject.rules->fingerprint());
    if (is_new) at->second = DefaultOpponent(*subject.rules, "runs");
    return at->second;
  };
  std::vector<std::span<const Subject>> parts;
  while (!subjects.empty()) {
    const std::string first = opponent_of(subjects.front());
    const auto end = std::ranges::find_if(
        subjects, [&](const Subject& subject) { return opponent_of(subject) != first; });
    const auto count = static_cast<size_t>(end - subjects.begin());
    parts.push_back(subjects.first(count));
    subjects = subjects.subspan(count);
  }
  return parts;
}

using OnSubject =
    std::function<void(const Subject&, std::span<const Analysis>, const std::string& player)>;

/// Analyses subjects by one player, and shows the progress.
Analyst::Outcome AnalysePart(std::span<const Subject> subjects, const AnalystSettings& settings,
                             const OnSubject& on_subject, const Interrupt& interrupt) {
  const Analyst analyst(settings, *subjects.front().rules);
  Progress progress;
  const WorkClock clock(1);
  const Analyst::Outcome outcome = analyst.Analyse(
      subjects,
      {.on_subject =
           [&](const Subject& subject, std::span<const Analysis> analyses) {
             progress.Finish();
             on_subject(subject, analyses, analyst.name());
           },
       .show =
           [&](size_t positions, size_t all) {
             if (!progress.IsDue()) return;
             const double share = static_cast<double>(positions) / static_cast<double>(all);
             progress.Show(fmt::format("{}: {} of {}{}", analyst.name(), positions,
                                       Counted(all, "position"), clock.TimeLeft(share)));
           },
       .show_single =
           [&](int visits, double share) {
             if (!progress.IsDue()) return;
             progress.Show(fmt::format("{}: {} visits{}", analyst.name(), FormatCount(visits),
                                       clock.TimeLeft(share)));
           }},
      interrupt);
  progress.Finish();
  return outcome;
}

void RunAnalyze(const AnalyzeOptions& options) {
  const Interrupt interrupt;
  const std::vector<Subject> subjects = ReadSubjects(options.subjects);
  WarnOfSharedName(*subjects.front().rules);
  const SubjectProofs proofs(subjects, options.certificate);
  std::optional<AnalysisPictures> pictures;
  if (!options.svg.empty()) pictures.emplace(options.svg, subjects);
  const auto on_subject = [&](const Subject& subject, std::span<const Analysis> analyses,
                              const std::string& player) {
    Print(subject, analyses, proofs.Of(subject), player, options.json);
    if (pictures) pictures->Draw(subject, analyses);
  };
  const auto parts = options.analyst.model.empty()
                         ? ByDefaultOpponent(subjects)
                         : std::vector<std::span<const Subject>>{subjects};
  size_t done = 0;
  for (const std::span<const Subject> part : parts) {
    const auto outcome = AnalysePart(part, options.analyst, on_subject, interrupt);
    if (outcome.gave_up) throw Error("analyze: stopped: the search was not finished");
    done += outcome.done;
    if (outcome.done < part.size()) break;
  }
  if (done == subjects.size()) return;
  if (done == 0) throw Error("analyze: stopped before anything was finished");
  throw Error(fmt::format("analyze: stopped: {} of {} games or positions are analysed", done,
                          subjects.size()));
}

Option AddSources(Command command, SubjectArguments* arguments) {
  const Option files =
      command
          .Add("files", &arguments->files,
               "Games to analyse at every position: shards (*.games), folders of shards, runs, "
               "OpenTafl records (*.otg), or JSON lines as `raichi replay --input` reads them (- "
               "for standard input)")
          .Value("FILE");
  PositionOptions at = AddPositionOptions(command, &arguments->at);
  at.position.Excludes(files);
  const Option moves = command
                           .Add("-m,--moves", &arguments->moves,
                                "Moves to play from the position, such as \"e3-c3 a5-a4\"")
                           .Value("MOVES")
                           .MayBeEmpty()
                           .Excludes(files);
  command.AddFlag("--all", &arguments->whole, "Analyse every position on the way, as for a game")
      .Needs(moves);
  return at.rules;
}

}  // namespace

void AddAnalyzeCommand(Program& program) {
  Command command =
      program.AddCommand("analyze", "Evaluate a position, or every position of games, by search");
  auto options = std::make_shared<AnalyzeOptions>();
  const Option rules = AddSources(command, &options->subjects);
  PlayerSettings& players = options->analyst.players;
  command
      .Add("--model", &options->analyst.model,
           "A model, a run folder, playouts or playouts:N (default: a published model that was "
           "trained on the rules, otherwise the newest model in runs/ that was, otherwise a "
           "published model of nearly the same rules, otherwise playouts)")
      .Value("PLAYER");
  AddSearchOptions(command, &players);
  command.Add("--multipv", &options->analyst.lines, "Most lines of play shown for a position")
      .Value("K")
      .Range(1, 1000)
      .ShowDefault()
      .Group(kSearchHeading);
  AddDeviceOption(command, &players.network.device);
  command.Add("--precision", &players.network.precision, "Precision of the network")
      .Value("TYPE")
      .OneOf({"auto", "f32", "bf16", "f16"})
      .ShowDefault()
      .Group(kMachineHeading);
  AddWorkersOption(command, &options->analyst.workers);
  command
      .Add("--svg", &options->svg,
           "Draw the position into this file; with files or --all, draw every position and the "
           "curve of the values into this folder")
      .Value("PATH");
  AddCertificateOption(command, &options->certificate);
  command.AddFlag("--json", &options->json, "Print one JSON object per position");
  command.Footer(
      "Examples:\n"
      "  raichi analyze --moves \"e2-f2 e3-c3\" --multipv 5 --svg position.svg\n"
      "  raichi analyze game.otg --visits 1600\n"
      "  raichi analyze runs/x/games --model runs/x --json");
  command.Run([options, rules] {
    options->subjects.rules_given = rules.IsGiven();
    RunAnalyze(*options);
  });
}

}  // namespace raichi
