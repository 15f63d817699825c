#include <algorithm>
#include <vector>

#include "app/bench/bench.h"
#include "base/rng.h"
#include "rules/files/rule_file.h"
#include "rules/game.h"
#include "rules/movegen.h"
#include "rules/perft.h"

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

}  // namespace raichi
