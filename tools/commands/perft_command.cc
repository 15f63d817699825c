#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "console/games.h"
#include "console/output.h"
#include "console/vectors.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "tools/arguments/arguments.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

struct PerftOptions {
  PositionArguments at;
  bool rules_given = false;
  int depth = 0;  // 0: as deep as the counts in the input
  bool divide = false;
  bool json = false;
  std::string input;
  bool check = false;
};

/// Counts like Perft, and shows which share of the work is done.
class Counter {
 public:
  explicit Counter(const Rules& rules) : rules_(rules) {}

  uint64_t Count(const Position& position, int depth) {
    clock_ = WorkClock(1);
    done_ = 0;
    depth_ = depth;
    return CountShare(position, depth, 1);
  }
  /// Counts the lines of `depth` plies that begin with `move`, one of `moves` first moves.
  uint64_t CountBehind(const Position& before, Move move, int depth, size_t moves) {
    depth_ = depth;
    const double share = 1 / static_cast<double>(moves);
    Position position = before;
    const Step step = Play(rules_, move, &position);
    if (depth > 1 && step.result == Result::kOngoing) return CountShare(position, depth - 1, share);
    done_ += share;
    return depth == 1 ? 1 : 0;
  }
  void Finish() { progress_.Finish(); }

 private:
  static constexpr int kQuick = 3;  // counted within a tenth of a second

  /// `share` is that of the whole work.
  uint64_t CountShare(const Position& position, int depth, double share) {
    if (depth <= kQuick) {
      const uint64_t nodes = Perft(rules_, position, depth);
      done_ += share;
      if (progress_.IsDue()) Show();
      return nodes;
    }
    MoveList moves;
    GenerateMoves(rules_, position, &moves);
    const double part = share / static_cast<double>(moves.size());
    uint64_t nodes = 0;
    for (const Move move : moves) {
      Position next = position;
      const Step step = Play(rules_, move, &next);
      if (step.result == Result::kOngoing) {
        nodes += CountShare(next, depth - 1, part);
      } else {
        done_ += part;
      }
    }
    return nodes;
  }
  void Show() {
    progress_.Show(fmt::format("depth {}: {:.1f}%{}", depth_, 100 * done_, clock_.TimeLeft(done_)));
  }

  const Rules& rules_;
  Progress progress_;
  WorkClock clock_{1};
  double done_ = 0;
  int depth_ = 0;
};

std::vector<uint64_t> CountTo(const Game& game, int depth) {
  Counter counter(game.rules());
  std::vector<uint64_t> counts;
  for (int d = 1; d <= depth; ++d) counts.push_back(counter.Count(game.position(), d));
  return counts;
}

void PrintCounts(const Game& game, const std::vector<uint64_t>& counts, bool json) {
  if (json) {
    return PrintJson(Json{{"position", ToString(game.rules(), game.position())},
                          {"perft", counts},
                          {"depth", counts.size()},
                          {"nodes", counts.back()}});
  }
  for (size_t i = 0; i < counts.size(); ++i) {
    PrintLine(fmt::format("depth {}  {}", i + 1, counts[i]));
  }
}

void Divide(const Game& game, const PerftOptions& options) {
  MoveList moves;
  game.LegalMoves(&moves);
  Counter counter(game.rules());
  uint64_t total = 0;
  for (const Move move : moves) {
    const uint64_t nodes = counter.CountBehind(game.position(), move, options.depth, moves.size());
    counter.Finish();
    total += nodes;
    options.json ? PrintJson(Json{{"move", ToString(move)}, {"nodes", nodes}})
                 : PrintLine(fmt::format("{}  {}", ToString(move), nodes));
  }
  options.json ? PrintJson(Json{{"position", ToString(game.rules(), game.position())},
                                {"depth", options.depth},
                                {"nodes", total}})
               : PrintLine(fmt::format("total  {}", total));
}

void CheckCounts(const VectorLine& line, const std::vector<uint64_t>& counts,
                 const std::vector<uint64_t>& expected) {
  for (size_t i = 0; i < counts.size(); ++i) {
    line.Expect(fmt::format("perft {} of {}", i + 1, line.Text("position")),
                std::to_string(counts[i]), std::to_string(expected[i]));
  }
}

void CountVectors(const PerftOptions& options) {
  RulesOfLines rules_of_lines(options.at.rules, options.rules_given);
  const int lines = ForEachVector(options.input, {"perft"}, [&](const VectorLine& line) {
    const RulesPtr rules = rules_of_lines.Of(line);
    const std::vector<uint64_t> expected = line.Counts("perft");
    const int known = static_cast<int>(expected.size());
    const int depth = options.depth == 0 ? known : std::min(options.depth, known);
    const Game game(rules, ParsePosition(*rules, line.Text("position")));
    const std::vector<uint64_t> counts = CountTo(game, depth);
    if (options.check) return CheckCounts(line, counts, expected);
    PrintCounts(game, counts, options.json);
  });
  if (!options.check) return;
  options.json ? PrintJson(Json{{"input", options.input}, {"positions", lines}, {"agree", true}})
               : PrintLine(fmt::format("{}: {} {}", options.input, Counted(lines, "position"),
                                       lines == 1 ? "agrees" : "agree"));
}

void RunPerft(const PerftOptions& options) {
  if (!options.input.empty()) return CountVectors(options);
  if (options.check) throw UsageError("perft: --check needs --input FILE");
  if (options.depth == 0) throw UsageError("perft: expected --depth N or --input FILE");
  const Game game = OpenGame(options.at);
  if (options.divide) return Divide(game, options);
  PrintCounts(game, CountTo(game, options.depth), options.json);
}

}  // namespace

void AddPerftCommand(Program& program) {
  Command command = program.AddCommand("perft", "Count the sequences of N legal moves");
  auto options = std::make_shared<PerftOptions>();
  const PositionOptions at = AddPositionOptions(command, &options->at);
  command
      .Add("-d,--depth", &options->depth, "Number of moves in a sequence; required without --input")
      .Range(1, 64);
  const Option divide = command.AddFlag("--divide", &options->divide,
                                        "Count the sequences of each first move separately");
  command
      .Add("--input", &options->input,
           "Count for each JSON line {\"position\":…,\"perft\":[…]} of FILE (- for standard input)")
      .Value("FILE")
      .Excludes(at.position)
      .Excludes(divide);
  command.AddFlag("--check", &options->check, "Compare with the counts of the input");
  command.AddFlag("--json", &options->json, "Print one JSON object per line");
  command.Footer(
      "Examples:\n"
      "  raichi perft --rules brandubh --depth 4\n"
      "  raichi perft --rules linnaeus --input tests/vectors/linnaeus.jsonl --check");
  command.Run([options, at] {
    options->rules_given = at.rules.IsGiven();
    RunPerft(*options);
  });
}

}  // namespace raichi
