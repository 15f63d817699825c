// Runs the vectors of tests/vectors: perft counts and whole games of every shipped variant.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "base/error.h"
#include "rules/game.h"
#include "rules/movegen.h"
#include "rules/notation.h"
#include "tests/support/places.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

std::vector<nlohmann::json> ReadVectors(const std::string& variant) {
  std::ifstream file(SourceDir() + "/tests/vectors/" + variant + ".jsonl");
  std::vector<nlohmann::json> vectors;
  for (std::string line; std::getline(file, line);) vectors.push_back(nlohmann::json::parse(line));
  return vectors;
}

/// Splits `e3-c3xc4/b3` into `e3-c3` and the set of captured squares, whose order is free.
std::pair<std::string, std::set<std::string>> SplitMove(const std::string& text) {
  const size_t cross = text.find('x');
  std::set<std::string> captures;
  if (cross != std::string::npos) {
    std::istringstream list(text.substr(cross + 1));
    for (std::string name; std::getline(list, name, '/');) captures.insert(name);
  }
  return {text.substr(0, cross), captures};
}

class Vectors : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    rules_ = Variant(GetParam());
    vectors_ = ReadVectors(GetParam());
    ASSERT_GE(vectors_.size(), 91u);
  }

  void ReplayGame(const nlohmann::json& vector) const {
    Game game(rules_);
    std::istringstream moves(vector["moves"].get<std::string>());
    for (std::string text; moves >> text;) {
      ASSERT_FALSE(game.IsOver()) << "before " << text << " in " << vector["moves"];
      const Move move = ParseLegalMove(game, text);
      const Step step = game.Play(move);
      ASSERT_EQ(SplitMove(ToString(move, step)), SplitMove(text)) << vector["moves"];
    }
    EXPECT_EQ(ToString(game.result()), vector["result"].get<std::string>()) << vector["moves"];
    EXPECT_EQ(ToString(game.reason()), vector["reason"].get<std::string>()) << vector["moves"];
    EXPECT_EQ(ToString(*rules_, game.position()), vector["final"].get<std::string>());
  }

  RulesPtr rules_;
  std::vector<nlohmann::json> vectors_;
};

TEST_P(Vectors, PerftCountsAgree) {
  size_t deepest = 0;
  for (const nlohmann::json& vector : vectors_) {
    if (!vector.contains("perft")) continue;
    const std::string text = vector["position"];
    const Position position = ParsePosition(*rules_, text);
    EXPECT_EQ(ToString(*rules_, position), text);
    int depth = 0;
    for (const uint64_t count : vector["perft"]) {
      EXPECT_EQ(Perft(*rules_, position, ++depth), count) << text << " depth " << depth;
    }
    deepest = std::max(deepest, vector["perft"].size());
  }
  EXPECT_EQ(deepest, rules_->size() < 11 ? 3u : 2u);
}

TEST_P(Vectors, GamesReplayWithTheirCapturesAndEnds) {
  int games = 0;
  for (const nlohmann::json& vector : vectors_) {
    if (!vector.contains("moves")) continue;
    ++games;
    ReplayGame(vector);
  }
  EXPECT_EQ(games, 30);
}

TEST_P(Vectors, MovesWithoutOrWithOtherCapturesAreReadAsAsked) {
  for (const nlohmann::json& vector : vectors_) {
    if (!vector.contains("moves")) continue;
    Game game(rules_);
    std::istringstream moves(vector["moves"].get<std::string>());
    for (std::string text; moves >> text;) {
      const std::string bare = text.substr(0, text.find('x'));
      const std::string captures = text.substr(bare.size());
      EXPECT_EQ(ParseLegalMove(game, bare), ParseLegalMove(game, text));
      EXPECT_THROW(ParseLegalMove(game, text + (captures.empty() ? "xa1" : "/a1")), Error);
      game.Play(ParseLegalMove(game, bare));
    }
  }
}

std::string NameOf(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::vector<std::string> VectorNames() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(SourceDir() + "/tests/vectors")) {
    names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

TEST(VectorFiles, CoverThirteenVariants) { EXPECT_EQ(VectorNames().size(), 13u); }

INSTANTIATE_TEST_SUITE_P(Variants, Vectors, ::testing::ValuesIn(VectorNames()), NameOf);

}  // namespace
}  // namespace raichi
