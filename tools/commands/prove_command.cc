#include <spdlog/fmt/fmt.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/prove/prove_output.h"
#include "app/prove/prove_run.h"
#include "app/prove/shared_proof.h"
#include "base/error.h"
#include "base/files/output_file.h"
#include "base/process.h"
#include "console/output.h"
#include "prove/walk.h"
#include "rules/notation.h"
#include "tools/arguments/arguments.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

struct ProveOptions {
  ProveJob job;
  std::string side, table, dir, output;
  double gigabytes = 0;
  std::vector<std::string> named;  // a rule set or, with `check`, certificates
  bool check = false;
  bool json = false;
};

void Check(const ProveOptions& options) {
  const Interrupt interrupt;
  for (const std::string& file : options.named) {
    Progress progress;
    const Certificate certificate = ReadCertificate(file);
    const WalkSummary walk = CheckCertificate(certificate, file, {}, [&](uint64_t moves) {
      if (progress.IsDue()) {
        progress.Show(
            fmt::format("{}: {} moves checked", file, FormatCount(static_cast<double>(moves))));
      }
      return !interrupt.IsRequested();
    });
    progress.Finish();
    PrintChecked(file, certificate, walk, options.json);
  }
}

void RunProve(ProveOptions options) {
  if (options.check && options.named.empty()) throw UsageError("--check: expected certificates");
  if (options.check) return Check(options);
  if (options.named.size() != 1) {
    throw UsageError("prove: expected the name of one rule set, or --check and certificates");
  }
  ProveJob& job = options.job;
  job.at.rules = options.named[0];
  if (!options.side.empty()) job.winner = ParseValue("--side", options.side, ParseSide);
  for (const auto& [option, value] :
       {std::pair{"--table", &options.table}, {"--dir", &options.dir}}) {
    if (value->empty() || job.winner) continue;
    throw UsageError(std::string(option) + ": expected --side too");
  }
  job.table = options.table;
  job.max_bytes = 1e9 * options.gigabytes;
  if (!options.output.empty()) CheckOutput(options.output);
  const Interrupt interrupt;
  job.dir = options.dir;
  const ProveOutcome outcome =
      options.dir.empty() ? Prove(job, interrupt) : ProveTogether(job, interrupt);
  PrintProof(outcome, options.json);
  if (outcome.certificate && !options.output.empty()) {
    WriteOutput(options.output, CertificateBytes(*outcome.certificate));
  }
  if (outcome.certificate || outcome.numbers.IsDisproven()) return;
  if (interrupt.IsRequested()) {
    throw Error(options.table.empty() && options.dir.empty()
                    ? "prove: stopped; with --table FILE it could be continued"
                    : "prove: stopped; the same command continues from here");
  }
}

void AddEffort(Command command, ProveOptions* options) {
  ProveJob& job = options->job;
  command
      .Add("--time", &job.seconds,
           "Give up after so many seconds (default: search until it is proven)")
      .Value("S")
      .AtLeast(0.01);
  command
      .Add("--max-memory", &options->gigabytes,
           "Memory for what is known of positions (default: a quarter of the machine's)")
      .Value("GB")
      .AtLeast(0.001);
  command
      .Add("--model", &job.network,
           "A model or run folder whose policy orders the winner's moves; worth it on boards from "
           "9x9 (default: none)")
      .Value("MODEL");
  command.Add("--workers", &job.threads, "Threads that share the search (default: one per core)")
      .Range(1, 128);
  const Option table =
      command
          .Add("--table", &options->table,
               "Keep the search in this file: it is read if it exists, and continued")
          .Value("FILE");
  command.Add("--save-every", &job.save_seconds, "Seconds between two writes of the table")
      .Value("S")
      .AtLeast(1)
      .ShowDefault()
      .Needs(table);
  const Option dir =
      command
          .Add("--dir", &options->dir,
               "Share the proof, in this folder, with all processes that run the same command; it "
               "also continues one that was stopped")
          .Value("DIR")
          .Excludes(table);
  command
      .Add("--piece-nodes", &job.piece_nodes,
           "Nodes after which a piece of a shared proof is divided into its moves")
      .Value("N")
      .AtLeast(1000)
      .ShowDefault()
      .Needs(dir);
}

}  // namespace

void AddProveCommand(Program& program) {
  Command command = program.AddCommand(
      "prove", "Prove who wins from a position, with a certificate that anyone can check");
  auto options = std::make_shared<ProveOptions>();
  options->job.threads = CountCores();
  options->gigabytes = UsableMemory() / 4e9;
  command
      .Add("RULES", &options->named,
           "Rule set: a name or a file, perhaps with changes; with --check, certificates")
      .Value("RULES|FILE");
  command
      .Add("--side", &options->side,
           "Whose win to prove: attackers or defenders (default: both in turn)")
      .Value("SIDE");
  command
      .Add("-p,--position", &options->job.at.position,
           "Position, such as \"3ttt3/4t4/… a\" (default: the setup)")
      .Value("POSITION");
  command
      .Add("-m,--moves", &options->job.moves,
           "Moves to play from the position, such as \"e3-c3 a5-a4\"")
      .Value("MOVES")
      .MayBeEmpty();
  AddEffort(command, options.get());
  command.Add("-o,--output", &options->output, "Write the certificate of the proof to this file")
      .Value("FILE");
  command.AddFlag("--check", &options->check, "Check certificates, and prove nothing new");
  command.AddFlag("--json", &options->json, "Print one JSON object per line");
  command.Footer(
      "Examples:\n"
      "  raichi prove ard-ri -o ard-ri.proof\n"
      "  raichi prove --check ard-ri.proof\n"
      "  raichi prove jarlshof-3 --side defenders --model models/tafl-9 --table j.table -o "
      "j.proof\n"
      "  raichi prove jarlshof-3 --side defenders --dir proofs/j -o j.proof    # on each machine\n"
      "A repetition, a limit or a draw counts against the side that is to win, so a proof holds\n"
      "under every rule on repetition. docs/proofs.md lists what is proven, docs/certificates.md\n"
      "explains the files.");
  command.Run([options] { RunProve(*options); });
}

}  // namespace raichi
