#pragma once

#include <array>
#include <string>

#include "selfplay/play/game_slot.h"

namespace raichi {

/// Full searches of 20 visits, fast ones of 6, games of up to 80 plies.
SelfPlaySetup SmallSetup(const std::string& variant = "brandubh");

/// Plays the slot's game on to its end; evaluators by role.
FinishedGame Finish(GameSlot* slot, std::array<Evaluator*, 2> evaluators);

FinishedGame PlayGame(GameSlot* slot, const GameTicket& ticket,
                      std::array<Evaluator*, 2> evaluators);
FinishedGame PlayGame(GameSlot* slot, uint64_t id, Evaluator* evaluator);

uint32_t VisitsOf(const TurnRecord& turn);

}  // namespace raichi
