#pragma once

#include <CLI/CLI.hpp>

namespace raichi {

/// The commands of the program. Each function adds one subcommand, with its options and the
/// callback that runs it, to the parser. Callbacks run inside `CLI::App::parse` and throw Error
/// (exit status 1) or UsageError (2); `main` prints either as one line.

void AddRunCommand(CLI::App& program);
void AddSelfPlayCommand(CLI::App& program);
void AddTrainCommand(CLI::App& program);
void AddAblateCommand(CLI::App& program);
void AddRulesCommand(CLI::App& program);
void AddPerftCommand(CLI::App& program);
void AddMovesCommand(CLI::App& program);
void AddReplayCommand(CLI::App& program);
void AddPlayCommand(CLI::App& program);
void AddAnalyzeCommand(CLI::App& program);
void AddEngineCommand(CLI::App& program);
void AddMatchCommand(CLI::App& program);
void AddRateCommand(CLI::App& program);
void AddReportCommand(CLI::App& program);
void AddGamesCommand(CLI::App& program);
void AddExportCommand(CLI::App& program);
void AddVerifyCommand(CLI::App& program);
void AddEncodeCommand(CLI::App& program);
void AddBenchCommand(CLI::App& program);
void AddHelpCommand(CLI::App& program);

}  // namespace raichi
