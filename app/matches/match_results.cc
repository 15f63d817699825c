#include "app/matches/match_results.h"

#include "console/match_json.h"

namespace raichi {

MatchResults::MatchResults(const std::string& file) {
  if (file.empty()) return;
  log_.emplace(file);
  for (const Json& line : log_->lines()) results_.push_back(MatchResultFromJson(line));
}

void MatchResults::Add(const MatchResult& result) {
  results_.push_back(result);
  if (log_) log_->Append(ToJson(result));
}

uint64_t MatchResults::PairsBetween(const std::string& a, const std::string& b,
                                    const std::string& rules) const {
  uint64_t games = 0;
  for (const MatchResult& result : results_) {
    const bool same = (result.a == a && result.b == b) || (result.a == b && result.b == a);
    if (same && result.rules == rules) games += result.total().games();
  }
  return games / 2;
}

void PlayMissingPairs(const Pairing& pairing, const MatchArguments& arguments,
                      const Interrupt& interrupt,
                      const std::function<void(const MatchReport& so_far, uint64_t pairs)>& show,
                      MatchResults* results) {
  MatchConfig config = MatchOf(arguments);
  const uint64_t known =
      results->PairsBetween(pairing.a_name, pairing.b_name, DistinctName(*config.rules));
  if (known >= arguments.pairs) return;
  config.pairs = arguments.pairs - known;
  config.first_pair = known;
  MatchReport report = PlayMatchOf(config, arguments, pairing.a, pairing.b, interrupt,
                                   [&](const MatchReport& so_far) { show(so_far, config.pairs); });
  if (report.num_pairs() == 0) return;
  report.result.a = pairing.a_name;
  report.result.b = pairing.b_name;
  results->Add(report.result);
}

}  // namespace raichi
