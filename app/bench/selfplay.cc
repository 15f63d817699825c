#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "app/bench/bench.h"
#include "app/bench/network.h"
#include "base/rng.h"
#include "mcts/evaluators/plain_evaluators.h"
#include "mcts/search/search.h"
#include "nn/backend/network_evaluator.h"
#include "rules/files/rule_file.h"
#include "rules/game.h"
#include "rules/movegen.h"
#include "selfplay/play/pool.h"

namespace raichi {
namespace {

constexpr int kPerftDepth = 3;
constexpr char kMainRules[] = "linnaeus";

WorkRate PerftRate(const Rules& rules, double seconds) {
  return MeasureRate(seconds, [&rules] { return Perft(rules, rules.start(), kPerftDepth); });
}

/// Draws a legal move uniformly at random, including moves that repeat a position.
Move DrawMove(const Game& game, Rng* random) {
  if (game.rules().data().repetition.result != RepetitionResult::kIllegal) {
    return RandomMove(game.rules(), game.position(), random);
  }
  MoveList moves;
  game.LegalMoves(&moves);
  return moves[random->Below(static_cast<uint32_t>(moves.size()))];
}

/// The rate of moves in whole random games, with all endings and repetitions checked.
WorkRate PlayoutRate(const RulesPtr& rules, const BenchSettings& settings) {
  Game game(rules);
  Rng random(settings.seed);
  return MeasureRate(settings.seconds, [&] {
    game.Rewind(0);
    while (!game.IsOver()) game.Play(DrawMove(game, &random));
    return game.ply();
  });
}

void BenchVariant(const std::string& name, const BenchSettings& settings, const FigureSink& sink) {
  const RulesPtr rules = OpenRules(name);
  const std::string shown = name == kMainRules ? "" : name;
  sink({.name = "rules.perft",
        .value = FigureValue::Of(PerftRate(*rules, settings.seconds)),
        .unit = "nodes/s",
        .rules = shown});
  sink({.name = "rules.playouts",
        .value = FigureValue::Of(PlayoutRate(rules, settings)),
        .unit = "moves/s",
        .rules = shown});
}

}  // namespace

void BenchRules(const BenchSettings& settings, const FigureSink& sink) {
  BenchVariant(kMainRules, settings, sink);
  for (const std::string& name : RuleSetNames()) {
    if (settings.all_rules && name != kMainRules) BenchVariant(name, settings, sink);
  }
}

namespace {

constexpr SearchBudget kBudget{.visits = 128};
constexpr size_t kMoves = 70;  // about as many as a position of Tablut has

/// Searches one move with an evaluator that costs nothing. Returns the number of new visits,
/// without those kept from the previous move.
uint32_t SearchMove(Search* search, Evaluator* evaluator, Evaluation* evaluation) {
  const uint32_t kept = search->tree().root().visits;
  search->Start(kBudget);
  while (const LeafRequest* leaf = search->SelectLeaf()) {
    evaluator->Evaluate({leaf, 1}, {evaluation, 1});
    search->Answer(*evaluation);
  }
  const uint32_t visits = search->tree().root().visits;
  return visits > kept ? visits - kept : 0;
}

}  // namespace

void BenchSearch(const BenchSettings& settings, const FigureSink& sink) {
  const RulesPtr rules = OpenRules("linnaeus");
  Search search(SearchConfig{}, Game(rules), settings.seed);
  UniformEvaluator evaluator;
  Evaluation evaluation;
  uint64_t games = 0;
  double bytes = 0, edges = 0, held = 0, moves = 0;
  const WorkRate rate = MeasureRate(settings.seconds, [&] {
    if (search.game().IsOver()) search.Reset(Game(rules), settings.seed + ++games);
    const uint32_t visits = SearchMove(&search, &evaluator, &evaluation);
    bytes += static_cast<double>(search.tree().Bytes());
    edges += static_cast<double>(search.tree().num_edges());
    held += static_cast<double>(search.HeldBytes());
    ++moves;
    search.Play(search.ChooseMove());
    return visits;
  });
  sink({.name = "search.simulations", .value = FigureValue::Of(rate), .unit = "1/s"});
  sink({.name = "search.bytes_per_edge", .value = {bytes / edges}, .unit = "B"});
  sink({.name = "search.bytes_per_node",
        .value = {static_cast<double>(sizeof(Node) + kMoves * sizeof(Edge))},
        .unit = "B",
        .detail = fmt::format("expanded, {} moves", kMoves)});
  sink({.name = "search.bytes_held",
        .value = {held / moves},
        .unit = "B",
        .detail = fmt::format("by one game's search, {} visits a move", kBudget.visits)});
}

namespace {

/// Endless self-play whose speed is measured in intervals.
class SelfPlayBench {
 public:
  SelfPlayBench(const BenchSettings& settings, const BenchModel& model, int batch)
      : settings_(settings),
        model_(model),
        team_(model.Team()),
        slots_((batch + team_ - 1) / team_),
        pool_(SetupOf(settings), model.workers(), slots_, 0) {}

  /// The rate of evaluations of all workers. Games continue from where the last call left them.
  WorkRate EvaluationRate(double seconds) {
    SelfPlayProgress progress;
    RateWindow window(seconds, model_.WarmUp(slots_));
    TeamEvaluators networks(model_.file(),
                            {.device = settings_.device,
                             .precision = settings_.precision,
                             .batch = slots_,
                             .threads = settings_.threads},
                            team_);
    const PoolHooks hooks{
        .new_evaluator = [&](int worker) { return networks.Open(worker); },
        .on_games = [](const std::vector<GameRecord>&) {},
        .should_stop = [&] { return window.Poll(progress.Snapshot().evaluations); },
    };
    const PoolPhase phase = {.games = std::numeric_limits<int64_t>::max(), .model = "bench"};
    pool_.Play(phase, hooks, {}, &progress);
    return window.rate();
  }

 private:
  /// Random openings of different lengths simulate games in different stages.
  static SelfPlaySetup SetupOf(const BenchSettings& settings) {
    SelfPlaySetup setup{.seed = settings.seed, .rules = {OpenRules("linnaeus")}};
    setup.config.opening_random_plies = 30;
    return setup;
  }

  const BenchSettings& settings_;
  const BenchModel& model_;
  int team_;   // workers that share a batch
  int slots_;  // games of a worker
  SelfPlayPool pool_;
};

/// The batch size at which self-play is fastest in a short measurement. A batch larger than the
/// network needs only displaces trees from the processor's caches.
int BestBatch(const BenchSettings& settings, const BenchModel& model) {
  const std::vector<int> batches = model.BatchSizes();
  if (batches.size() == 1) return batches.front();
  const auto rate = [&](int batch) {
    return SelfPlayBench(settings, model, batch).EvaluationRate(2 * settings.seconds).per_second();
  };
  std::vector<double> rates(batches.size());
  std::transform(batches.begin(), batches.end(), rates.begin(), rate);
  return batches[static_cast<size_t>(std::max_element(rates.begin(), rates.end()) - rates.begin())];
}

}  // namespace

/// The bare network and self-play take turns, so that changes in the machine's speed affect both.
void BenchSelfPlay(const BenchSettings& settings, const FigureSink& sink) {
  constexpr int kRounds = 5;
  const BenchModel model(settings);
  BareBench bare(model, settings.seconds);
  const int batch = BestBatch(settings, model);
  SelfPlayBench selfplay(settings, model, batch);
  WorkRate played;
  for (int round = 0; round < kRounds; ++round) {
    bare.Measure(2 * settings.seconds);
    played += selfplay.EvaluationRate(3 * settings.seconds);
  }
  sink({.name = "selfplay.evaluations",
        .value = FigureValue::Of(played),
        .unit = "1/s",
        .detail = fmt::format("{}{}", model.Describe(batch),
                              model.Team() > 1 ? fmt::format(", teams of {}", model.Team()) : "")});
  sink({.name = "selfplay.ratio",
        .value = FigureValue::Ratio(played, bare.rate(), model.device()),
        .unit = "1",
        .detail = fmt::format("of the bare network's {:.0f}, {} a batch", bare.rate().per_second(),
                              bare.Batch())});
}

}  // namespace raichi
