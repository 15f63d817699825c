#include "app/solve/solve_run.h"

#include <spdlog/fmt/fmt.h>

#include <chrono>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/files/output_file.h"
#include "base/files/paths.h"
#include "base/process.h"
#include "base/rng.h"
#include "base/text.h"
#include "console/log.h"
#include "console/output.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "rules/words/words.h"
#include "solve/answers.h"
#include "solve/limits.h"
#include "solve/solver.h"
#include "solve/table.h"

namespace raichi {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// What the solver does now: `K+2 v 5: wins in 13`.
std::string DescribeStage(const SolveTable& table) {
  const SolveStage& stage = table.stage();
  if (table.IsDone()) return "done";
  const auto& material = table.index().classes()[stage.material];
  const std::string men = fmt::format("K+{} v {}", material.defenders, material.attackers);
  switch (stage.kind) {
    case SolveStage::kReach:
      return men + ": reaching";
    case SolveStage::kPrepare:
      return men + ": captures";
    case SolveStage::kDecide:
      return fmt::format("{}: wins in {}", men, stage.plies);
    default:
      return men + ": draws";
  }
}

/// Shows how far a solver is, and how long it takes yet if it goes on at the same pace.
class SolveProgress {
 public:
  explicit SolveProgress(const Solver& solver) : solver_(solver), first_(solver.Fraction()) {}

  void Show(const SolveTable& table) {
    if (!progress_.IsDue()) return;
    const double done = solver_.Fraction();
    const double pace = (done - first_) / SecondsSince(begin_);
    const std::string left = pace > 0 ? FormatTimeLeft((1 - done) / pace) : "";
    progress_.Show(fmt::format("{:3.0f} %  {:>8}  {}", 100 * done, left, DescribeStage(table)));
  }
  void Finish() { progress_.Finish(); }

 private:
  const Solver& solver_;
  const double first_;
  const SteadyClock::time_point begin_ = SteadyClock::now();
  Progress progress_;
};

/// Writes a table that is not finished. If that fails, warns: the next time may be better.
void WriteUnfinished(const SolveJob& job, const SolveTable& table) {
  try {
    WriteTable(job.table, table);
  } catch (const Error& error) {
    PrintWarning(fmt::format("{}; solving goes on", error.what()));
  } catch (const std::bad_alloc&) {
    PrintWarning(
        fmt::format("{}: not enough memory to write it; solving goes on", job.table.string()));
  }
}

/// Solves until the table is done, or the interrupt.
void Solve(const SolveJob& job, const Interrupt& interrupt, SolveTable* table) {
  Solver solver(table, job.threads);
  SolveProgress progress(solver);
  bool is_done = false;
  double save_seconds = job.save_seconds;
  do {
    const SolveStage stage = table->stage();
    const auto begin = SteadyClock::now();
    is_done = solver.Run([&] {
      progress.Show(*table);
      return !interrupt.IsRequested() && (job.table.empty() || SecondsSince(begin) < save_seconds);
    });
    progress.Finish();
    if (job.table.empty() || is_done) continue;
    // A step that is cut off begins again, so the time must suffice for the longest one.
    if (table->stage() == stage) save_seconds *= 2;
    interrupt.IsRequested() ? WriteTable(job.table, *table) : WriteUnfinished(job, *table);
  } while (!is_done && !interrupt.IsRequested());
}

void CheckSameRules(const SolveJob& job, const SolveTable& table) {
  if (job.rules.empty()) return;
  const RulesPtr rules = OpenRules(job.rules);
  if (rules->fingerprint() == table.rules().fingerprint()) return;
  throw Error(fmt::format("{}: a table of {}, not of {}; name another file", job.table.string(),
                          NameWithFingerprint(table.rules()), NameWithFingerprint(*rules)));
}

std::unique_ptr<SolveTable> NewTable(const SolveJob& job) {
  if (job.rules.empty()) {
    throw UsageError(job.table.empty()
                         ? "solve: expected the name of a rule set or --table FILE"
                         : job.table.string() + ": no such table; name a rule set to make it");
  }
  const RulesPtr rules = OpenRules(job.rules);
  CheckSolvable(*rules);
  const SolveSize size = EstimateSize(*rules, SymmetriesOf(*rules));
  CheckSize(*rules, size, job.max_bytes);
  if (!job.table.empty()) CheckOutput(job.table);
  PrintInfo(fmt::format("{}: about {} positions, {} of memory, {}", rules->data().name,
                        PositionCountText(size.positions), MemoryText(size.bytes),
                        Counted(job.threads, "thread")));
  return std::make_unique<SolveTable>(rules);
}

}  // namespace

double MostMemory() { return 0.75 * UsableMemory(); }

SolvedTable OpenOrSolve(const SolveJob& job, const Interrupt& interrupt) {
  std::unique_ptr<SolveTable> table;
  if (!job.table.empty() && Exists(job.table)) {
    RemoveDeadTemporaries(AbsolutePath(job.table).parent_path());
    table = ReadTable(job.table, job.max_bytes);
    CheckSameRules(job, *table);
    if (!table->IsDone()) CheckOutput(job.table);
    if (!table->IsDone()) PrintInfo(job.table.string() + ": goes on at " + DescribeStage(*table));
  } else {
    table = NewTable(job);
  }
  if (table->IsDone()) return {std::move(table), false};
  Solve(job, interrupt, table.get());
  if (!table->IsDone()) return {};
  return {std::move(table), !job.table.empty()};
}

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
