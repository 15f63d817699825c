#include "app/matches/match_runs.h"

#include <spdlog/fmt/fmt.h>

#include <cmath>
#include <cstdio>

#include "base/error.h"
#include "base/process.h"
#include "base/text.h"
#include "console/match_json.h"
#include "mcts/players/random_turns.h"
#include "nn/backend/devices.h"
#include "rules/files/rule_file.h"
#include "run/players/players.h"
#include "selfplay/match/match.h"
#include "stats/ratings/match_result.h"

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

MatchPlayers OpenMatchPlayers(const std::string& a, const std::string& b,
                              const MatchArguments& arguments, int worker) {
  PlayerSettings own = arguments.players;
  own.network.device = DeviceOfWorker(own.network.device, worker);
  MatchPlayers players{OpenPlayer(a, own), OpenPlayer(b, own)};
  if (const int replies = arguments.random_replies; replies > 0) {
    players.b = std::make_unique<RandomTurnsKind>(players.b->name(), std::move(players.b),
                                                  RandomTurns{.first = replies});
  }
  return players;
}

MatchOutcome PlayMatchOf(const MatchConfig& config, const MatchArguments& arguments,
                         const std::string& a, const std::string& b, const Interrupt& interrupt,
                         const std::function<void(const MatchOutcome& so_far)>& show) {
  MatchArguments own = arguments;
  PlayerSettings& settings = own.players;
  MatchConfig match = config;
  match.one_game_at_a_time = ThinksByTheClock(a, settings) || ThinksByTheClock(b, settings);
  settings.network.batch = match.one_game_at_a_time ? 1 : 2 * config.concurrent_pairs;
  for (const std::string& word : {a, b}) {  // here, where one thread shows progress
    if (const auto proof = ParseProofWord(word)) settings.proofs->Open(proof->file);
  }
  MatchOutcome so_far;
  const MatchHooks hooks{
      .new_players = [&](int worker) { return OpenMatchPlayers(a, b, own, worker); },
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

namespace {

const char* Describe(SprtDecision decision) {
  switch (decision) {
    case SprtDecision::kAcceptElo0:
      return "elo0";
    case SprtDecision::kAcceptElo1:
      return "elo1";
    case SprtDecision::kContinue:
      break;
  }
  return "undecided";
}

std::string TallyLine(const char* side, const Tally& tally) {
  return fmt::format("{:<10} {:>6} {:>6} {:>6} {:>7} {:>7.1f} %", side, tally.games(), tally.wins,
                     tally.draws, tally.losses, 100 * tally.Score());
}

}  // namespace

Json MatchToJson(const MatchOutcome& outcome, const SprtConfig& test) {
  const EloEstimate elo = EstimateElo(outcome.pairs);
  const Tally total = outcome.result.total();
  Json json = ToJson(outcome.result);
  json["score"] = total.Score();
  json["elo"] = elo.elo + 0.0;  // never -0.0
  json["elo_low"] = elo.low;
  json["elo_high"] = elo.high;
  json["pairs"] = outcome.pairs;
  json["plies"] = outcome.plies;
  if (outcome.sprt) {
    json["sprt"] = {{"elo0", test.elo0},
                    {"elo1", test.elo1},
                    {"llr", outcome.sprt->llr},
                    {"lower", outcome.sprt->lower},
                    {"upper", outcome.sprt->upper},
                    {"decision", Describe(outcome.sprt->decision)}};
  }
  return json;
}

std::string DescribeElo(const EloEstimate& elo) {
  const auto whole = [](double value) { return fmt::format("{:+.0f}", WholeElo(value)); };
  if (std::isfinite(elo.elo)) {
    return fmt::format("elo {}, 95 % interval {} to {}", whole(elo.elo), whole(elo.low),
                       whole(elo.high));
  }
  return elo.elo > 0 ? fmt::format("elo at least {} (95 %; all pairs won)", whole(elo.low))
                     : fmt::format("elo at most {} (95 %; all pairs lost)", whole(elo.high));
}

std::vector<std::string> FormatMatch(const MatchOutcome& outcome, const SprtConfig& test) {
  const MatchResult& result = outcome.result;
  const Tally total = result.total();
  const EloEstimate elo = EstimateElo(outcome.pairs);
  const bool has_stopped = outcome.sprt && outcome.sprt->decision != SprtDecision::kContinue;
  std::vector<std::string> lines = {
      fmt::format("{} against {}, {}", result.a, result.b, result.rules),
      "side        games   wins  draws  losses    score",
      TallyLine("attackers", result.a_attackers),
      TallyLine("defenders", result.a_defenders),
      TallyLine("both", total),
      DescribeElo(elo) + (has_stopped ? "; biased, because the test chose when to stop" : ""),
      Counted(std::lround(static_cast<double>(outcome.plies) / static_cast<double>(total.games())),
              "ply") +
          " per game"};
  if (outcome.sprt) {
    lines.push_back(fmt::format(
        "SPRT of elo0 {:g}, elo1 {:g}: {}, log-likelihood ratio {:.2f} in {:.2f} … {:.2f}",
        test.elo0, test.elo1, Describe(outcome.sprt->decision), outcome.sprt->llr,
        outcome.sprt->lower, outcome.sprt->upper));
  }
  return lines;
}

void ParseSprt(const std::string& text, SprtConfig* test) {
  char rest = 0;
  const int read = std::sscanf(text.c_str(), "%lf,%lf%c", &test->elo0, &test->elo1, &rest);
  constexpr double kMost = 2000;  // beyond it a score is nearly 0 or 1
  if (read == 2 && test->elo0 >= -kMost && test->elo0 < test->elo1 && test->elo1 <= kMost) return;
  throw UsageError(
      "--sprt: expected ELO0,ELO1 with ELO0 < ELO1, between -2000 and 2000, as in 0,20, got '" +
      text + "'");
}

}  // namespace raichi
