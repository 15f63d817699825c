#include <spdlog/fmt/fmt.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/status/status_text.h"
#include "base/text.h"

namespace raichi {
namespace {

using Labels = std::vector<std::pair<const char*, std::string>>;

/// Escapes a label's value. The text is UTF-8, and so is what stands for other bytes.
std::string Escaped(const std::string& text) {
  std::string escaped;
  for (const char c : EscapeBytes(text)) {
    if (c == '\\' || c == '"') escaped += '\\';
    escaped += c == '\n' ? "\\n" : std::string(1, c);
  }
  return escaped;
}

/// The text of the format: families of samples, each with its help and type.
class Exposition {
 public:
  explicit Exposition(std::string run) : run_(std::move(run)) {}
  const std::string& text() const { return text_; }

  /// Begins a family. `help` has neither a backslash nor a line's end.
  void Family(const char* name, const char* type, const char* help) {
    name_ = name;
    text_ += fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n", name, help, type);
  }
  template <typename Number>
  void Sample(Number value, const Labels& labels = {}) {
    text_ += fmt::format("{}{{run=\"{}\"", name_, Escaped(run_));
    for (const auto& [label, text] : labels) {
      text_ += fmt::format(",{}=\"{}\"", label, Escaped(text));
    }
    text_ += fmt::format("}} {}\n", value);
  }
  /// A family of one sample, which is left out if its value is not known.
  template <typename Number>
  void Gauge(const char* name, const char* help, const std::optional<Number>& value) {
    if (!value) return;
    Family(name, "gauge", help);
    Sample(*value);
  }

 private:
  const std::string run_;
  std::string name_, text_;
};

Labels LabelsOf(const Beat& beat) {
  return {{"role", beat.role},
          {"host", beat.process.host},
          {"pid", std::to_string(beat.process.process)},
          {"stream", beat.stream ? std::to_string(*beat.stream) : ""}};
}

/// A state without the number of a model, since each label's value makes a series of its own.
std::string KindOfState(const Beat& beat) {
  const bool evaluates = beat.work.state.starts_with(work_state::kEvaluating);
  return evaluates ? work_state::kEvaluating : beat.work.state;
}

void AddRun(const RunStatus& status, Exposition* out) {
  out->Family("raichi_run_health", "gauge", "1 for what `raichi status` says of the run, else 0.");
  for (const Health health : {Health::kRunning, Health::kStalled, Health::kFinished}) {
    out->Sample(status.health == health ? 1 : 0, {{"health", ToString(health)}});
  }
  using Count = std::optional<int64_t>;
  using Value = std::optional<double>;
  out->Gauge("raichi_run_warnings", "Warnings of `raichi status`.",
             Count(std::ssize(status.warnings)));
  out->Gauge("raichi_run_games", "Games of the run so far.", Count(status.games));
  out->Gauge("raichi_run_unread_games", "Games that no training has read.", status.unread_games);
  out->Gauge("raichi_run_games_per_second", "Finished games a second of all players.",
             Value(status.games_per_second));
  out->Gauge("raichi_run_players", "Players at work.", Count(status.players));
  out->Gauge("raichi_run_models", "Models in the folder.", Count(status.models));
  out->Gauge("raichi_run_newest_model", "Number of the newest model; -1 if there is none.",
             Count(status.newest_model));
  out->Gauge("raichi_run_model_age_seconds", "Seconds since the newest model was made.",
             status.model_age);
  out->Gauge("raichi_run_model_interval_seconds", "Median time between the last models.",
             status.model_seconds);
  if (status.staleness) {
    out->Gauge("raichi_run_staleness_mean_models", "Mean age of the games read last, in models.",
               Value(status.staleness->mean));
    out->Gauge("raichi_run_staleness_p95_models", "95 % of these games are at most this old.",
               Count(status.staleness->p95));
  }
  if (status.rating) {
    out->Gauge("raichi_run_rating_elo", "Rating of the newest rated model.",
               Value(status.rating->rating.elo));
    out->Gauge("raichi_run_rating_error_elo", "Error bar of this rating.",
               Value(status.rating->rating.error));
  }
  out->Gauge("raichi_run_shards_set_aside", "Damaged shards.", Count(status.set_aside));
  out->Gauge("raichi_run_shards_late", "Shards too late for the window.", status.late);
  out->Gauge("raichi_run_shards_duplicate", "Shards that repeat ids of games.", status.duplicates);
}

void AddProcesses(const RunStatus& status, Exposition* out) {
  const auto add = [&](const char* name, const char* type, const char* help, const auto& value) {
    out->Family(name, type, help);
    for (const ProcessStatus& process : status.processes) {
      out->Sample(value(process), LabelsOf(process.beat));
    }
  };
  add("raichi_process_age_seconds", "gauge", "Seconds since the last beat.",
      [](const ProcessStatus& process) { return process.age; });
  add("raichi_process_silent", "gauge", "1 if no beat came for too long.",
      [](const ProcessStatus& process) { return process.is_silent ? 1 : 0; });
  add("raichi_process_model", "gauge", "The model that it uses or has made; -1 if there is none.",
      [](const ProcessStatus& process) { return process.beat.work.model; });
  out->Family("raichi_process_state", "gauge", "1 for the state that the process is in.");
  for (const ProcessStatus& process : status.processes) {
    Labels labels = LabelsOf(process.beat);
    labels.emplace_back("state", KindOfState(process.beat));
    out->Sample(1, labels);
  }
  for (const auto& [name, field] : kWorkNumbers<int64_t>) {
    const std::string family = fmt::format("raichi_process_{}_total", name);
    const std::string help = fmt::format("The {} of this process since it began.", name);
    add(family.c_str(), "counter", help.c_str(), [number = field](const ProcessStatus& process) {
      return process.beat.work.totals.*number;
    });
  }
}

}  // namespace

std::string PrometheusText(const RunStatus& status) {
  Exposition out(status.run);
  AddRun(status, &out);
  if (!status.processes.empty()) AddProcesses(status, &out);
  return out.text();
}

}  // namespace raichi
