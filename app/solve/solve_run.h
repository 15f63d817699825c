#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "console/interrupt.h"
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

}  // namespace raichi
