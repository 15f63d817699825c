#include <unistd.h>

#include <csignal>
#include <iostream>
#include <memory>
#include <string>

#include "app/engine/bologna_client.h"
#include "app/engine/opener.h"
#include "app/engine/otep_session.h"
#include "app/engine/uci_session.h"
#include "console/line_input.h"
#include "console/machine.h"
#include "rules/error.h"
#include "rules/files/rule_file.h"
#include "tools/commands/arguments.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

struct EngineOptions {
  std::string protocol;
  std::string rules;  // empty: those of the protocol
  EngineSettings engine;
  int margin_milliseconds = static_cast<int>(1000 * kDefaultMargin);
  std::string side;  // of bologna
  BolognaSettings bologna;
};

void RunBologna(EngineOptions options) {
  if (options.side.empty()) throw UsageError("engine: --protocol bologna needs --side");
  options.bologna.side = ParseBolognaSide(options.side);
  BolognaClient(options.engine, options.bologna, OpenRules(options.rules)).Run();
}

void RunOtep(const EngineOptions& options) {
  LineInput in(STDIN_FILENO, "standard input");
  OtepSession session(options.engine, options.rules, std::cout);
  Serve(&in, std::cout, &session);
}

void RunUci(const EngineOptions& options) {
  LineInput in(STDIN_FILENO, "standard input");
  const auto is_told_to_stop = [&in] {
    const std::string line = in.Peek();
    return line.starts_with("stop") || line.starts_with("quit");
  };
  UciSession session(options.engine, options.rules, is_told_to_stop, std::cout);
  Serve(&in, std::cout, &session);
}

void RunEngine(EngineOptions options) {
  std::signal(SIGPIPE, SIG_IGN);  // an output that nobody reads is an Error
  options.engine.margin = options.margin_milliseconds / 1000.0;
  if (!options.engine.model.empty()) PlayerName(options.engine.model, options.engine.players);
  const bool is_bologna = options.protocol == "bologna";
  if (options.rules.empty()) options.rules = is_bologna ? "ashton-bologna" : "linnaeus";
  if (is_bologna) return RunBologna(options);
  options.protocol == "otep" ? RunOtep(options) : RunUci(options);
}

constexpr const char* kBolognaOptions[] = {"--side", "--timeout", "--host", "--port", "--name"};

void RefuseBolognaOptions(const CLI::App& command) {
  for (const char* option : kBolognaOptions) {
    if (command.count(option) == 0) continue;
    throw UsageError(std::string("engine: ") + option + " is only for --protocol bologna");
  }
}

void AddThinkingOptions(CLI::App& command, EngineOptions* options) {
  EngineSettings& engine = options->engine;
  command
      .add_option("-m,--model", engine.model,
                  std::string("Player: ") + kPlayerWords +
                      " (default: the published model of the rules, else the newest in runs/, "
                      "else alphabeta:4)")
      ->type_name("PLAYER");
  command
      .add_option("--visits", engine.players.visits,
                  "Most visits a move of models' searches (default: what the time allows)")
      ->check(CLI::Range(1, kMaxVisits))
      ->type_name("N");
  command
      .add_option("--move-time", engine.move_seconds,
                  "Seconds a move where the protocol gives no limit")
      ->check(CLI::Range(0.001, 86400.0))
      ->capture_default_str()
      ->type_name("S");
  command
      .add_option("--overhead", options->margin_milliseconds,
                  "Milliseconds kept back from each limit of uci and otep")
      ->check(CLI::Range(0, 60000))
      ->capture_default_str()
      ->type_name("MS");
  command
      .add_option("--in-flight", engine.players.in_flight,
                  "Leaves of a search evaluated together (default: eight a thread, from 16 to 64)")
      ->check(CLI::Range(1, kMaxInFlight))
      ->type_name("N");
  command.add_flag("--ponder", engine.ponder, "Think in the opponent's time (otep, bologna)");
  command.add_option("--device", engine.players.network.device, "Where models run")
      ->capture_default_str();
  command
      .add_option("--threads", engine.players.network.threads,
                  "Threads of a model on the processor (default: one a core)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  command.add_option("--seed", engine.seed, "Of random choices")->capture_default_str();
}

void AddBolognaOptions(CLI::App& command, EngineOptions* options) {
  BolognaSettings& bologna = options->bologna;
  command.add_option("--side", options->side, "bologna: white (defenders) or black (attackers)")
      ->check(CLI::IsMember({"white", "black"}));
  command.add_option("--timeout", bologna.timeout, "bologna: the server's seconds a move")
      ->check(CLI::Range(0.1, 86400.0))
      ->capture_default_str()
      ->type_name("S");
  command.add_option("--host", bologna.host, "bologna: where the server is")->capture_default_str();
  command.add_option("--port", bologna.port, "bologna: its port (default: 5800 white, 5801 black)")
      ->check(CLI::Range(1, 65535))
      ->type_name("PORT");
  command.add_option("--name", bologna.name, "bologna: the player's name")->capture_default_str();
}

}  // namespace

void AddEngineCommand(CLI::App& program) {
  CLI::App* command =
      program.add_subcommand("engine", "Play for another program, over an engine protocol");
  auto options = std::make_shared<EngineOptions>();
  PlayerSettings& players = options->engine.players;
  players.visits = kMaxVisits;
  players.network.batch = 1;
  players.network.threads = CountCores();
  command
      ->add_option("--protocol", options->protocol,
                   "otep (OpenTafl), uci (a dialect of it) or bologna (Tablut Challenge)")
      ->required()
      ->check(CLI::IsMember({"otep", "uci", "bologna"}));
  command
      ->add_option("-r,--rules", options->rules,
                   "Rule set: a name that `raichi rules` lists, or a file (default: linnaeus, with "
                   "bologna ashton-bologna; otep is sent its rules)")
      ->type_name("RULES");
  AddThinkingOptions(*command, options.get());
  AddBolognaOptions(*command, options.get());
  command->callback([options, command] {
    if (options->protocol != "bologna") RefuseBolognaOptions(*command);
    RunEngine(*options);
  });
}

}  // namespace raichi
