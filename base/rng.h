#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace raichi {

/// One step of SplitMix64 (Steele, Lea and Flood 2014): a good hash of `x`.
constexpr uint64_t Mix64(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// A random stream of 64-bit words: SplitMix64. Small, copyable, equal on every machine, and
/// a UniformRandomBitGenerator. Independent streams of one seed come from
/// `Rng(Mix64(seed) ^ Mix64(id + 1))`; streams of different seeds may coincide, as those of seed 5,
/// id 2 and of seed 3, id 4.
class Rng {
 public:
  using result_type = uint64_t;
  explicit constexpr Rng(uint64_t seed) : state_(seed) {}

  static constexpr uint64_t min() { return 0; }
  static constexpr uint64_t max() { return std::numeric_limits<uint64_t>::max(); }

  constexpr uint64_t operator()() {
    const uint64_t word = Mix64(state_);
    state_ += 0x9e3779b97f4a7c15u;
    return word;
  }
  /// Uniform in [0, n), n > 0, n < 2^32 (multiply-shift; the bias is below n / 2^32).
  constexpr uint32_t Below(uint32_t n) {
    return static_cast<uint32_t>(((*this)() >> 32) * uint64_t{n} >> 32);
  }
  /// Uniform in [0, 1).
  constexpr double Uniform() { return static_cast<double>((*this)() >> 11) * 0x1.0p-53; }

  constexpr uint64_t state() const { return state_; }  ///< `Rng(state())` continues the stream.

 private:
  uint64_t state_;
};

/// Uniform in [0, n), n > 0. Draws the same numbers as Rng::Below where that can draw them.
constexpr uint64_t DrawBelow(uint64_t n, Rng* rng) {
  if (n <= std::numeric_limits<uint32_t>::max()) return rng->Below(static_cast<uint32_t>(n));
  __extension__ using Product = unsigned __int128;
  return static_cast<uint64_t>(Product{(*rng)()} * n >> 64);
}

/// Shuffles by `rng` alone (std::shuffle differs between standard libraries).
template <typename T>
void Shuffle(std::vector<T>* items, Rng* rng) {
  for (size_t left = items->size(); left > 1; --left) {
    std::swap((*items)[left - 1], (*items)[DrawBelow(left, rng)]);
  }
}

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
