#include "app/balance/study/play_study.h"

#include <spdlog/fmt/fmt.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "app/balance/study/facts.h"
#include "base/process.h"
#include "base/threads.h"
#include "console/output.h"
#include "nn/backend/devices.h"
#include "run/sharing/blocks.h"
#include "selfplay/match/match.h"
#include "selfplay/records/shard.h"
#include "stats/balance/score_estimate.h"

namespace raichi {
namespace {

using Lock = std::unique_lock<std::mutex>;
using Clock = std::chrono::steady_clock;

/// The two players of a pairing. Equal ones share one evaluator, so that it gets whole batches.
struct OpenPlayers {
  std::unique_ptr<PlayerKind> a, b;

  OpenPlayers(const std::string& word_a, const std::string& word_b, const PlayerSettings& settings)
      : a(OpenPlayer(word_a, settings)) {
    if (word_b != word_a) b = OpenPlayer(word_b, settings);
  }
  const PlayerKind& second() const { return b ? *b : *a; }
};

/// Returns the missing units of a rule set's first incomplete round after the first `*rounds` ones;
/// nothing if no further round is needed. Counts the rounds that it passes in `*rounds`, the
/// incomplete one too.
std::vector<StudyUnit> NextMissing(const Study& study, size_t rules, int* rounds) {
  std::vector<StudyUnit> missing;
  while (missing.empty() && (*rounds == 0 || NeedsRound(study, rules, *rounds))) {
    missing = UnitsOfRound(study.design(), rules, (*rounds)++, study.plan());
    std::erase_if(missing, [&](const StudyUnit& unit) { return study.IsDone(unit); });
  }
  return missing;
}

/// State of one call of PlayStudy.
class StudySession {
 public:
  StudySession(const Study& study, PlayerSettings settings, const Interrupt& interrupt)
      : study_(study),
        settings_(std::move(settings)),
        interrupt_(interrupt),
        queue_(study.folder()) {
    const StudyPlan::Openings& openings = study.plan().openings;
    const float half_life = static_cast<float>(openings.plies) / 2;
    settings_.network.precision = "f32";  // the same games on every machine of one kind
    settings_.temperature = {1, 0, half_life, static_cast<float>(openings.within)};
    rounds_.resize(study.design().rules.size());
    for (size_t i = 0; i < rounds_.size(); ++i) Advance(i);
  }

  bool Run(int workers) {
    crew_.Run(
        workers, [this](int worker, const std::stop_token& stop) { Play(worker, stop); },
        [this] { return Attend(); });
    return open_rules_ == 0;
  }

 private:
  /// The work on a rule set.
  struct Rounds {
    int begun = 0;
    size_t missing = 0;  // units of the last round
  };

  void Play(int worker, const std::stop_token& stop) {
    PlayerSettings settings = settings_;
    settings.network.device = DeviceOfWorker(settings.network.device, worker);
    while (!stop.stop_requested()) {
      const std::optional<BlockQueue::Turn> turn = queue_.Next();
      if (!turn) {
        if (IsOver()) return;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        continue;
      }
      const StudyUnit unit = UnitOf(turn->number);
      if (!turn->claim || PlayUnit(unit, settings, stop)) Finish(unit, turn->claim != nullptr);
    }
  }

  StudyUnit UnitOf(size_t number) {
    const Lock lock(crew_.mutex());
    return units_[number];
  }

  void Finish(const StudyUnit& unit, bool is_own) {
    const Lock lock(crew_.mutex());
    finished_.push_back(unit.pairing.rules);
    games_ += 2 * unit.pairs;
    if (is_own) own_games_ += 2 * unit.pairs;
    crew_.Notify();
  }

  /// Returns false, and writes nothing, if it was stopped.
  bool PlayUnit(const StudyUnit& unit, PlayerSettings settings, const std::stop_token& stop) const {
    const MatchConfig match = MatchOf(unit, study_.plan());
    settings.network.batch = 2 * match.concurrent_pairs;
    const StudyPairing& pairing = unit.pairing;
    const OpenPlayers players(study_.WordOf(pairing, pairing.a), study_.WordOf(pairing, pairing.b),
                              settings);
    const MatchOutcome outcome = PlayMatch(match, *players.a, players.second(), {},
                                           [&stop] { return stop.stop_requested(); });
    if (outcome.num_pairs() < unit.pairs) return false;
    PublishBlock(study_.FileOf(unit), ShardBytes(outcome.records));
    return true;
  }

  bool IsOver() {
    const Lock lock(crew_.mutex());
    return open_rules_ == 0;
  }

  bool Attend() {
    std::vector<size_t> finished;
    {
      const Lock lock(crew_.mutex());
      finished.swap(finished_);
    }
    for (const size_t rules : finished) {
      if (--rounds_[rules].missing > 0) continue;
      Advance(rules);
      CloseRound();  // only now, so that the workers do not take the study for finished
    }
    Show();
    return !interrupt_.IsRequested();
  }

  void CloseRound() {
    const Lock lock(crew_.mutex());
    --open_rules_;
  }

  /// Begins the next round of a rule set that has units to be played, if there is one.
  void Advance(size_t rules) {
    Rounds& of = rounds_[rules];
    std::vector<StudyUnit> missing = NextMissing(study_, rules, &of.begun);
    if (missing.empty()) return;
    of.missing = missing.size();
    const Lock lock(crew_.mutex());
    ++open_rules_;
    for (StudyUnit& unit : missing) {
      total_games_ += 2 * unit.pairs;
      queue_.Add(study_.FileOf(unit), units_.size());
      units_.push_back(std::move(unit));
    }
  }

  void Show() {
    if (!progress_.IsDue()) return;
    const Lock lock(crew_.mutex());
    const double seconds = SecondsSince(begin_);
    std::string text = fmt::format("{} of {} games", games_, total_games_);
    if (games_ > 0) {
      const double left = static_cast<double>(total_games_ - games_) / static_cast<double>(games_);
      text += fmt::format(", {}, {:.1f} games/s", FormatTimeLeft(left * seconds),
                          static_cast<double>(games_) / seconds);
    }
    text += fmt::format("; {} of {} rule sets need more games", open_rules_, rounds_.size());
    if (games_ > own_games_) {
      text += fmt::format("; other processes played {}", games_ - own_games_);
    }
    progress_.Show(text);
  }

  const Study& study_;
  PlayerSettings settings_;
  const Interrupt& interrupt_;
  BlockQueue queue_;
  Progress progress_;
  const Clock::time_point begin_ = Clock::now();
  std::vector<Rounds> rounds_;  // by rule set; used by the calling thread
  Crew crew_;
  // Guarded by the crew's mutex:
  std::vector<StudyUnit> units_;  // by their numbers in the queue
  std::vector<size_t> finished_;  // the rule sets of finished units
  size_t open_rules_ = 0;         // rule sets in a round
  uint64_t games_ = 0, own_games_ = 0, total_games_ = 0;
};

}  // namespace

bool NeedsRound(const Study& study, size_t rules, int rounds) {
  const StudyPlan& plan = study.plan();
  const int most = MostRounds(plan);
  if (rounds >= most || HasOneRound(study.design().rules[rules], plan)) return false;
  const std::string main = MainFamilyOf(plan);
  const CrossPlay play =
      PlayedGames(study, rules, rounds).Equals(main, TopLevelOf(plan), plan.main, SeedsOf(plan));
  if (play.games.size() == 1) return false;  // all were the same game, so others would be too
  const ScoreEstimate score = EstimateScore(play);
  if ((score.high - score.low) / 2 <= plan.stop.half_width) return false;
  const double level = 1 - 0.05 / most;
  const ScoreEstimate wide = EstimateScore(play, {}, level);
  return wide.low < 0.5 - plan.stop.equivalence || wide.high > 0.5 + plan.stop.equivalence;
}

uint64_t MissingGames(const Study& study) {
  uint64_t games = 0;
  for (size_t rules = 0; rules < study.design().rules.size(); ++rules) {
    int rounds = 0;
    for (const StudyUnit& unit : NextMissing(study, rules, &rounds)) games += 2 * unit.pairs;
  }
  return games;
}

WorkStatus StatusOf(const Study& study) {
  std::vector<std::filesystem::path> blocks;
  uint64_t recorded = 0;
  for (size_t rules = 0; rules < study.design().rules.size(); ++rules) {
    int rounds = 0;
    NextMissing(study, rules, &rounds);
    for (int round = 0; round < rounds; ++round) {
      for (const StudyUnit& unit : UnitsOfRound(study.design(), rules, round, study.plan())) {
        if (study.Recorded(unit) != nullptr) {
          ++recorded;
        } else {
          blocks.push_back(study.FileOf(unit));
        }
      }
    }
  }
  WorkStatus status = StatusOfBlocks(study.folder(), "study", blocks);
  status.done += recorded;
  if (!status.IsFinished()) status.note = "further rounds may follow, as the games turn out";
  return status;
}

bool PlayStudy(const Study& study, int workers, const PlayerSettings& settings,
               const Interrupt& interrupt) {
  return StudySession(study, settings, interrupt).Run(workers > 0 ? workers : CountCores());
}

}  // namespace raichi
