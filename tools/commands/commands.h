#pragma once

#include "tools/options/options.h"

namespace raichi {

/// The commands of the program. Each function declares one command with its options and its body.
/// Bodies throw Error (exit status 1) or UsageError (exit status 2), which `main` prints as one
/// line.

void AddRunCommand(Program& program);
void AddSelfPlayCommand(Program& program);
void AddTrainCommand(Program& program);
void AddEvaluateCommand(Program& program);
void AddStatusCommand(Program& program);
void AddAblateCommand(Program& program);
void AddRulesCommand(Program& program);
void AddPerftCommand(Program& program);
void AddSolveCommand(Program& program);
void AddProveCommand(Program& program);
void AddMovesCommand(Program& program);
void AddReplayCommand(Program& program);
void AddPlayCommand(Program& program);
void AddAnalyzeCommand(Program& program);
void AddEngineCommand(Program& program);
void AddMatchCommand(Program& program);
void AddRateCommand(Program& program);
void AddBalanceCommand(Program& program);
void AddReportCommand(Program& program);
void AddKeysCommand(Program& program);
void AddGamesCommand(Program& program);
void AddExportCommand(Program& program);
void AddImportCommand(Program& program);
void AddVerifyCommand(Program& program);
void AddEncodeCommand(Program& program);
void AddBenchCommand(Program& program);
void AddTruthCommand(Program& program);
void AddHelpCommand(Program& program);
void AddManualCommand(Program& program);
void AddCompletionCommand(Program& program);
void AddVersionCommand(Program& program);

}  // namespace raichi
