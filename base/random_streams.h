#pragma once

#include <cstdint>

#include "base/rng.h"

namespace raichi {

/// What a random stream is for. Streams of one seed and number but of different domains are
/// independent. Seeds that were published depend on these constants: never change one.
enum class RandomDomain : uint64_t {
  kGame = 0,                  // a game of self-play, by its id, or a pair of a match, by its number
  kBatch = 0x6261746368,      // the samples of a training step, by the step
  kPastModel = 0x6d6f64656c,  // which past model is played against, by the newest model
  kSolved = 0x736f6c7665,     // a sample of solved positions
  kRules = 0x72756c6573,      // the random rule sets of a run, by their number
};

/// Stream `number` of a seed in a domain.
constexpr Rng StreamOf(uint64_t seed, RandomDomain domain, uint64_t number) {
  return Rng(Mix64(seed ^ static_cast<uint64_t>(domain)) ^ Mix64(number + 1));
}

}  // namespace raichi
