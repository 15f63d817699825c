#include "app/solve/solve_output.h"

#include <memory>
#include <string>
#include <vector>

#include "base/counted.h"
#include "base/error.h"
#include "base/random_streams.h"
#include "console/log.h"
#include "rules/notation.h"
#include "rules/words/announce.h"
#include "solve/answers.h"

namespace raichi {
namespace {

Json ValueJson(const Solved& value) {
  return {{"result", ToJson(value.result)},
          {"plies", value.plies ? Json(*value.plies) : Json()},
          {"endless", value.is_endless}};
}

Json WithValue(Json object, const Solved& value) {
  object.update(ValueJson(value));
  return object;
}

std::string TextAt(const SolveTable& table, uint64_t index) {
  return ToString(table.rules(), table.PositionAt(index));
}

double ShareOf(uint64_t count, const SolveSummary& summary) {
  return static_cast<double>(count) / static_cast<double>(summary.reached);
}

void PrintSolutionJson(const SolveTable& table, const SolveSummary& summary, double seconds) {
  const auto share = [&](uint64_t count) {
    return Json{{"positions", count}, {"share", ShareOf(count, summary)}};
  };
  const auto side = [&](Side winner) {
    const SolveSummary::Longest& longest = summary.longest[static_cast<size_t>(winner)];
    Json object = share(summary.by_result[static_cast<size_t>(WinFor(winner))]);
    object["longest"] = longest.plies;
    object["longest_position"] = longest.plies == 0 ? Json() : Json(TextAt(table, longest.index));
    return object;
  };
  const Rules& rules = table.rules();
  Json object = {{"rules", rules.data().name}, {"position", ToString(rules, rules.start())}};
  object.update(ValueJson(*table.ValueOf(rules.start())));
  object["reachable"] = summary.reached;
  object["attackers"] = side(Side::kAttackers);
  object["defenders"] = side(Side::kDefenders);
  object["draws"] = share(summary.by_result[static_cast<size_t>(Result::kDraw)]);
  object["endless_play"] = share(summary.endless);
  object["seconds"] = seconds;
  PrintJson(object);
}

void PrintCount(const char* what, uint64_t count, const SolveSummary& summary,
                const std::string& more = "") {
  PrintLine(
      fmt::format("{:<15} {:>13}  {:5.1f} %{}", what, count, 100 * ShareOf(count, summary), more));
}

void PrintWins(const SolveTable& table, const SolveSummary& summary, Side side) {
  const SolveSummary::Longest& longest = summary.longest[static_cast<size_t>(side)];
  const std::string more =
      longest.plies == 0
          ? ""
          : fmt::format("  longest {}{}: {}", IsAtLeast(longest.plies) ? "at least " : "",
                        Counted(longest.plies, "ply"), TextAt(table, longest.index));
  PrintCount(side == Side::kAttackers ? "attackers win" : "defenders win",
             summary.by_result[static_cast<size_t>(WinFor(side))], summary, more);
}

}  // namespace

std::string DescribeValue(const Solved& value) {
  if (value.result == Result::kDraw) return value.is_endless ? "draw: endless" : "draw";
  const std::string winner(ToString(value.result));
  if (value.is_endless) return winner + " win: endless";
  return fmt::format("{} win in {}{}", winner, IsAtLeast(*value.plies) ? "at least " : "",
                     Counted(*value.plies, "ply"));
}

void PrintSolution(const SolveTable& table, double seconds, bool json) {
  const SolveSummary summary = Summarize(table);
  if (json) return PrintSolutionJson(table, summary, seconds);
  const Rules& rules = table.rules();
  PrintLine(fmt::format("{}: {}", rules.data().name, DescribeValue(*table.ValueOf(rules.start()))));
  PrintCount("reachable", summary.reached, summary);
  PrintWins(table, summary, Side::kAttackers);
  PrintWins(table, summary, Side::kDefenders);
  PrintCount("draws", summary.by_result[static_cast<size_t>(Result::kDraw)], summary);
  PrintCount("endless", summary.endless, summary);
  PrintLine(fmt::format("{:<15} {:>11.1f} s", "time", seconds));
}

void PrintSolvedPosition(const SolveTable& table, const std::string& text, bool json) {
  const Rules& rules = table.rules();
  const Position position = ParsePosition(rules, text);
  const std::optional<Solved> value = table.ValueOf(position);
  if (!value) {
    const Game game(std::make_shared<const Rules>(rules.data()), position);
    if (game.IsOver()) throw Error("position '" + text + "': " + DescribeResult(game));
    throw Error(
        fmt::format("position '{}' cannot be reached from the setup; solve the rules with "
                    "+board.setup={}+first={} after their name",
                    text, SquaresToString(position, rules.size()), ToString(position.to_move())));
  }
  const Json head = {{"position", ToString(rules, position)}};
  json ? PrintJson(WithValue(head, *value)) : PrintLine(DescribeValue(*value));
  for (const SolvedMove& move : SolvedMoves(table, position)) {
    const std::string name = ToString(move.move, move.step);
    json ? PrintJson(WithValue({{"move", name}}, move.value))
         : PrintLine(fmt::format("  {:<14} {}", name, DescribeValue(move.value)));
  }
}

bool PrintSample(const SolveTable& table, const SampleSettings& settings, bool json,
                 const Interrupt& interrupt) {
  Rng rng = StreamOf(settings.seed, RandomDomain::kSolved, 0);
  const std::vector<uint64_t> sample =
      SamplePositions(table, settings.count, settings.min_plies, &rng);
  if (sample.empty()) {
    throw Error(fmt::format("every position is won in fewer than {} plies", settings.min_plies));
  }
  if (sample.size() < settings.count) {
    PrintWarning(fmt::format("only {} can be drawn", Counted(sample.size(), "position")));
  }
  for (const uint64_t index : sample) {
    if (interrupt.IsRequested()) return false;
    const Position position = table.PositionAt(index);
    const Solved value = table.ValueAt(index);
    const std::string text = ToString(table.rules(), position);
    Json object = WithValue({{"position", text}}, value);
    std::string line = fmt::format("{}  {}", text, DescribeValue(value));
    if (settings.opening_plies > 0) {
      const double mean = MeanScoreAfterOpening(table, position, settings.opening_plies);
      object["mean_score"] = mean;
      line += fmt::format(", attackers {:.1f} %", 100 * mean);
    }
    json ? PrintJson(object) : PrintLine(line);
  }
  return true;
}

}  // namespace raichi
