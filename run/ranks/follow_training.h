#pragma once

#include <filesystem>
#include <functional>

#include "base/files/patience.h"
#include "nn/model/trainer_state.h"
#include "nn/ranks/reducer.h"
#include "run/config/config.h"

namespace raichi {

/// How long a rank waits for a shard that rank 0 has read and that does not appear in its own view
/// of a shared folder: a minute.
Patience PatienceOfRanks();

/// The part of a rank other than 0 in training: takes over the state of rank 0's trainer, trains on
/// the shards that rank 0 names, and returns its state when rank 0 ends or some rank was asked to
/// stop (`is_stopped`). Writes nothing. Throws Error if a shard cannot be read as long as
/// `patience` lasts.
TrainerState FollowTraining(const TrainConfig& config, const std::filesystem::path& run_folder,
                            Reducer* ranks, const std::function<bool()>& is_stopped,
                            const Patience& patience = PatienceOfRanks());

}  // namespace raichi
