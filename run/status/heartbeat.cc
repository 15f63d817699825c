#include "run/status/heartbeat.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <iterator>
#include <string_view>
#include <vector>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/output_file.h"
#include "base/rng.h"
#include "base/text.h"
#include "console/log.h"
#include "run/sharing/run_lock.h"
#include "run/sharing/stream_claim.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr double kRateSeconds = 60;         // over which rates are measured
constexpr double kKeptSeconds = 24 * 3600;  // for which the beats of others are kept
constexpr size_t kGapsKept = 9;

template <typename Clock>
double SecondsOf() {
  return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
}

double MedianOf(const std::deque<double>& values) {
  if (values.empty()) return 0;
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  return sorted[sorted.size() / 2];
}

}  // namespace

double Clocks::WallSeconds() { return SecondsOf<std::chrono::system_clock>(); }
double Clocks::SteadySeconds() { return SecondsOf<std::chrono::steady_clock>(); }

Heartbeat::Heartbeat(fs::path run_folder, const std::string& role, std::optional<int> stream,
                     Clocks clocks)
    : run_folder_(std::move(run_folder)),
      clocks_(std::move(clocks)),
      exceptions_(std::uncaught_exceptions()) {
  beat_.role = role;
  beat_.process = ThisProcess();
  beat_.job = ClusterJob();
  beat_.stream = stream;
  beat_.started = clocks_.wall();
  beat_.work.state = work_state::kStarting;
  state_began_ = model_began_ = clocks_.steady();
  Prune();
  Write();
}

Heartbeat::~Heartbeat() {
  beat_.work.state =
      std::uncaught_exceptions() > exceptions_ ? work_state::kFailed : work_state::kEnded;
  state_began_ = clocks_.steady();
  measured_.clear();
  Write();
}

/// Whether a process of this machine did the same job and has ended. Claimed streams are never used
/// again, so another one takes their place.
bool Heartbeat::IsReplaced(const Beat& other) const {
  const auto is_claimed = [](const Beat& beat) {
    return beat.stream && *beat.stream >= kFirstClaimedStream;
  };
  return other.role == beat_.role && other.process.host == beat_.process.host &&
         !IsRunning(other.process) &&
         (other.stream == beat_.stream || (is_claimed(other) && is_claimed(beat_)));
}

/// Returns the files that are worth reading: first those of ended processes of this machine with
/// the same role, which their names tell, then those of other machines and roles.
std::vector<fs::path> Heartbeat::Suspects() const {
  const std::string machine = beat_.role + "-" + beat_.process.host + "-";
  std::vector<fs::path> ended, others;
  const std::vector<fs::path> files = ListFolder(StatusFolder(run_folder_));
  RemoveDeadTemporaries(files);
  for (const fs::path& file : files) {
    const std::string name = file.stem();
    const bool is_own = name.starts_with(machine);
    std::string_view rest = std::string_view(name).substr(is_own ? machine.size() : 0);
    const auto process = TakeNumber<int64_t>(&rest, 1);
    const auto start = ParseNumber<uint64_t>(rest.substr(std::min<size_t>(rest.size(), 1)));
    if (!is_own || !process || !start) {
      others.push_back(file);
    } else if (!IsRunning({beat_.process.host, *process, *start})) {
      ended.push_back(file);
    }
  }
  Rng rng(Mix64(Checksum(BeatFile("", beat_).native())) ^
          static_cast<uint64_t>(1000 * beat_.started));
  Shuffle(&ended, &rng);
  Shuffle(&others, &rng);
  std::ranges::move(others, std::back_inserter(ended));
  ended.resize(std::min(ended.size(), kReadings));
  return ended;
}

/// Errors do not matter: the files are only in the way.
void Heartbeat::Prune() const {
  try {
    for (const Beat& other : ReadBeats(run_folder_, Suspects()).beats) {
      if (!IsReplaced(other) && other.time > beat_.started - kKeptSeconds) continue;
      RemoveFile(BeatFile(run_folder_, other));
    }
  } catch (const Error&) {
  }
}

void Heartbeat::Tick(const WorkReport& work) {
  if (work.state != beat_.work.state) state_began_ = clocks_.steady();
  NoteModel(work.model);
  beat_.work = work;
  if (clocks_.steady() >= next_) Write();
}

void Heartbeat::NoteModel(int model) {
  if (model <= beat_.work.model) return;
  const double now = clocks_.steady();
  if (beat_.work.model >= 0) {
    model_gaps_.push_back(now - model_began_);
    if (model_gaps_.size() > kGapsKept) model_gaps_.pop_front();
    model_began_ = now;
  }
}

WorkRates Heartbeat::RatesSince(double now) {
  while (measured_.size() > 1 && now - measured_[1].first >= kRateSeconds) measured_.pop_front();
  WorkRates rates;
  if (!measured_.empty() && now > measured_.front().first) {
    const auto& [time, before] = measured_.front();
    for (size_t i = 0; i < std::size(kWorkNumbers<double>); ++i) {
      const auto field = kWorkNumbers<int64_t>[i].second;
      const auto done = static_cast<double>(beat_.work.totals.*field - before.*field);
      rates.*kWorkNumbers<double>[i].second = done / (now - time);
    }
  }
  measured_.emplace_back(now, beat_.work.totals);
  return rates;
}

void Heartbeat::Write() {
  const double now = clocks_.steady();
  beat_.rates = RatesSince(now);
  beat_.state_seconds = now - state_began_;
  beat_.model_age = now - model_began_;
  beat_.model_seconds = MedianOf(model_gaps_);
  beat_.time = clocks_.wall();
  const fs::path file = BeatFile(run_folder_, beat_);
  try {
    EnsureFolder(StatusFolder(run_folder_));
    QuickWrite(file, BeatText(beat_));
    has_warned_ = false;
  } catch (const std::exception& error) {
    if (!has_warned_) PrintWarning(std::string(error.what()) + "; the work goes on without it");
    has_warned_ = true;
  }
  ++beat_.count;
  Rng rng(Mix64(Checksum(file.filename().native())) ^ static_cast<uint64_t>(beat_.count));
  next_ = now + kInterval + kJitter * rng.Uniform();
}

}  // namespace raichi
