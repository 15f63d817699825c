#include "app/solve/solve_run.h"

#include <spdlog/fmt/fmt.h>

#include <chrono>
#include <new>
#include <utility>

#include "base/counted.h"
#include "base/error.h"
#include "base/files/output_file.h"
#include "base/files/paths.h"
#include "base/files/temporary.h"
#include "base/resources.h"
#include "base/seconds_since.h"
#include "console/log.h"
#include "console/progress.h"
#include "rules/files/rule_file.h"
#include "solve/limits.h"
#include "solve/solver.h"
#include "solve/table_file.h"

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

}  // namespace raichi
