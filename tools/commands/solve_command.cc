#include <chrono>
#include <exception>
#include <memory>
#include <string>

#include "app/solve/solve_run.h"
#include "base/error.h"
#include "base/process.h"
#include "solve/table.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

struct SolveOptions {
  SolveJob job;
  std::string table;
  double max_gigabytes = 0;
  std::string position;
  SampleSettings sample;
  bool json = false;
};

void Print(const SolveTable& table, const SolveOptions& options, double seconds,
           const Interrupt& interrupt) {
  if (!options.position.empty()) {
    PrintSolvedPosition(table, options.position, options.json);
  } else if (options.sample.count == 0) {
    PrintSolution(table, seconds, options.json);
  } else if (!PrintSample(table, options.sample, options.json, interrupt)) {
    throw Error("solve: stopped before the sample was printed");
  }
}

void RunSolve(SolveOptions options) {
  const Interrupt interrupt;
  const auto begin = std::chrono::steady_clock::now();
  options.job.table = options.table;
  options.job.max_bytes = 1e9 * options.max_gigabytes;
  const auto [table, is_new] = OpenOrSolve(options.job, interrupt);
  if (!table) {
    throw Error(options.table.empty() ? "solve: stopped; with --table FILE it could be continued"
                                      : "solve: stopped; the same command continues from here");
  }
  const double seconds = SecondsSince(begin);
  std::exception_ptr unwritten;  // the answer is printed all the same
  try {
    if (is_new) WriteTable(options.job.table, *table);
  } catch (const Error&) {
    unwritten = std::current_exception();
  }
  Print(*table, options, seconds, interrupt);
  if (unwritten) std::rethrow_exception(unwritten);
}

}  // namespace

void AddSolveCommand(Program& program) {
  Command command =
      program.AddCommand("solve", "Solve a small game: the exact value of every position");
  auto options = std::make_shared<SolveOptions>();
  options->job.threads = CountCores();
  options->max_gigabytes = MostMemory() / 1e9;
  command
      .Add("RULES", &options->job.rules,
           "Rule set: a name or a file, perhaps with changes; may be left out with a table")
      .Value("RULES");
  const Option table =
      command
          .Add("--table", &options->table,
               "Keep the values in this file: it is read if it exists, and continued if unfinished")
          .Value("FILE");
  command
      .Add("--save-every", &options->job.save_seconds,
           "Seconds between two writes of an unfinished table; more if a step takes longer")
      .Value("S")
      .AtLeast(0.1)
      .ShowDefault()
      .Needs(table);
  const Option position = command
                              .Add("-p,--position", &options->position,
                                   "Print the value of this position and of each of its moves")
                              .Value("POSITION");
  const Option sample = command
                            .Add("--sample", &options->sample.count,
                                 "Print N random positions that can be reached, with their values")
                            .Value("N")
                            .AtLeast(1)
                            .Excludes(position);
  command
      .Add("--min-plies", &options->sample.min_plies,
           "Leave out of the sample what is won within fewer plies")
      .Value("N")
      .AtLeast(0)
      .Needs(sample);
  command
      .Add("--opening-plies", &options->sample.opening_plies,
           "Print also the attackers' mean score after N random plies, none of which ends the game "
           "or "
           "lets the next move end it, and perfect play from there")
      .Value("N")
      .Range(1, 4)
      .Needs(sample);
  command.Add("--seed", &options->sample.seed, "Seed of the sample").ShowDefault().Needs(sample);
  command.Add("--workers", &options->job.threads, "Number of threads (default: one per core)")
      .Range(1, 1024);
  command
      .Add("--max-memory", &options->max_gigabytes,
           "Refuse games that need more memory (default: three quarters of the machine's)")
      .Value("GB")
      .AtLeast(0.001);
  command.AddFlag("--json", &options->json, "Print one JSON object per line");
  command.Footer(
      "Examples:\n"
      "  raichi solve configs/small/k1v5.yaml\n"
      "  raichi solve configs/small/k2v6.yaml --table k2v6.table --workers 2\n"
      "  raichi solve --table k2v6.table --position \"3t1/4t/tT1t1/tKt2/1T3 a\"\n"
      "  raichi solve --table k2v6.table --sample 1000 --min-plies 5 --json\n"
      "  raichi solve --table k2v6.table --sample 10 --opening-plies 4\n"
      "Boards up to 8x8 with few men; docs/solve.md says which rules can be solved. The same\n"
      "command with --table continues work that was stopped or killed.");
  command.Run([options] { RunSolve(*options); });
}

}  // namespace raichi
