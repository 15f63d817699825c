#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "base/files/files.h"
#include "console/output.h"
#include "run/config/config.h"
#include "run/evaluation/match_log.h"
#include "run/files/folder.h"
#include "run/files/ledger.h"
#include "run/metrics/progress_log.h"
#include "run/sharing/shared_matches.h"
#include "selfplay/match/match.h"

namespace raichi {

/// One evaluation of a run.
struct EvaluationTask {
  int model = 0;
  int pairs = 0;  // of games against each opponent under each rule set
  bool operator==(const EvaluationTask&) const = default;
};

/// Returns the evaluations that a run is to have when its folder holds `models`: those of the
/// models whose number `evaluation.every` divides, and, if the run is finished, that of the last
/// model with `evaluation.final_pairs`. Ascending; each model at most once, and never model 0.
std::vector<EvaluationTask> EvaluationsOf(const EvaluationConfig& config,
                                          const std::vector<int>& models, bool is_finished);

/// The evaluation part of a run: plays models against the fixed players and against earlier models,
/// stores the results in metrics/matches.jsonl, one line per match, and rates all players from
/// them. A result counts for a model only if it was played with the model's present weights. The
/// process must hold the run's lock `evaluate` while it calls anything but Help, so that no match
/// is played twice.
///
/// `raichi evaluate` offers its matches to others, which play blocks of them (SharedMatches):
///   evaluation/000012-CHECKSUM/match.json    what the games depend on, with the CHECKSUM of it
///   evaluation/000012-CHECKSUM/000004.games  a block: the games of four pairs
///   evaluation/claims/                       who plays which block
/// An offer is removed when its result is in matches.jsonl. If its process dies before, the next
/// holder of the lock goes on with it, or records its finished pairs if it has other matches to
/// play.
class RunEvaluator {
 public:
  /// Called a few times a second with a description of the time left and of the match that is being
  /// played; returning true ends the evaluation early.
  using Tick = std::function<bool(const std::string& what)>;

  /// For the run's owner, `ledger` is the run's; each result is appended to it first and then to
  /// metrics/matches.jsonl, and damaged models are set aside. For another process it is null: the
  /// next start of the owner takes the results into the ledger; damaged earlier models are passed
  /// over, and the result of a match is left out if the owner replaced a model meanwhile. All
  /// arguments must outlive the evaluator.
  RunEvaluator(const RunConfig& config, const RunFolder& folder, Ledger* ledger);

  /// Plays the matches of a model that are not in matches.jsonl yet: `pairs` pairs of games against
  /// each opponent under each rule set. Returns false if `stop` or `tick` ended it early; the pairs
  /// that were finished are kept.
  bool Evaluate(int model, int pairs, const std::stop_token& stop, const Tick& tick);
  /// Records the finished pairs of all offers, and removes them. Call it once before the lock is
  /// given back, because a helper may have made the folder of an offer again.
  void EndOffers();
  /// For a process without the lock: plays blocks of the matches that the lock's holder offers,
  /// until they are done or no longer offered.
  void Help(const std::stop_token& stop, const Tick& tick);
  /// The model that was evaluated last, or is now; -1: none.
  int model() const { return model_; }
  /// Whether matches.jsonl holds all of these matches.
  bool IsEvaluated(int model, int pairs);
  /// Reads the results again that other processes may have added. Evaluate does so too.
  void Reload();
  /// Games that this object has played.
  int64_t games_played() const { return games_played_; }

  /// Returns the ratings of all players so far, which are none before the first match.
  RatingTable Ratings() const { return RateResults(Results(), config_.evaluation.opponents); }
  /// Returns the rated results of one model, summed for each opponent and rule set.
  std::vector<MatchResult> ResultsOf(int model) const {
    return SumResultsOf(RatedResults(Results(), config_.evaluation.opponents),
                        RunFolder::Numbered(model));
  }

 private:
  struct MissingMatch {
    std::string opponent;
    RulesPtr rules;
    uint64_t first_pair;
    uint64_t pairs;  // to play
  };

  std::vector<MatchResult> Results() const;
  std::vector<std::string> OpponentsOf(int model) const;
  bool CanPlay(const std::string& model) const;
  bool IsUnchanged(const std::string& player, const std::string& weights) const;
  void Record(Json line);
  /// Returns the WeightsChecksum of a model of the run, or an empty text for a fixed player.
  std::string WeightsOf(const std::string& player);
  /// Returns the precision of all evaluators' networks: `auto` may differ among machines.
  std::string Precision() const;
  Json ToLine(const MatchResult& result, const Rules& rules, uint64_t first_pair);
  using Pairing = std::pair<std::string, RulesPtr>;  // an opponent, and the rules
  struct PlayedPairs {
    uint64_t count = 0;
    uint64_t next = 0;  // the number after the largest; more than `count` if lines were lost
  };
  /// Returns the pairs in matches.jsonl between `a` and each opponent with their present weights,
  /// under the run's rules.
  std::map<Pairing, PlayedPairs> PairsPlayed(const std::string& a,
                                             const std::vector<std::string>& opponents);
  /// Returns the matches of a model that lack some of so many pairs.
  std::vector<MissingMatch> Missing(int model, uint64_t pairs);
  /// `clock` counts the pairs of all missing matches.
  bool PlayMatch(int model, const MissingMatch& missing, const WorkClock& clock,
                 const std::stop_token& stop, const Tick& tick);
  MatchConfig ConfigOf(int model, const MissingMatch& missing) const;
  static std::string Describe(const std::string& time_left, int model, const MissingMatch& match,
                              uint64_t done);

  /// A match that others may help with.
  struct Offer {
    int model = 0;
    MissingMatch match;
    Json plan;
    std::filesystem::path folder;
    std::array<FileStamp, 2> stamps;  // of the models' files, when their weights were read
  };
  std::filesystem::path OffersFolder() const { return folder_.path() / "evaluation"; }
  Offer OfferOf(int model, const MissingMatch& match);
  /// Returns the offers of which this process would play the same games.
  std::vector<Offer> Offers();
  std::optional<Offer> ReadOffer(const std::filesystem::path& folder);
  std::vector<Offer> OffersOf(int model, uint64_t pairs);
  void EndOffersExcept(const std::vector<Offer>& wanted);
  std::array<FileStamp, 2> StampsOf(const std::string& a, const std::string& b) const;
  bool HasItsWeights(const Offer& offer) const;
  bool Stands(const Offer& offer) const;
  bool EvaluateTogether(const std::vector<Offer>& offers, const std::stop_token& stop,
                        const Tick& tick);
  std::vector<SharedMatch> ToShared(const std::vector<Offer>& offers) const;
  SharedMatches::Hooks HooksFor(const std::vector<Offer>& offers) const;
  /// Returns false if it ended early. Calls `attend` a few times a second.
  bool Play(const std::vector<Offer>& offers, SharedMatches* matches, const std::stop_token& stop,
            const Tick& tick, const std::function<void()>& attend);
  void Finish(const Offer& offer, const MatchOutcome& outcome);
  std::unique_ptr<PlayerKind> OpenPlayer(const std::string& word, int worker,
                                         int games_at_once) const;

  const RunConfig& config_;
  const RunFolder& folder_;
  Ledger* ledger_;
  const std::vector<RulesPtr> rules_;  // without repeats
  const MatchLog log_;
  std::vector<Json> lines_;  // of the log, when it was last read or written
  int64_t games_played_ = 0;
  int model_ = -1;
  bool has_noted_offers_ = false;               // with which it cannot help
  std::map<std::string, std::string> weights_;  // results of WeightsOf by model
};

}  // namespace raichi
