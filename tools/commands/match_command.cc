#include <cmath>
#include <cstdio>
#include <memory>
#include <string>

#include "console/match_json.h"
#include "console/output.h"
#include "console/progress.h"
#include "rules/error.h"
#include "selfplay/records/files.h"
#include "selfplay/records/shard.h"
#include "tools/commands/commands.h"
#include "tools/commands/match_arguments.h"

namespace raichi {
namespace {

struct MatchOptions {
  std::string a, b;
  MatchArguments match;
  std::string sprt;
  SprtConfig test;
  std::string records;
  bool json = false;
};

/// `0,20`: the two hypotheses.
void ParseSprt(const std::string& text, SprtConfig* test) {
  char rest = 0;
  const int read = std::sscanf(text.c_str(), "%lf,%lf%c", &test->elo0, &test->elo1, &rest);
  if (read == 2 && std::isfinite(test->elo0) && test->elo0 < test->elo1) return;
  throw UsageError("--sprt: expected ELO0,ELO1 with ELO0 < ELO1, as in 0,20, got '" + text + "'");
}

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

Json ReportToJson(const MatchReport& report, const SprtConfig& test) {
  const EloEstimate elo = EstimateElo(report.pairs);
  const Tally total = report.result.total();
  Json json = ToJson(report.result);
  json["score"] = total.Score();
  json["elo"] = elo.elo;
  json["elo_low"] = elo.low;
  json["elo_high"] = elo.high;
  json["pairs"] = report.pairs;
  json["plies"] = report.plies;
  if (report.sprt) {
    json["sprt"] = {{"elo0", test.elo0},           {"elo1", test.elo1},
                    {"llr", report.sprt->llr},     {"lower", report.sprt->lower},
                    {"upper", report.sprt->upper}, {"decision", Describe(report.sprt->decision)}};
  }
  return json;
}

void PrintTally(const char* side, const Tally& tally) {
  PrintLine(fmt::format("{:<10} {:>6} {:>6} {:>6} {:>7} {:>7.1f} %", side, tally.games(),
                        tally.wins, tally.draws, tally.losses, 100 * tally.Score()));
}

void PrintReport(const MatchReport& report, const SprtConfig& test) {
  const MatchResult& result = report.result;
  const Tally total = result.total();
  const EloEstimate elo = EstimateElo(report.pairs);
  PrintLine(fmt::format("{} against {}, {}", result.a, result.b, result.rules));
  PrintLine("side        games   wins  draws  losses    score");
  PrintTally("attackers", result.a_attackers);
  PrintTally("defenders", result.a_defenders);
  PrintTally("both", total);
  PrintLine(
      fmt::format("elo {:+.0f}, 95 % interval {:+.0f} to {:+.0f}", elo.elo, elo.low, elo.high));
  PrintLine(fmt::format("{:.0f} plies a game",
                        static_cast<double>(report.plies) / static_cast<double>(total.games())));
  if (!report.sprt) return;
  PrintLine(fmt::format(
      "SPRT of elo0 {:g}, elo1 {:g}: {}, log-likelihood ratio {:.2f} in {:.2f} … {:.2f}", test.elo0,
      test.elo1, Describe(report.sprt->decision), report.sprt->llr, report.sprt->lower,
      report.sprt->upper));
}

void RunMatchCommand(MatchOptions options) {
  const Interrupt interrupt;
  MatchConfig config = MatchOf(options.match);
  config.keep_records = !options.records.empty();
  if (config.keep_records) CheckWritable(options.records);
  if (!options.sprt.empty()) {
    ParseSprt(options.sprt, &options.test);
    config.sprt = options.test;
  }
  const std::string names = PlayerName(options.a, options.match.players) + " against " +
                            PlayerName(options.b, options.match.players);
  WarnOfUntrained({options.a, options.b}, *config.rules);
  Progress progress;
  const MatchReport report = PlayMatchOf(
      config, options.match, options.a, options.b, interrupt, [&](const MatchReport& so_far) {
        if (progress.IsDue()) progress.Show(names + ": " + DescribeProgress(so_far, config.pairs));
      });
  progress.Finish();
  if (report.num_pairs() == 0) throw Error("match: stopped before the first pair was over");
  if (config.keep_records) WriteShard(options.records, report.records);
  options.json ? PrintJson(ReportToJson(report, options.test)) : PrintReport(report, options.test);
}

}  // namespace

void AddMatchCommand(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("match", "Play side-swapped pairs between two players");
  auto options = std::make_shared<MatchOptions>();
  command->add_option("a", options->a, std::string("Player: ") + kPlayerWords)->required();
  command->add_option("b", options->b, "Player")->required();
  AddMatchOptions(*command, &options->match);
  CLI::Option* sprt =
      command->add_option("--sprt", options->sprt, "Stop once it is clear which elo A is nearer to")
          ->type_name("ELO0,ELO1");
  command->add_option("--alpha", options->test.alpha, "Probability of accepting elo1 wrongly")
      ->check(CLI::Range(0.0001, 0.5))
      ->capture_default_str()
      ->needs(sprt);
  command->add_option("--beta", options->test.beta, "Probability of accepting elo0 wrongly")
      ->check(CLI::Range(0.0001, 0.5))
      ->capture_default_str()
      ->needs(sprt);
  command->add_option("--records", options->records, "Keep the games in this shard")
      ->type_name("FILE");
  command->add_flag("--json", options->json, "One JSON object");
  command->callback([options] { RunMatchCommand(*options); });
}

}  // namespace raichi
