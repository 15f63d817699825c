#pragma once

#include <array>
#include <string>

#include "selfplay/play/game_slot.h"

namespace raichi {

/// Returns a setup with full searches of 20 visits, fast searches of 6, and games of up to 80
/// plies.
SelfPlaySetup SmallSetup(const std::string& variant = "brandubh");

/// Plays the slot's game to its end. `evaluators` are indexed by ModelRole.
FinishedGame Finish(GameSlot* slot, std::array<Evaluator*, 2> evaluators);

FinishedGame PlayGame(GameSlot* slot, const GameTicket& ticket,
                      std::array<Evaluator*, 2> evaluators);
FinishedGame PlayGame(GameSlot* slot, uint64_t id, Evaluator* evaluator);

uint32_t VisitsOf(const TurnRecord& turn);

}  // namespace raichi
