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
  double max_bytes = 0;  // of memory
};

/// Three quarters of this machine's memory, in bytes.
double MostMemory();

/// Reads the job's table, solves what is missing, and writes it. Says before the work begins what
/// it takes, and shows progress. Writes the table every few minutes too, and when it is
/// interrupted. Returns nothing in that case. Throws Error if the rules cannot be solved or would
/// take too much memory, or if the table is one of other rules.
std::unique_ptr<SolveTable> OpenOrSolve(const SolveJob& job, const Interrupt& interrupt);

}  // namespace raichi
