#include "solve/solver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "rules/notation.h"
#include "solve/answers.h"
#include "tests/solve/games.h"
#include "tests/solve/plain_solver.h"

namespace raichi {
namespace {

constexpr char kStrong[] =
    "+king.capture={open: surround, beside_throne: surround, on_throne: surround, at_edge: never}";
constexpr char kEdge[] = "+goal=edge+corners=none";
constexpr char kNoGoal[] = "+corners={stop: [], hostile: []}+king.armed=none";
constexpr char kDefendersLose[] = "+repetition.result=defenders_lose";

struct SmallGame {
  const char* what;
  const char* setup;
  std::string changes;
};
const std::vector<SmallGame> kGames = {
    {"weak king", "t3t/5/1TK2/5/5", ""},
    {"strong king", "1ttt1/5/2K2/5/5", kStrong},
    {"unarmed king", "t3t/5/1TK2/5/5", "+king.armed=none"},
    {"king who only moves to capture", "1ttt1/5/2K2/5/5", "+king.armed=hammer+first=defenders"},
    {"edge", "1ttt1/5/2K2/5/5", kEdge},
    {"closed throne", "1ttt1/5/2K2/5/5", "+throne.stop=[]+throne.pass=[]"},
    {"throne that is not hostile", "1ttt1/5/1K3/5/5", "+throne.hostile_empty=[]"},
    {"encirclement", "1t1t1/5/2K2/5/1t1t1", std::string("+encirclement=true") + kDefendersLose},
    {"no moves", "2t2/5/1TK2/5/5", ""},
    {"no moves, a draw", "2t2/5/1TK2/5/5", std::string("+no_moves=draw") + kNoGoal},
    {"no moves, a draw; repetition loses", "2t2/5/1TK2/5/5",
     std::string("+no_moves=draw") + kNoGoal + kDefendersLose},
    {"no goal", "1ttt1/5/2K2/5/5", kNoGoal},
    {"no goal; repetition loses", "1ttt1/5/2K2/5/5", std::string(kNoGoal) + kDefendersLose},
    {"repetition loses", "1ttt1/5/2K2/5/5", std::string(kDefendersLose) + kStrong},
    {"repetition is free", "1ttt1/5/2K2/5/5", "+repetition.count=0+king.capture.open=never"},
    {"single steps, hostile edge, no throne", "1t1t1/5/1TK2/5/5",
     "+throne=none+speed={attackers: 1, defenders: 2, king: 1}+edge.hostile=[attackers]"},
    {"a camp, and one symmetry", "1ttt1/5/2K2/5/5",
     "+camps={squares: [a3, b3], stop: [attackers], pass: [], hostile: [king], neutral: [a3]}"},
    {"shieldwalls and exit forts", "1t1t1/5/1TK2/5/5",
     std::string("+shieldwall=true+exit_forts=true") + kEdge},
};

Result EndlessOf(const Rules& rules) {
  return rules.data().repetition.result == RepetitionResult::kDefendersLose ? Result::kAttackersWin
                                                                            : Result::kDraw;
}

/// Checks the value of every position of `graph`, and that the table has no others.
void ExpectSame(const SolveTable& table, const PlainGraph& graph) {
  const Rules& rules = table.rules();
  const std::vector<PlainValue> values = SolvePlainly(graph, EndlessOf(rules));
  std::set<uint64_t> numbers;
  int wrong = 0;
  for (size_t i = 0; i < values.size() && wrong < 5; ++i) {
    const Position position = ParsePosition(rules, graph.positions[i]);
    numbers.insert(table.index().Of(PlacementOf(position, rules.size())));
    const std::optional<Solved> solved = table.ValueOf(position);
    ASSERT_TRUE(solved) << graph.positions[i];
    const PlainValue value{.result = solved->result, .plies = solved->plies.value_or(0)};
    wrong += value != values[i];
    EXPECT_EQ(value, values[i]) << graph.positions[i] << ": " << static_cast<int>(value.result)
                                << " in " << value.plies << ", expected "
                                << static_cast<int>(values[i].result) << " in " << values[i].plies;
  }
  EXPECT_EQ(Summarize(table).reached, numbers.size());
}

TEST(Solver, AgreesWithThePlainSolverOnEveryPosition) {
  for (const SmallGame& game : kGames) {
    SCOPED_TRACE(game.what);
    const RulesPtr rules = SmallRules(game.setup, game.changes);
    const PlainGraph graph = GraphOf(*rules);
    EXPECT_GT(graph.positions.size(), 10'000u);
    ExpectSame(*SolvedTable(rules), graph);
  }
}

TEST(Solver, AgreesWithTheSlowEngine) {
  for (const std::string changes : {"", "+king.armed=none+throne.stop=[]"}) {
    const RulesPtr rules = SmallRules("2t2/5/1TK2/5/5", changes);
    ExpectSame(*SolvedTable(rules), SlowGraphOf(slow::SlowEngine(rules->data())));
  }
}

TEST(Solver, EveryKindOfValueIsMet) {
  // Otherwise the comparison above would prove little.
  const auto summary = [](const SmallGame& game) {
    return Summarize(*SolvedTable(SmallRules(game.setup, game.changes)));
  };
  SolveSummary all;
  for (const SmallGame& game : kGames) {
    const SolveSummary one = summary(game);
    for (size_t i = 0; i < all.by_result.size(); ++i) all.by_result[i] += one.by_result[i];
  }
  for (const Result result : {Result::kAttackersWin, Result::kDefendersWin, Result::kDraw}) {
    EXPECT_GT(all.by_result[static_cast<size_t>(result)], 5000u);
  }
  const SolveSummary draws = summary(kGames[10]);  // No moves, a draw; repetition loses.
  EXPECT_GT(draws.by_result[static_cast<size_t>(Result::kDraw)], 10u);
  EXPECT_GT(draws.endless, 1000u);
}

TEST(Solver, SymmetriesMakeNoDifference) {
  const RulesPtr rules = SmallRules("1t1t1/2t2/1TK2/5/5");
  const auto folded = SolvedTable(rules);
  SolveTable whole(rules, {Symmetry()});
  Solver(&whole, 1).Run([] { return true; });
  EXPECT_GT(whole.index().size(), 7 * folded->index().size());
  for (uint64_t i = 0; i < whole.index().size(); ++i) {
    if (whole.cells()[i] == kUnreached) continue;
    ASSERT_EQ(folded->ValueOf(whole.PositionAt(i)), whole.ValueAt(i));
  }
  const auto all = std::count(whole.cells().begin(), whole.cells().end(), kUnreached);
  EXPECT_GT(static_cast<int64_t>(whole.cells().size()) - all,
            static_cast<int64_t>(7 * Summarize(*folded).reached));
}

TEST(Solver, ThreadsMakeNoDifference) {
  const RulesPtr rules = SmallRules("1t1t1/2t2/1TK2/5/5");
  const auto alone = SolvedTable(rules, 1);
  for (const int threads : {2, 3, 8, 16}) {
    EXPECT_EQ(SolvedTable(rules, threads)->cells(), alone->cells());
  }
}

TEST(Solver, StopsMakeNoDifference) {
  const RulesPtr rules = SmallRules("1t1t1/2t2/1TK2/5/5");
  SolveTable table(rules);
  int stops = 0;
  // A new solver each time, as after a restart. Only every eighth call lets work go on to its end.
  for (int calls = 0; !table.IsDone(); ++stops) {
    ASSERT_LT(stops, 100'000);
    Solver(&table, 2).Run([&] { return ++calls % 8 != 0; });
  }
  EXPECT_GT(stops, 10);
  EXPECT_EQ(table.cells(), SolvedTable(rules)->cells());
}

TEST(Solver, FractionGrows) {
  SolveTable table(SmallRules("1t1t1/2t2/1TK2/5/5"));
  Solver solver(&table, 1);
  double last = solver.Fraction();
  EXPECT_EQ(last, 0);
  solver.Run([&] {
    EXPECT_GE(solver.Fraction(), last - 1e-9);
    EXPECT_LE(last = solver.Fraction(), 1);
    return true;
  });
  EXPECT_EQ(solver.Fraction(), 1);
}

/// An earlier solver found these numbers: one hash table of packed positions, swept again and
/// again. It counted thousands of positions and tenths of a percent.
struct Earlier {
  const char* changes;
  double thousands, attackers, defenders, endless;
  int longest;
};

TEST(Solver, ReproducesTheEarlierTable) {
  const std::vector<Earlier> table = {
      {"", 1309, 16.7, 82.9, 0.4, 24},
      {kStrong, 1321, 1.4, 98.4, 0.2, 22},
      {"+goal=edge+corners=none", 1978, 8.6, 91.3, 0.0, 16},
  };
  for (const Earlier& row : table) {
    SCOPED_TRACE(row.changes);
    const auto solved = SolvedTable(SmallRules("5/1t1t1/1TKt1/1t1t1/5", row.changes), 2);
    const SolveSummary summary = Summarize(*solved);
    const auto percent = [&](uint64_t count) {
      return 100 * static_cast<double>(count) / static_cast<double>(summary.reached);
    };
    EXPECT_NEAR(static_cast<double>(summary.reached) / 1000, row.thousands, 0.5);
    EXPECT_NEAR(percent(summary.by_result[1]), row.attackers, 0.05);
    EXPECT_NEAR(percent(summary.by_result[2]), row.defenders, 0.05);
    EXPECT_NEAR(percent(summary.endless), row.endless, 0.05);
    EXPECT_EQ(std::max(summary.longest[0].plies, summary.longest[1].plies), row.longest);
    const Solved start = *solved->ValueOf(solved->rules().start());
    EXPECT_EQ(start.result, Result::kDefendersWin);
    EXPECT_EQ(start.plies, row.longest == 16 ? 2 : 4);
  }
}

}  // namespace
}  // namespace raichi
