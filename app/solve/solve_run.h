#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "console/interrupt.h"
#include "console/output.h"
#include "solve/table.h"

namespace raichi {

/// How `raichi solve` gets its table.
struct SolveJob {
  std::string rules;            // a name or a file; empty: those of the table
  std::filesystem::path table;  // is read if it exists, and written; empty: nothing is kept
  int threads = 1;
  double max_bytes = 0;       // of memory
  double save_seconds = 600;  // between two writes of an unfinished table, or more (docs/solve.md)
};

/// Three quarters of the memory that this process may use, in bytes.
double MostMemory();

struct SolvedTable {
  std::unique_ptr<SolveTable> table;  // empty after an interrupt
  bool is_new = false;                // still to be written to the job's file
};

/// Reads the job's table and solves what is missing. Says before the work begins what it takes, and
/// shows progress. Writes the table every `save_seconds`, and when it is interrupted, but leaves it
/// to the caller to write the solved one. Throws Error if the rules cannot be solved or would take
/// too much memory, or if the table is one of other rules.
SolvedTable OpenOrSolve(const SolveJob& job, const Interrupt& interrupt);

/// What `raichi solve` prints of a finished table (docs/solve.md), for people or as JSON.

/// `defenders win in 4 plies`, `draw: endless`, …
std::string DescribeValue(const Solved& value);

/// Prints the value of the setup, how many positions there are, who wins them and the longest wins.
/// `seconds` is the time that it took.
void PrintSolution(const SolveTable& table, double seconds, bool json);

/// Prints the value of a position and of each of its moves, best first. Throws Error if the
/// game is over there or if the position cannot be reached from the setup.
void PrintSolvedPosition(const SolveTable& table, const std::string& position, bool json);

struct SampleSettings {
  uint64_t count = 0;
  int min_plies = 0;
  uint64_t seed = 1;
  int opening_plies = 0;  // print also MeanScoreAfterOpening of so many, if > 0
};
/// Prints a random sample of the positions and their values (SamplePositions in solve/answers.h).
/// Warns if there are fewer than `count`; throws Error if there are none. Returns false if it was
/// interrupted first.
bool PrintSample(const SolveTable& table, const SampleSettings& settings, bool json,
                 const Interrupt& interrupt);

}  // namespace raichi
