#include <gtest/gtest.h>

#include <set>

#include "base/rng.h"

namespace raichi {
namespace {

TEST(RandomStreamsTest, GamesKeepTheStreamThatPublishedSeedsMean) {
  Rng stream = StreamOf(1, RandomDomain::kGame, 0);
  Rng expected(Mix64(1) ^ Mix64(1));
  EXPECT_EQ(stream(), expected());
  EXPECT_EQ(StreamOf(7, RandomDomain::kGame, 41).state(), Mix64(7) ^ Mix64(42));
}

std::set<uint64_t> FirstWords(RandomDomain domain) {
  std::set<uint64_t> words;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    for (uint64_t number = 0; number < 20; ++number) {
      Rng rng = StreamOf(seed, domain, number);
      words.insert(rng());
    }
  }
  return words;
}

TEST(RandomStreamsTest, DomainsHaveStreamsOfTheirOwn) {
  const std::set<uint64_t> batches = FirstWords(RandomDomain::kBatch);
  const std::set<uint64_t> past_models = FirstWords(RandomDomain::kPastModel);
  std::set<uint64_t> all = FirstWords(RandomDomain::kGame);
  const size_t games = all.size();
  EXPECT_EQ(batches.size(), 400u);
  EXPECT_EQ(past_models.size(), 400u);
  all.insert(batches.begin(), batches.end());
  all.insert(past_models.begin(), past_models.end());
  EXPECT_EQ(all.size(), games + 800);
}

}  // namespace
}  // namespace raichi
