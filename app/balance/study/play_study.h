#pragma once

#include <cstdint>

#include "app/balance/study/study.h"
#include "app/status/work_status.h"
#include "console/interrupt.h"
#include "run/players/players.h"

namespace raichi {

/// Whether a rule set needs more games from the setup after this many rounds. The answer depends on
/// the games of these rounds under the rule set alone, so its intervals do not pool the variance of
/// seeds. Stops when the 95 % interval of the main figure is as narrow as
/// the plan asks, when an interval that allows for one look after each round (Bonferroni) lies
/// within the plan's bounds of equivalence, or when the plan's games have been played.
bool NeedsRound(const Study& study, size_t rules, int rounds);

/// Returns how many games are missing of the round that each rule set is in; further rounds may
/// follow. 0 if the study is finished.
uint64_t MissingGames(const Study& study);

/// Returns how far the study has come: its units in the rounds that have begun.
WorkStatus StatusOf(const Study& study);

/// Plays what is missing of a study, with `workers` threads (0: one for each core), and shows
/// progress. Each thread plays one unit after another. Other processes may do the same; then each
/// plays the units that nobody else does, and returns when all are done. After an interrupt returns
/// false; the units in progress are lost. `settings` holds the device; networks compute in f32, so
/// that a study may go on elsewhere.
bool PlayStudy(const Study& study, int workers, const PlayerSettings& settings,
               const Interrupt& interrupt);

}  // namespace raichi
