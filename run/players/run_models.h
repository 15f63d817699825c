#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "run/config/config.h"
#include "run/config/pinned_rules.h"

namespace raichi {

/// Models of other folders that a run depends on: the one from which it begins, and the one that
/// its models learn to beat. Both may be named by any path that FindModel accepts. A run's folder
/// stands for the model that is its newest when the name is first used; the run keeps that model.

/// Returns the model from which the run in `run_folder` is to begin. `word` is the text after
/// `--from`; it may be empty. Returns nothing if it is empty or if the run was begun from this
/// model already. Throws Error if the run was begun in another way, and the errors of FindModel and
/// ReadModel.
std::optional<FirstModel> FindFirstModel(const std::string& word,
                                         const std::filesystem::path& run_folder);

/// Returns the model of `selfplay.past_models.model`, which must not be empty. Throws Error naming
/// the key if there is no such model or if its canvas is smaller than a board of the rules.
PinnedModel FindPastModel(const RunConfig& config);
/// Pins that model (config.h) unless the run has pinned one or its configuration names none.
/// Only for the run's owner.
void PinPastModel(const RunConfig& config, const std::filesystem::path& run_folder);

}  // namespace raichi
