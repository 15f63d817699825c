#include "app/status/run_status.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>

#include "base/error.h"
#include "base/files/files.h"
#include "console/match_json.h"
#include "console/output.h"
#include "run/config/config.h"
#include "run/evaluation/match_log.h"
#include "run/files/folder.h"
#include "run/files/json_log.h"
#include "run/files/ledger.h"
#include "run/files/state.h"
#include "run/metrics/progress_log.h"
#include "run/sharing/folder_kind.h"
#include "run/sharing/stream_claim.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

/// Reads one part; if that fails, the facts lack it and have the error among their faults.
void TryToRead(RunFacts* facts, const std::function<void()>& read) {
  try {
    read();
  } catch (const Error& error) {
    facts->faults.push_back(error.what());
  }
}

void ReadModels(const fs::path& run, RunFacts* facts) {
  const std::vector<int> models = NumbersInFolder(run / "models");
  facts->models = static_cast<int>(models.size());
  if (!models.empty()) facts->newest_model = models.back();
  const Ledger ledger(run);
  if (!ledger.records().empty()) facts->games = ledger.records().back().games;
  const LedgerRecord* newest = ledger.Find(facts->newest_model);
  if (newest != nullptr && newest->progress.contains("time")) {
    facts->newest_time = newest->progress.at("time").get<double>();
  }
}

void ReadRating(const fs::path& run, RunFacts* facts) {
  const JsonLog matches(run / "metrics" / "matches.jsonl");
  if (matches.lines().empty()) return;
  std::vector<MatchResult> results;
  SeenPairs seen;
  matches.ForEach([&](const Json& line) {
    if (seen.Add(line)) results.push_back(MatchResultFromJson(line));
  });
  const RunConfig config = LoadRunConfig((run / "config.yaml").string(), {}, {}, run);
  const std::vector<std::string>& opponents = config.evaluation.opponents;
  const RatingTable table = RateResults(results, opponents);
  // A rating relative to a weaker player would be one of another scale.
  if (!opponents.empty() && table.anchor != opponents.back()) return;
  for (const Rating& rating : table.ratings) {
    if (!IsModelName(rating.player)) continue;
    const int model = std::stoi(rating.player);
    if (facts->rating && facts->rating->model > model) continue;
    facts->rating = {.model = model, .rating = rating.rating};
  }
}

/// Whether a process works, as far as its beat tells: `silent` is of StatusLimits.
bool IsAtWork(const Beat& beat, double now, double silent) {
  return !beat.HasEnded() && now - beat.time <= silent;
}

/// Lists all folders of shards, which a run with heartbeats does not need.
int64_t CountSetAside(const fs::path& games) {
  int64_t count = 0;
  for (const fs::path& folder : RunShards(games).Folders()) {
    for (const fs::path& file : ListFolder(folder)) {
      count += file.filename().native().find(".games.bad") != std::string::npos ? 1 : 0;
    }
  }
  return count;
}

}  // namespace

RunFacts ReadRunFacts(const fs::path& run, double now) {
  RequireRun(run);
  RunFacts facts{.run = run.string()};
  TryToRead(&facts, [&] { facts.is_finished = ReadRunState(run).finished; });
  TryToRead(&facts, [&] {
    Beats beats = ReadBeats(run);
    facts.beats = std::move(beats.beats);
    std::ranges::move(beats.faults, std::back_inserter(facts.faults));
  });
  TryToRead(&facts, [&] { ReadModels(run, &facts); });
  TryToRead(&facts, [&] { ReadRating(run, &facts); });
  const bool is_counted = std::ranges::any_of(facts.beats, [](const Beat& beat) {
    return beat.work.training && beat.work.training->set_aside;
  });
  if (!is_counted) TryToRead(&facts, [&] { facts.set_aside = CountSetAside(run / "games"); });
  const bool is_owned = std::ranges::any_of(facts.beats, [&](const Beat& beat) {
    return beat.OwnsRun() && IsAtWork(beat, now, StatusLimits().silent);
  });
  if (!is_owned) {
    TryToRead(&facts, [&] {
      facts.counted = GameCounter(run / "games").CountAll(std::max(facts.newest_model, 0));
    });
  }
  return facts;
}

namespace {

/// The job of a process, of which a run needs one: to own the run, to evaluate it, or to play a
/// stream of games.
std::string JobOf(const Beat& beat) {
  if (beat.OwnsRun()) return "owner";
  return beat.role + (beat.stream ? std::to_string(*beat.stream) : "");
}

std::string NameOf(const Beat& beat) {
  const std::string name = beat.OwnsRun()            ? "the trainer"
                           : beat.role == "selfplay" ? "player"
                                                     : "the evaluator";
  return name + " " + beat.Place();
}

/// Whether a process is a later start of the same task in a cluster, such as a requeued job.
bool IsNextStart(const Beat& next, const Beat& beat) {
  std::map<std::string, std::string> after = next.job, before = beat.job;
  if (before.empty() || next.role != beat.role) return false;
  const std::string restart = "SLURM_RESTART_COUNT";
  const bool is_restarted = after[restart] != before[restart];
  after.erase(restart);
  before.erase(restart);
  if (after != before) return false;
  return is_restarted ||
         (!before.contains("SLURM_JOB_ID") && next.process.host == beat.process.host);
}

class Judgement {
 public:
  Judgement(const RunFacts& facts, double now, const StatusLimits& limits)
      : facts_(facts), now_(now), limits_(limits) {
    status_.run = facts.run;
    status_.warnings = facts.faults;
  }

  RunStatus Pass() {
    ListProcesses();
    Count();
    FindReasons();
    Warn();
    if (facts_.is_finished) {
      status_.health = Health::kFinished;
    } else if (!status_.reasons.empty()) {
      status_.health = Health::kStalled;
    }
    return status_;
  }

 private:
  double AgeOf(const Beat& beat) const { return std::max(now_ - beat.time, 0.0); }
  bool IsSilent(const Beat& beat) const { return AgeOf(beat) > limits_.silent; }
  bool IsAtWork(const Beat& beat) const { return raichi::IsAtWork(beat, now_, limits_.silent); }

  bool IsReplaced(const Beat& beat) const {
    if (IsAtWork(beat)) return false;
    return std::ranges::any_of(facts_.beats, [&](const Beat& other) {
      const bool takes_over = JobOf(other) == JobOf(beat) || IsNextStart(other, beat);
      return takes_over && other.started > beat.started;
    });
  }

  void ListProcesses() {
    for (const Beat& beat : facts_.beats) {
      if (IsReplaced(beat)) continue;
      if (beat.OwnsRun() && (owner_ == nullptr || beat.started > owner_->started)) owner_ = &beat;
      if (beat.HasEnded()) {
        NoteEnded(beat);
      } else if (AgeOf(beat) > limits_.forgotten && !beat.OwnsRun()) {
        ++forgotten_;
      } else {
        status_.processes.push_back(
            {.beat = beat, .age = AgeOf(beat), .lag = LagOf(beat), .is_silent = IsSilent(beat)});
      }
    }
  }

  int LagOf(const Beat& beat) const {
    return beat.work.model < 0 ? -1 : std::max(facts_.newest_model - beat.work.model, 0);
  }

  void NoteEnded(const Beat& beat) {
    if (beat.work.state != work_state::kFailed || beat.OwnsRun()) return;
    if (AgeOf(beat) > limits_.forgotten) return;
    status_.warnings.push_back(NameOf(beat) + " failed " + FormatSeconds(AgeOf(beat)) +
                               " ago; its log tells why");
  }

  void Count() {
    for (const ProcessStatus& process : status_.processes) {
      const Beat& beat = process.beat;
      if (!beat.Plays() || !IsAtWork(beat)) continue;
      status_.games_per_second += beat.rates.games;
      status_.players += beat.work.state == work_state::kWaitingForSpace ? 0 : 1;
    }
    status_.games = facts_.games;
    status_.models = facts_.models;
    status_.newest_model = facts_.newest_model;
    status_.rating = facts_.rating;
    status_.set_aside = facts_.set_aside;
    if (facts_.newest_time) status_.model_age = std::max(now_ - *facts_.newest_time, 0.0);
    if (owner_ != nullptr) CountOf(*owner_);
  }

  void CountOf(const Beat& owner) {
    if (owner.model_seconds > 0) {
      status_.model_seconds = owner.model_seconds;
      status_.model_age = owner.model_age + AgeOf(owner);
    }
    if (!owner.work.training) return;
    const TrainingFacts& training = *owner.work.training;
    const int64_t later = std::max<int64_t>(facts_.counted - training.run_games, 0);
    status_.games = std::max(status_.games, training.run_games + later);
    status_.unread_games = training.unread_games + later;
    status_.staleness = training.staleness;
    status_.set_aside = training.set_aside.value_or(status_.set_aside);
    status_.late = training.late;
    status_.duplicates = training.duplicates;
  }

  void FindReasons() {
    if (facts_.is_finished) return;
    if (facts_.beats.empty()) return Blame("no process of this run has been heard of");
    if (owner_ == nullptr) return Blame("no trainer has been heard of");
    const Beat& owner = *owner_;
    const std::string age = FormatSeconds(AgeOf(owner));
    if (owner.work.state == work_state::kFailed) {
      return Blame(NameOf(owner) + " failed " + age + " ago; logs/raichi.log tells why");
    }
    if (owner.HasEnded()) {
      return Blame(NameOf(owner) + " ended " + age + " ago, before the run was finished");
    }
    if (IsSilent(owner)) return Blame(NameOf(owner) + " has not been heard of for " + age);
    const double in_state = owner.state_seconds + AgeOf(owner);
    if (owner.work.state == work_state::kWaitingForGames && in_state > limits_.silent &&
        status_.players == 0) {
      Blame(NameOf(owner) + " has waited for games for " + FormatSeconds(in_state) +
            ", and no player is at work");
    }
    FindSlowModel(owner);
  }

  void FindSlowModel(const Beat& owner) {
    const double since = owner.model_age + AgeOf(owner);
    const double longest =
        std::max(limits_.model_seconds, limits_.model_factor * owner.model_seconds);
    if (owner.model_seconds <= 0 || since <= longest) return;
    if (owner.work.state.starts_with(work_state::kEvaluating)) return;
    Blame("no new model for " + FormatSeconds(since) + "; the last ones took " +
          FormatSeconds(owner.model_seconds) + " each");
  }

  void Blame(const std::string& reason) { status_.reasons.push_back(reason); }

  void Warn() {
    std::map<std::string, double> ahead;  // seconds, by host
    for (const Beat& beat : facts_.beats) {
      double& most = ahead[beat.process.host];
      most = std::max(most, beat.time - now_);
    }
    for (const auto& [host, seconds] : ahead) {
      if (seconds <= limits_.clock_ahead) continue;
      status_.warnings.push_back("beats of " + host + " lie " + FormatSeconds(seconds) +
                                 " in the future: its clock and this machine's differ, and so do "
                                 "the ages shown");
    }
    WarnOfSilence();
    if (status_.staleness && status_.staleness->mean > kStaleMean) {
      status_.warnings.push_back(
          fmt::format("the games that training reads are {:.1f} models old on average (more than "
                      "{:.0f}): give it fewer players, or train faster",
                      status_.staleness->mean, kStaleMean));
    }
  }

  void WarnOfSilence() {
    for (const ProcessStatus& process : status_.processes) {
      const Beat& beat = process.beat;
      if (process.is_silent && (!beat.OwnsRun() || facts_.is_finished)) {
        status_.warnings.push_back(NameOf(beat) + " has not been heard of for " +
                                   FormatSeconds(process.age));
      } else if (!process.is_silent && beat.work.state == work_state::kWaitingForSpace) {
        status_.warnings.push_back(NameOf(beat) + " waits for disk space");
      }
    }
    if (forgotten_ == 0) return;
    status_.warnings.push_back(fmt::format(
        "{} more {} not been heard of for more than {}", forgotten_,
        forgotten_ == 1 ? "process has" : "processes have", FormatSeconds(limits_.forgotten)));
  }

  const RunFacts& facts_;
  const double now_;
  const StatusLimits limits_;
  const Beat* owner_ = nullptr;  // the process that owns the run, or owned it last
  int forgotten_ = 0;
  RunStatus status_;
};

}  // namespace

std::string ToString(Health health) {
  switch (health) {
    case Health::kRunning:
      return "running";
    case Health::kStalled:
      return "stalled";
    case Health::kFinished:
      break;
  }
  return "finished";
}

RunStatus JudgeRun(const RunFacts& facts, double now, const StatusLimits& limits) {
  return Judgement(facts, now, limits).Pass();
}

}  // namespace raichi
