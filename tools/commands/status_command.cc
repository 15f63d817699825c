#include <chrono>
#include <cstdio>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "app/ablate/matches.h"
#include "app/balance/study/play_study.h"
#include "app/balance/study/study_words.h"
#include "app/matches/match_blocks.h"
#include "app/prove/shared_proof.h"
#include "app/status/status_text.h"
#include "app/status/work_status.h"
#include "base/error.h"
#include "base/files/guard.h"
#include "base/text.h"
#include "console/interrupt.h"
#include "console/output.h"
#include "run/sharing/folder_kind.h"
#include "run/status/heartbeat.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

struct StatusOptions {
  std::string run;
  bool json = false;
  bool prometheus = false;
  bool watch = false;
  double interval = 2;
  StatusLimits limits;
};

/// Returns the status of work of another kind than a run; nothing if the folder holds none.
std::optional<WorkStatus> WorkIn(const std::string& folder) {
  const std::optional<FolderKind> kind = KindOf(folder);
  if (!kind || kind == FolderKind::kRun) return std::nullopt;
  ForbidLinksIn(folder);
  if (kind == FolderKind::kMatches) return StatusOfMatches(folder);
  if (kind == FolderKind::kProof) return StatusOfProof(folder);
  if (kind == FolderKind::kAblation) return StatusOfAblation(folder);
  const NamedStudy named = OpenStudyWords({.what = {folder}});
  return StatusOf(Study(named.plan, named.folder));
}

void Print(const WorkStatus& status, bool json) {
  if (json) return PrintJson(ToJson(status));
  for (const std::string& line : FormatWork(status)) PrintLine(line);
}

RunStatus Now(const StatusOptions& options) {
  const double now = Clocks::WallSeconds();
  return JudgeRun(ReadRunFacts(options.run, now), now, options.limits);
}

void Print(const RunStatus& status, bool json) {
  if (json) return PrintJson(ToJson(status));
  for (const std::string& line : FormatStatus(status)) PrintLine(line);
}

/// Replaces what the terminal shows.
void Redraw(const RunStatus& status) {
  std::string text = "\x1b[H";
  for (const std::string& line : FormatStatus(status)) text += VisibleLine(line) + "\x1b[K\n";
  std::cout << text << "\x1b[J";
}

/// Sleeps until the next table. Returns false if it was stopped.
bool Sleep(double seconds, const Interrupt& interrupt) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  while (!interrupt.IsRequested() && Clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return !interrupt.IsRequested();
}

RunStatus Watch(const StatusOptions& options) {
  const Interrupt interrupt;
  const bool redraws = !options.json && IsTerminal(stdout);
  for (;;) {
    const RunStatus status = Now(options);
    if (redraws) {
      Redraw(status);
    } else {
      Print(status, options.json);
      if (!options.json) PrintLine("");
    }
    std::cout.flush();
    if (!Sleep(options.interval, interrupt)) return status;
  }
}

void Status(const StatusOptions& options) {
  if (const std::optional<WorkStatus> work = WorkIn(options.run)) {
    if (options.watch) throw UsageError("--watch: expected the folder of a run");
    if (options.prometheus) throw UsageError("--prometheus: expected the folder of a run");
    return Print(*work, options.json);
  }
  const RunStatus status = options.watch ? Watch(options) : Now(options);
  if (options.prometheus) {
    std::cout << PrometheusText(status);
    return;
  }
  if (!options.watch) Print(status, options.json);
  if (status.health != Health::kStalled) return;
  throw Error(status.run + ": stalled: " + Join(status.reasons, "; "));
}

}  // namespace

void AddStatusCommand(Program& program) {
  Command command = program.AddCommand(
      "status", "Show which processes work for a run or on other work, and how far it has come");
  auto options = std::make_shared<StatusOptions>();
  command.Add("run", &options->run, "Folder of a run, a study, an ablation, matches or a proof")
      .Required();
  const Option json = command.AddFlag("--json", &options->json, "Print one JSON object");
  Option watch =
      command.AddFlag("--watch", &options->watch, "Show it again and again until Ctrl-C");
  command.AddFlag("--prometheus", &options->prometheus, "Print metrics for Prometheus")
      .Excludes(json)
      .Excludes(watch);
  command.Add("--interval", &options->interval, "Seconds between two tables")
      .Range(0.1, 3600)
      .ShowDefault()
      .Needs(watch);
  command
      .Add("--silent-after", &options->limits.silent,
           "Seconds without a heartbeat after which a process counts as silent")
      .Range(10, 86400)
      .ShowDefault();
  command.Footer(
      "Of work that processes share it shows the blocks that are done, in work and missing.\n\n"
      "Of a run: ends with status 1 if the run is stalled: no trainer is heard of, or it waits for "
      "games and "
      "no\nplayer is at work, or there has been no new model for ten minutes and for ten times as "
      "long as\nusual. Ages compare the clocks of other machines with this one's. With "
      "--prometheus the status "
      "is 0,\nand a metric tells the health.\n\n"
      "Examples:\n"
      "  raichi status runs/tablut\n"
      "  raichi status runs/tablut --watch --interval 10\n"
      "  raichi status balance/readings --json\n"
      "  raichi status runs/tablut --prometheus > x.tmp && mv x.tmp tablut.prom");
  command.Run([options] { Status(*options); });
}

}  // namespace raichi
