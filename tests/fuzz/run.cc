// Files of a run: the ledger, heartbeats, the state, lines of metrics, notes of other models, and
// all of them together as `raichi status` and `raichi report` read them. The targets make the
// checksums right.
#include <fstream>

#include "app/matches/match_results.h"
#include "app/report/data.h"
#include "app/status/run_status.h"
#include "app/status/status_text.h"
#include "base/checksum.h"
#include "base/files/files.h"
#include "run/config/config.h"
#include "run/evaluation/match_log.h"
#include "run/files/fork.h"
#include "run/files/ledger.h"
#include "run/files/state.h"
#include "run/metrics/progress_log.h"
#include "run/sharing/newest_model.h"
#include "run/sharing/run_lock.h"
#include "run/status/beat.h"
#include "tests/fuzz/fuzz.h"

namespace raichi::fuzz {
namespace {

namespace fs = std::filesystem;

/// A line of a ledger, or a heartbeat, with the checksum that the text before it has.
std::string WithSum(std::string line) {
  constexpr std::string_view kSum = ",\"sum\":\"";
  line.resize(std::min(line.size(), line.rfind(kSum)));
  if (!line.empty() && line.back() != '}') line += '}';
  const std::string sum = ChecksumText(line);
  if (!line.empty()) line.pop_back();
  return line.append(kSum).append(sum).append("\"}");
}

LedgerRecord SomeRecord(int model) {
  LedgerRecord record{.model = model,
                      .weights = "0123456789abcdef",
                      .steps = 10 * model,
                      .games = 4 * model,
                      .positions = 9,
                      .seconds = 1.5 * model};
  record.window = std::make_shared<const WindowChange>(
      WindowChange{.is_whole = model == 0, .added = {"000000-a.games"}, .dropped = ""});
  record.progress = {{"iteration", model}, {"time", 1.5}};
  return record;
}

Json SomeMatch() {
  const Json tally = {{"wins", 1}, {"draws", 0}, {"losses", 2}};
  return {{"a", "000001"},
          {"b", "random"},
          {"rules", "brandubh"},
          {"a_attackers", tally},
          {"a_defenders", tally},
          {"a_weights", "0123456789abcdef"},
          {"rules_id", "0123456789abcdef"},
          {"opening_plies", 4},
          {"seed", 1},
          {"first_pair", 0}};
}

std::vector<std::string> LedgerLines() {
  return {LedgerText(SomeRecord(0)), LedgerText(SomeRecord(1)),
          LedgerText(std::vector<std::string>{"name: x"}, {{"seed", "1"}}),
          LedgerMatchText(SomeMatch())};
}

std::string Joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

/// Gives each line a right checksum.
std::string WithSums(std::string_view input) {
  std::string text;
  while (!input.empty()) {
    const size_t end = std::min(input.find('\n'), input.size());
    text += WithSum(std::string(input.substr(0, end))) + "\n";
    input.remove_prefix(std::min(end + 1, input.size()));
  }
  return text;
}

std::string TextOf(const Ledger& ledger) {
  std::string text;
  for (const LedgerRecord& record : ledger.records()) {
    text += LedgerText(record) + "\n";
    ledger.WindowOf(record.model);
  }
  for (const Json& match : ledger.matches()) text += LedgerMatchText(match) + "\n";
  return text;
}

const Target kLedger(
    "ledger",
    [](std::string_view input) {
      const fs::path folder = FileOf(WithSums(input), "ledger.jsonl").parent_path();
      Ledger ledger(folder);
      Must([&] {
        ledger.Repair();
        const auto add_and_drop = [&] {
          ledger.Append({.model = ledger.last_model() + 1}, {.shards = {"x"}});
          ledger.Drop(ledger.last_model() - 1, [](const Json&) { return false; });
        };
        add_and_drop();  // may forget the windows of old models, once
        const std::string text = TextOf(ledger);
        add_and_drop();
        const Ledger again(folder);
        RAICHI_CHECK(again.faults().empty() && TextOf(again) == text);
      });
    },
    [] {
      std::vector<std::string> seeds = LedgerLines();
      seeds.push_back(Joined(seeds));
      return seeds;
    });

Beat SomeBeat() {
  return {.role = "train",
          .process = {"n3", 4711, 123456},
          .job = {{"SLURM_JOB_ID", "17"}},
          .stream = 3,
          .started = 1'800'000'000.5,
          .work = {.state = "training",
                   .model = 12,
                   .totals = {.games = 1, .steps = 4},
                   .training = TrainingFacts{.run_games = 70,
                                             .unread_games = 7,
                                             .staleness = Staleness{.mean = 1.25, .p95 = 3},
                                             .set_aside = 1}},
          .time = 1'800'000'001};
}

const Target kBeat(
    "beat",
    [](std::string_view input) {
      const Beat beat = ParseBeat(WithSum(std::string(input)), "input");
      Must([&] {
        const std::string text = BeatText(beat);
        RAICHI_CHECK(BeatText(ParseBeat(text, "written")) == text);
      });
    },
    [] { return std::vector{BeatText(SomeBeat())}; });

const Target kNotes(
    "notes",  // small files, each of one object: the target reads the input as all of them
    [](std::string_view input) {
      const fs::path folder = EmptyFolder();
      const std::vector<std::function<void()>> readers = {
          [&] { SaveRunState(folder, ReadRunState(folder)); },
          [&] {
            const auto model = LoadPinnedModel(OriginFile(folder));
            SavePinnedModel(OriginFile(folder), *model);
            Must([&] { LoadPinnedModel(OriginFile(folder)); });
          },
          [&] { LoadForkOrigin(folder); }, [&] { ReadNewestModel(folder); },
          [&] { LockToken(folder / "lock", "x"); }};
      for (const auto& read : readers) {
        for (const char* name : {"state.json", "origin.json", "fork.json", "newest", "lock"}) {
          std::ofstream(folder / name, std::ios::binary) << input;
        }
        try {
          read();
        } catch (const Error&) {
        }
      }
    },
    [] {
      const fs::path& folder = EmptyFolder();
      SaveRunState(folder, {.model = 3, .seconds = 1.5});
      return std::vector<std::string>{
          ReadFile(folder / "state.json", 1000), "12\n",
          R"({"word": "x", "model": "/x", "weights": "0123456789abcdef", "canvas": 9})",
          R"({"run": "runs/x", "model": 3, "games": 4, "positions": 5, "steps": 6})"};
    });

std::string SomeProgress() {
  Json line = {{"iteration", 1}, {"time", 1.5}, {"games", 4}, {"loss", {{"policy", 1.5}}}};
  line["rating"] = {{"elo", 12.5}, {"error", 3}};
  return JsonText({{"iteration", 0}, {"time", 1}}) + "\n" + JsonText(line) + "\n";
}

const Target kProgress(
    "progress",
    [](std::string_view input) {
      const fs::path metrics = FileOf(input, "progress.jsonl").parent_path();
      ProgressLog log(metrics);
      Must([&] {  // whatever is wrong is left out
        log.LastRating();
        log.Add({{"iteration", 7}, {"time", 1}});
        JsonLog(metrics / "progress.jsonl").ForEach(CheckProgressLine);
      });
    },
    [] { return std::vector{SomeProgress()}; });

const Target kMatches(
    "matches",
    [](std::string_view input) {
      MatchResults results(FileOf(input, "matches.jsonl"), MatchResults::Access::kRead);
      results.LeaveOutOlder();
      results.PairsBetween("000001", "random", "brandubh");
      RateResults(results.all(), {"random"});
    },
    [] {
      Json next = SomeMatch();
      next["first_pair"] = 3;
      return std::vector{JsonText(SomeMatch()) + "\n", JsonText(next) + "\n" + JsonText(next)};
    });

/// `status` and `report` show what can be read, whatever the rest is.
const Target kRunFolder(
    "run_folder",
    [](std::string_view input) {
      const fs::path& run = EmptyFolder();
      for (const char* folder : {"games/000000", "metrics", "models/000000", "status"}) {
        fs::create_directories(run / folder);
      }
      for (const Part& part : PartsOf(input)) {
        const bool has_sum = part.name == "ledger.jsonl" || part.name.starts_with("status/");
        if (part.name.find("..") != part.name.npos || part.name.find('\0') != part.name.npos)
          continue;
        std::ofstream(run / part.name) << (has_sum ? WithSums(part.text) : part.text);
      }
      if (fs::is_regular_file(run / "config.yaml"))
        Must([&] {
          const RunStatus status = JudgeRun(ReadRunFacts(run, 1'800'000'009), 1'800'000'009);
          JsonText(ToJson(status));
          FormatStatus(status);
          std::vector<std::string> warnings;
          JsonText(ReportReader(run).Read(&warnings));
        });
    },
    [] {
      return std::vector{"==> config.yaml\n" + ProjectFile("configs/runs/smoke.yaml") +
                         "==> metrics/progress.jsonl\n" + SomeProgress() +
                         "==> metrics/matches.jsonl\n" + JsonText(SomeMatch()) +
                         "\n==> ledger.jsonl\n" + Joined(LedgerLines()) + "==> status/a.json\n" +
                         BeatText(SomeBeat())};
    });

}  // namespace
}  // namespace raichi::fuzz
