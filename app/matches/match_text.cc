#include "app/matches/match_text.h"

#include <spdlog/fmt/fmt.h>

#include <cmath>
#include <cstdio>

#include "base/counted.h"
#include "base/error.h"
#include "console/match_json.h"
#include "selfplay/ratings/elo_text.h"

namespace raichi {
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
