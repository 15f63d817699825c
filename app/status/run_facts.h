#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "run/status/beat.h"
#include "selfplay/ratings/elo.h"

namespace raichi {

/// The rating of a run's newest rated model.
struct NewestRating {
  int model = 0;
  EloWithError rating;
};

/// What a run's folder tells about its state.
struct RunFacts {
  std::string run;  // the folder
  bool is_finished = false;
  std::vector<Beat> beats;
  int models = 0;
  int newest_model = -1;               // -1: none yet
  std::optional<double> newest_time;   // when that was made, in seconds since 1970, if known
  int64_t games = 0;                   // from which that learned
  std::optional<NewestRating> rating;  // nothing before the strongest opponent was met
  int64_t set_aside = 0;               // shards, by the names in games/
  std::vector<std::string> faults;     // one line for each file that cannot be read
};

/// Reads them. Changes nothing. Throws UsageError if `run` is not the folder of a run.
RunFacts ReadRunFacts(const std::filesystem::path& run);

}  // namespace raichi
