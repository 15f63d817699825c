#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/matches/match_runs.h"
#include "console/interrupt.h"
#include "run/files/json_log.h"

namespace raichi {

/// The results of a tournament, in a file of JSON lines if one is named: it can be stopped, gone on
/// with and added to.
class MatchResults {
 public:
  /// Reads what the file holds; empty: no file. Throws Error naming a line that is no result.
  explicit MatchResults(const std::string& file);

  void Add(const MatchResult& result);
  /// Pairs of games that the two have played, whichever was named first.
  uint64_t PairsBetween(const std::string& a, const std::string& b, const std::string& rules) const;
  const std::vector<MatchResult>& all() const { return results_; }

 private:
  std::optional<JsonLog> log_;
  std::vector<MatchResult> results_;
};

/// Two players: the words that open them, and what the results call them.
struct Pairing {
  std::string a, b;
  std::string a_name, b_name;
};

/// Plays what the results lack of `arguments.pairs` pairs: those with the next openings, so that
/// all pairings of a seed get the same, however often they were stopped. `show` hears now and then
/// how the match stands, and of how many pairs. On an interrupt the pairs that are over are kept.
void PlayMissingPairs(const Pairing& pairing, const MatchArguments& arguments,
                      const Interrupt& interrupt,
                      const std::function<void(const MatchReport& so_far, uint64_t pairs)>& show,
                      MatchResults* results);

}  // namespace raichi
