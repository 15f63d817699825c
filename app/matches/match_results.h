#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/matches/match_runs.h"
#include "console/interrupt.h"
#include "console/output.h"
#include "run/files/json_log.h"
#include "run/sharing/run_lock.h"

namespace raichi {

/// What stands behind the names in a result. Empty where its line does not say so.
struct ResultIds {
  std::string a, b;                       // WeightsChecksum of models
  std::string rules;                      // RulesId
  std::optional<int> opening_plies = {};  // random ones
  std::optional<uint64_t> seed = {};      // of the match
  std::optional<uint64_t> first_pair = {};
};
/// Returns the WeightsChecksum of a player's model; an empty text for other kinds of players.
std::string WeightsOf(const std::string& word, const PlayerSettings& settings);
/// Adds them to the JSON of a result.
void AddIds(const ResultIds& ids, Json* line);

/// The results of a tournament, kept in a file of JSON lines if one is named, so that the
/// tournament can be stopped, continued and extended.
class MatchResults {
 public:
  enum class Access { kRead, kAdd };
  /// Reads the results in `file`; an empty name means no file. A line that repeats pairs of games
  /// of an earlier line does not count, and a warning says so. Throws Error naming a line that is
  /// not a result. With kAdd, also throws Error if the file cannot be written or another process
  /// adds to it.
  MatchResults(const std::string& file, Access access);

  /// Notes the weights (WeightsChecksum) of the model that plays under this name. From then on its
  /// results with other weights do not count, and a warning says so. Results of older programs,
  /// which do not name weights, still count. Only the first call for a name has an effect.
  void Identify(const std::string& player, const std::string& weights);
  bool IsIdentified(const std::string& player) const { return weights_.contains(player); }
  /// The same for the rules that have this DistinctName: from then on results under other rules of
  /// the name do not count.
  void Identify(const Rules& rules);

  /// For each player and each name of rules that Identify was not told of, leaves out the results
  /// with other weights or rules than the newest result of it, likewise with a warning. Also warns
  /// of a model that has other weights by now.
  void LeaveOutOlder();

  /// Throws UsageError if a result under the rules of this name says that its games began with
  /// another number of random plies.
  void RequireOpenings(int random_plies, const std::string& rules) const;

  /// Adds the result of a match, which has the DistinctName of its rules.
  void Add(const MatchResult& result, const MatchConfig& match);
  /// Number of pairs of games that the two have played, in whichever order they were named.
  uint64_t PairsBetween(const std::string& a, const std::string& b, const std::string& rules) const;
  /// The first pair of the match that continues theirs.
  uint64_t NextPair(const std::string& a, const std::string& b, const std::string& rules) const;
  const std::vector<MatchResult>& all() const { return results_; }

 private:
  void ForEachBetween(const std::string& a, const std::string& b, const std::string& rules,
                      const std::function<void(uint64_t pairs, const ResultIds& ids)>& use) const;
  void IdentifyRules(const std::string& name, const std::string& id);
  void LeaveOut(const std::function<bool(const MatchResult&, const ResultIds&)>& is_other,
                const std::string& why);

  std::optional<RunLock> lock_;  // while results are added
  std::optional<JsonLog> log_;
  std::vector<MatchResult> results_;
  std::vector<ResultIds> ids_;                  // of each result
  std::map<std::string, std::string> weights_;  // present weights, by the player's name
  std::map<std::string, std::string> rules_;    // present RulesId, by the name of the rules
};

/// Two players: the words that open them, and their names in the results.
struct Pairing {
  std::string a, b;
  std::string a_name, b_name;
};

/// Notes the weights of a player's model, if it is one (MatchResults::Identify).
void IdentifyPlayer(const std::string& word, const std::string& name,
                    const PlayerSettings& settings, MatchResults* results);

/// Plays pairs until the results have `arguments.pairs` of them. They get the next openings, so all
/// pairings of a seed have the same openings, however often they were stopped. Calls `show` now and
/// then with the current state and the number of pairs. On an interrupt the finished pairs are
/// kept; an exception of a player loses those of this pairing.
void PlayMissingPairs(const Pairing& pairing, const MatchArguments& arguments,
                      const Interrupt& interrupt,
                      const std::function<void(const MatchOutcome& so_far, uint64_t pairs)>& show,
                      MatchResults* results);

/// Plays every player against every other, except for games that the results already contain.
/// Construct it before any other thread exists (Interrupt).
class RoundRobin {
 public:
  /// `words` name the players. Warns of models that were not trained on the rules, and identifies
  /// the rules to the results. Throws UsageError if a word names no player or two words name the
  /// same.
  RoundRobin(const std::vector<std::string>& words, MatchArguments arguments,
             MatchResults* results);

  /// The same together with other processes, in blocks in `folder` (match_blocks.h), of which the
  /// results are added to `file`. After an interrupt, adds nothing.
  bool PlayTogether(const std::filesystem::path& folder, const std::filesystem::path& file);

  /// Adds to the results what they lack; after an interrupt, only the finished pairs. Returns true
  /// if nothing is missing.
  bool Play();

 private:
  uint64_t PairsMissing(size_t i, size_t j) const;
  uint64_t PairsMissing() const;  // of all pairings
  void PlayPairing(size_t i, size_t j);
  void Show(size_t i, size_t j, const MatchOutcome& so_far, uint64_t pairs);

  Interrupt interrupt_;
  std::vector<std::string> words_, names_;  // the words are pinned (PinnedWord)
  MatchArguments arguments_;
  MatchResults* results_;
  Progress progress_;
  size_t pairing_ = 0;
  std::string rules_name_;  // in the results
  WorkClock clock_{0};      // of the pairs that the results lacked at first
};

}  // namespace raichi
