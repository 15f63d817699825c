#include "app/matches/match_runs.h"

#include <spdlog/fmt/fmt.h>

#include "app/matches/match_text.h"
#include "base/counted.h"
#include "base/resources.h"
#include "mcts/players/random_start.h"
#include "nn/backend/devices.h"
#include "rules/files/rule_file.h"
#include "run/player_word.h"
#include "selfplay/match/match_runner.h"

namespace raichi {
namespace {

int WorkersOf(const MatchArguments& arguments) {
  return arguments.workers > 0 ? arguments.workers : CountCores();
}

/// The outcome without its records, which nobody needs during the match.
MatchOutcome Summary(const MatchOutcome& outcome) {
  MatchOutcome summary;
  summary.result = outcome.result;
  summary.pairs = outcome.pairs;
  summary.plies = outcome.plies;
  summary.sprt = outcome.sprt;
  return summary;
}

}  // namespace

MatchConfig MatchOf(const MatchArguments& arguments) {
  MatchConfig config;
  config.rules = OpenRules(arguments.rules);
  config.pairs = arguments.pairs;
  config.seed = arguments.seed;
  config.opening_random_plies = arguments.opening_plies;
  constexpr int kMostAtOnce = 32;
  config.concurrent_pairs = ConcurrentPairs(arguments.pairs, WorkersOf(arguments), kMostAtOnce);
  return config;
}

MatchOutcome PlayMatchOf(const MatchConfig& config, const MatchArguments& arguments,
                         const std::string& a, const std::string& b, const Interrupt& interrupt,
                         const std::function<void(const MatchOutcome& so_far)>& show) {
  PlayerSettings settings = arguments.players;
  MatchConfig match = config;
  match.one_game_at_a_time = ThinksByTheClock(a, settings) || ThinksByTheClock(b, settings);
  settings.network.batch = match.one_game_at_a_time ? 1 : 2 * config.concurrent_pairs;
  for (const std::string& word : {a, b}) {  // here, where one thread shows progress
    if (const auto proof = ParseProofWord(word)) settings.proofs->Open(proof->file);
  }
  const int replies = arguments.random_replies;
  MatchOutcome so_far;
  const MatchHooks hooks{
      .new_players =
          [&](int worker) {
            PlayerSettings own = settings;
            own.network.device = DeviceOfWorker(settings.network.device, worker);
            MatchPlayers players{OpenPlayer(a, own), OpenPlayer(b, own)};
            if (replies > 0) {
              players.b = std::make_unique<RandomStartKind>(std::move(players.b), replies);
            }
            return players;
          },
      .on_pair = [&](const MatchOutcome& outcome) { so_far = Summary(outcome); },
      .should_stop =
          [&] {
            show(so_far);
            return false;
          },
  };
  MatchOutcome outcome = RunMatch(match, WorkersOf(arguments), hooks, interrupt.token());
  outcome.result.rules = DistinctName(*config.rules);
  return outcome;
}

std::string DescribeProgress(const MatchOutcome& so_far, uint64_t pairs) {
  const Tally total = so_far.result.total();
  std::string text = fmt::format("{} of {}", so_far.num_pairs(), Counted(pairs, "pair"));
  if (total.games() == 0) return text;
  const EloEstimate elo = EstimateElo(so_far.pairs);
  text +=
      fmt::format(", {:.1f} of {} points, {}", total.Score() * static_cast<double>(total.games()),
                  total.games(), DescribeElo(elo));
  if (!so_far.sprt) return text;
  return text + fmt::format(", LLR {:.2f} ({:.2f} to {:.2f})", so_far.sprt->llr, so_far.sprt->lower,
                            so_far.sprt->upper);
}

}  // namespace raichi
