#include "nn/data/samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "base/rng.h"
#include "nn/data/sample_loader.h"
#include "nn/input/policy_index.h"
#include "rules/notation.h"
#include "selfplay/records/shard.h"
#include "tests/nn/helpers.h"
#include "tests/nn/made_games.h"
#include "tests/selfplay/games.h"
#include "tests/support/ends.h"
#include "tests/support/scene.h"

namespace raichi {
namespace {

int Index(const char* move) { return PolicyIndex(ParseMove(move, 9), 9); }
int SquareIndex(const char* square) {
  const Square s = ParseSquare(square, 9);
  return (s.y() - 1) * 9 + s.x() - 1;
}

class SampleTest : public testing::Test {
 protected:
  SampleTest() : game_(TakeAndEscape(), Variant("linnaeus")) {
    CheckRecord(TakeAndEscape(), Variant("linnaeus"));
    config_.root_value_weight = 0.25;
    config_.short_value_horizon = 4;
  }
  SampleBatch Sample(int target) {
    SampleBatch batch(9);
    AddSample({&game_, target}, config_, Symmetry(), true, &batch);
    return batch;
  }

  CompactGame game_;
  SampleConfig config_;
};

TEST_F(SampleTest, PolicyIsTheShareOfVisitsOverAllLegalMoves) {
  const SampleBatch batch = Sample(0);
  Game game(Variant("linnaeus"), game_.Start());
  MoveList legal;
  game.LegalMoves(&legal);
  ASSERT_EQ(batch.move_index.size(), legal.size());
  EXPECT_EQ(batch.move_end, std::vector<int32_t>{static_cast<int32_t>(legal.size())});
  for (size_t i = 0; i < legal.size(); ++i) {
    const int index = batch.move_index[i];
    EXPECT_EQ(PolicyMove(index, 9), legal[i]);
    const float expected = index == Index("e2-c2") ? 0.75f : index == Index("e2-e3") ? 0.25f : 0;
    EXPECT_EQ(batch.move_share[i], expected) << ToString(legal[i]);
  }
}

TEST_F(SampleTest, OutcomeIsMixedWithTheRootValueForTheSideToMove) {
  // The attackers lost. Their search's value was 0.5: win (1 + 0.5) / 2, loss (1 - 0.5) / 2.
  const SampleBatch attackers = Sample(0);
  EXPECT_FLOAT_EQ(attackers.outcome[0], 0.25f * 0.75f);
  EXPECT_FLOAT_EQ(attackers.outcome[1], 0);
  EXPECT_FLOAT_EQ(attackers.outcome[2], 0.75f + 0.25f * 0.25f);
  const SampleBatch defenders = Sample(1);
  EXPECT_FLOAT_EQ(defenders.outcome[0], 0.75f + 0.25f * 0.875f);
  EXPECT_FLOAT_EQ(defenders.outcome[2], 0.25f * 0.125f);
}

TEST_F(SampleTest, ShortValueFadesIntoTheOutcome) {
  // For the attackers, the defenders' search (-0.75) weighs a quarter and the outcome (-1) the
  // rest.
  EXPECT_FLOAT_EQ(Sample(0).short_value[0], 0.25f * -0.75f + 0.75f * -1);
  EXPECT_FLOAT_EQ(Sample(1).short_value[0], 1);
}

TEST_F(SampleTest, FatesOfPieces) {
  const SampleBatch batch = Sample(0);
  EXPECT_EQ(batch.moves_left[0], 2);
  EXPECT_EQ(batch.king_end[0], SquareIndex("f1"));
  EXPECT_EQ(batch.reply[0], Index("f4-f1"));
  std::vector<uint32_t> survivors(9, 0);
  for (const char* square : {"a2", "e2", "f4", "i1"}) {  // all pieces except the one on b2
    const int index = SquareIndex(square);
    survivors[static_cast<size_t>(index / 9)] |= 1u << index % 9;
  }
  EXPECT_EQ(batch.survivors, survivors);
  EXPECT_EQ(Sample(1).reply[0], -1);
}

TEST_F(SampleTest, UnknownWhereTheGameWasCutShort) {
  GameRecord record = TakeAndEscape();
  record.turns.pop_back();
  record.result = Result::kAttackersWin;
  record.reason = Reason::kResigned;
  const CompactGame game(record, Variant("linnaeus"));
  SampleBatch batch(9);
  AddSample({&game, 0}, config_, Symmetry(), true, &batch);
  EXPECT_EQ(batch.king_end[0], -1);
  EXPECT_EQ(batch.moves_left[0], -1);
  EXPECT_EQ(batch.outcome[0], 0.75f + 0.25f * 0.75f);
}

TEST_F(SampleTest, ACapturedKingEndsOffTheBoard) {
  GameRecord record = TakeAndEscape();
  record.start = SquaresOf(R"(
    .........
    .........
    .........
    ..t......
    ..K......
    .........
    .........
    ..t......
    ........t )") +
                 " a";
  record.turns.pop_back();
  record.turns[0].move = ParseMove("c2-c4", 9);
  record.turns[0].visits = {{record.turns[0].move, 1}};
  record.result = Result::kAttackersWin;
  record.reason = Reason::kKingCaptured;
  CheckRecord(record, Variant("linnaeus"));
  const CompactGame game(record, Variant("linnaeus"));
  SampleBatch batch(9);
  AddSample({&game, 0}, config_, Symmetry(), true, &batch);
  EXPECT_EQ(batch.king_end[0], 81);
}

class BatchTest : public testing::Test {
 protected:
  BatchTest() : window_(folder_.path(), {}, DamagedShards::kLeave, [](const std::string&) {}) {
    WriteShard(folder_ / "000000000000.games", RandomRecords("linnaeus", 0, 6));
    WriteShard(folder_ / "000000000006.games", RandomRecords("brandubh", 6, 6));
    window_.Refresh();
  }
  SampleBatch Make(uint64_t seed, int64_t step) const {
    return MakeBatch(window_, {}, 9, 32, seed, step);
  }

  TemporaryFolder folder_;
  ReplayWindow window_;
};

TEST_F(BatchTest, DependsOnSeedAndStepAlone) {
  EXPECT_TRUE(Same(Make(1, 5), Make(1, 5)));
  EXPECT_FALSE(Same(Make(1, 5), Make(1, 6)));
  EXPECT_FALSE(Same(Make(1, 5), Make(2, 5)));
}

TEST_F(BatchTest, APartIsThatOfTheWholeBatch) {
  SampleConfig config;
  config.surprise = 0.5;
  const SampleBatch whole = MakeBatch(window_, config, 9, 32, 1, 5);
  for (const SampleRange part : {SampleRange{0, 32}, {0, 8}, {8, 16}, {24, 32}, {16, 16}}) {
    const SampleBatch made = MakeBatch(window_, config, 9, 32, 1, 5, part);
    EXPECT_TRUE(Same(made, PartOf(whole, part.begin, part.end))) << part.begin;
  }
}

TEST(DrawTest, DrawsFromWindowsOfMoreThan32Bits) {
  constexpr uint64_t kPositions = uint64_t{3} << 40;
  Rng rng(1);
  std::vector<int> thirds(3);
  for (int i = 0; i < 3000; ++i) ++thirds.at(DrawBelow(kPositions, &rng) >> 40);
  EXPECT_GT(std::ranges::min(thirds), 900);
  Rng one(2), two(2);  // smaller ones are drawn from as before
  for (const uint32_t range : {1u, 2u, 1000u, 0xffffffffu}) {
    for (int i = 0; i < 100; ++i) EXPECT_EQ(DrawBelow(range, &one), two.Below(range));
  }
}

TEST_F(BatchTest, DrawsFromTheStreamOfItsStep) {
  const SampleConfig config;
  for (int64_t step = 0; step < 20; ++step) {
    Rng rng = StreamOf(7, RandomDomain::kBatch, static_cast<uint64_t>(step));
    const auto target = window_.At(rng.Below(static_cast<uint32_t>(window_.positions())));
    const bool show_last_moves = rng.Uniform() >= config.hide_last_moves;
    const std::vector<Symmetry> symmetries = SymmetriesOf(*target.game->rules());
    const Symmetry symmetry = symmetries[rng.Below(static_cast<uint32_t>(symmetries.size()))];
    SampleBatch expected(9);
    AddSample(target, config, symmetry, show_last_moves, &expected);
    EXPECT_TRUE(Same(MakeBatch(window_, config, 9, 1, 7, step), expected)) << step;
  }
}

/// Returns how often each policy target of `game` is drawn in 10,000 draws by surprise.
std::vector<int> DrawsOf(const GameRecord& game) {
  const CompactGame compact(game, Variant("linnaeus"));
  std::vector<int> draws(static_cast<size_t>(compact.targets()));
  for (int i = 0; i < 10'000; ++i) ++draws[static_cast<size_t>(compact.DrawBySurprise(i / 1e4))];
  return draws;
}

TEST(SurpriseTest, DrawsAreInProportionToTheSurprise) {
  GameRecord game = TakeAndEscape();
  game.turns[0].surprise = 0.25f;
  game.turns[1].surprise = 0.75f;
  EXPECT_EQ(DrawsOf(game), (std::vector<int>{2500, 7500}));
  game.turns[0].surprise = 0;
  EXPECT_EQ(DrawsOf(game), (std::vector<int>{0, 10'000}));
}

TEST(SurpriseTest, AnUnknownSurpriseWeighsAsMuchAsTheMean) {
  GameRecord game = TakeAndEscape();
  EXPECT_EQ(DrawsOf(game), (std::vector<int>{5000, 5000}));
  game.turns[1].surprise = 3;
  EXPECT_EQ(DrawsOf(game), (std::vector<int>{5000, 5000}));
  game.turns[1].surprise = 0;
  EXPECT_EQ(DrawsOf(game), (std::vector<int>{5000, 5000}));
}

TEST_F(BatchTest, SurprisingTargetsAreDrawnMoreOften) {
  std::vector<GameRecord> games = {TakeAndEscape(), RandomRecord("linnaeus", 1, 6)};
  games[0].turns[0].surprise = 0.25f;
  games[0].turns[1].surprise = 0.75f;
  const TemporaryFolder folder;
  WriteShard(folder / "000000000000.games", games);
  ReplayWindow window(folder.path(), {}, DamagedShards::kLeave, [](const std::string&) {});
  window.Refresh();
  SampleConfig config;
  config.surprise = 0.5;
  const SampleBatch batch = MakeBatch(window, config, 9, 20'000, 1, 0);
  double first = 0, second = 0;
  for (size_t i = 0; i < 20'000;
       ++i) {  // the random game was cut short: its moves left are unknown
    first += batch.moves_left[i] == 2 ? 1 : 0;
    second += batch.moves_left[i] == 1 ? 1 : 0;
  }
  // A game keeps its share: two of all targets. Within it the shares are 0.5 / 2 + 0.5 surprise.
  const double game = 20'000 * 2.0 / static_cast<double>(window.positions());
  EXPECT_NEAR(first + second, game, 300);
  EXPECT_NEAR(first, game * (0.25 + 0.5 * 0.25), 300);
  EXPECT_TRUE(Same(batch, MakeBatch(window, config, 9, 20'000, 1, 0)));
}

TEST_F(BatchTest, EverySampleIsWhole) {
  const SampleBatch batch = Make(3, 0);
  ASSERT_EQ(batch.size(), 32);
  int begin = 0;
  for (size_t i = 0; i < 32; ++i) {
    const auto first = batch.move_share.begin() + begin;
    EXPECT_NEAR(std::accumulate(first, batch.move_share.begin() + batch.move_end[i], 0.0), 1, 1e-5);
    EXPECT_NEAR(batch.outcome[3 * i] + batch.outcome[3 * i + 1] + batch.outcome[3 * i + 2], 1,
                1e-5);
    begin = batch.move_end[i];
  }
  EXPECT_EQ(batch.survivors.size(), 32u * 9);
}

TEST_F(BatchTest, APartHasItsSamplesAndNoOthers) {
  const SampleBatch batch = Make(3, 0);
  EXPECT_TRUE(Same(PartOf(batch, 0, 32), batch));
  EXPECT_EQ(PartOf(batch, 7, 7).size(), 0);
  const SampleBatch part = PartOf(batch, 5, 20);
  ASSERT_EQ(part.size(), 15);
  EXPECT_EQ(part.move_end.back(), batch.move_end[19] - batch.move_end[4]);
  for (int i = 0; i < 15; ++i) {
    EXPECT_TRUE(Same(PartOf(part, i, i + 1), PartOf(batch, 5 + i, 6 + i))) << i;
  }
}

TEST_F(BatchTest, IsOrderedByTheSizeOfTheBoards) {
  SampleBatch batch = Make(1, 2);
  const int half = batch.size() / 2;
  ASSERT_GT(half, 1);
  for (int i = 0; i < batch.size(); ++i) {
    batch.inputs.board_sizes[static_cast<size_t>(i)] = i % 2 == 0 ? 9 : 7;
  }
  const SampleBatch ordered = OrderedBySize(batch);
  ASSERT_EQ(ordered.size(), batch.size());
  for (int i = 0; i < half; ++i) {
    EXPECT_TRUE(Same(PartOf(ordered, i, i + 1), PartOf(batch, 2 * i + 1, 2 * i + 2))) << i;
    EXPECT_TRUE(Same(PartOf(ordered, half + i, half + i + 1), PartOf(batch, 2 * i, 2 * i + 1)))
        << i;
  }
  EXPECT_TRUE(Same(OrderedBySize(ordered), ordered));
}

TEST_F(BatchTest, AboutATenthHidesItsLastMoves) {
  int hidden = 0;
  int later = 0;
  for (int64_t step = 0; step < 40; ++step) {
    SampleBatch batch = Make(4, step);
    for (int i = 0; i < batch.size(); ++i) {
      hidden += Draw(batch.inputs, i, Plane::kLastTo).find('#') == std::string::npos;
      ++later;
    }
  }
  EXPECT_GT(hidden, later / 20);  // the first plies of games have no last moves either
  EXPECT_LT(hidden, later / 5);
}

TEST_F(BatchTest, TheLoaderGivesTheSameBatchesInOrder) {
  for (const int threads : {1, 3}) {
    SampleLoaderConfig config;
    config.batch = 32;
    config.seed = 9;
    config.first_step = 10;
    config.end_step = 30;
    config.threads = threads;
    SampleLoader loader(window_, config);
    for (int64_t step = 10; step < 30; ++step) EXPECT_TRUE(Same(loader.Next(), Make(9, step)));
  }
}

TEST_F(BatchTest, LoadersOfPartsMakeEverySampleOnce) {
  for (int part = 0; part < 4; ++part) {
    SampleLoaderConfig config;
    config.batch = 32;
    config.part = part;
    config.parts = 4;
    config.seed = 9;
    config.end_step = 3;
    SampleLoader loader(window_, config);
    for (int64_t step = 0; step < 3; ++step) {
      EXPECT_TRUE(Same(loader.Next(), PartOf(Make(9, step), part * 8, (part + 1) * 8))) << part;
    }
  }
}

TEST_F(BatchTest, ALoaderMayBeDroppedHalfway) {
  SampleLoaderConfig config;
  config.batch = 32;
  config.end_step = 1'000'000;
  for (const int threads : {1, 3}) {
    config.threads = threads;
    auto loader = std::make_unique<SampleLoader>(window_, config);
    EXPECT_TRUE(Same(loader->Next(), Make(config.seed, 0)));
    EXPECT_TRUE(Ends([loader = std::move(loader)]() mutable { loader.reset(); })) << threads;
  }
  // The loader is gone, so the window may change.
  WriteShard(folder_ / "000000000012.games", RandomRecords("linnaeus", 12, 1));
  EXPECT_EQ(window_.Refresh(), 1);
}

}  // namespace
}  // namespace raichi
