#include <unistd.h>

#include <csignal>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/engine/bologna.h"
#include "app/engine/otep.h"
#include "app/engine/session.h"
#include "app/engine/uci_session.h"
#include "base/error.h"
#include "base/process.h"
#include "console/prompt.h"
#include "rules/files/rule_file.h"
#include "rules/notation.h"
#include "tools/arguments/arguments.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

struct EngineOptions {
  std::string protocol;
  std::string rules;  // empty: the default of the protocol
  EngineSettings engine;
  int margin_milliseconds = static_cast<int>(1000 * kDefaultMargin);
  std::string side;  // for bologna
  BolognaSettings bologna;
};

void RunBologna(EngineOptions options) {
  if (options.side.empty()) throw UsageError("engine: --protocol bologna needs --side");
  options.bologna.side = ParseSide(options.side);
  BolognaClient(options.engine, options.bologna, OpenRules(options.rules)).Run();
}

void RunOtep(const EngineOptions& options) {
  LineInput in(STDIN_FILENO, "standard input");
  OtepSession session(options.engine, options.rules, std::cout);
  Serve(&in, std::cout, &session);
}

void RunUci(const EngineOptions& options) {
  LineInput in(STDIN_FILENO, "standard input");
  std::optional<UciSession> session;
  // An alpha-beta search does not return before it is interrupted; an endless one must let every
  // command be answered.
  const auto is_interrupted = [&in, &session] {
    const std::string line = in.Peek();
    return line.starts_with("stop") || line.starts_with("quit") ||
           (session->IsEndless() && in.IsReady(0));
  };
  session.emplace(options.engine, options.rules, is_interrupted, std::cout);
  Serve(&in, std::cout, &*session);
}

void RunEngine(EngineOptions options) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed output becomes an Error
  options.engine.margin = options.margin_milliseconds / 1000.0;
  if (!options.engine.model.empty()) PlayerName(options.engine.model, options.engine.players);
  const bool is_bologna = options.protocol == "bologna";
  if (options.rules.empty()) options.rules = is_bologna ? "ashton-bologna" : "linnaeus";
  if (is_bologna) return RunBologna(options);
  options.protocol == "otep" ? RunOtep(options) : RunUci(options);
}

/// Options that only some protocols have, by those protocols.
using OptionsOfProtocols = std::vector<std::pair<std::string, Option>>;

void RefuseOptionsOfOthers(const std::string& protocol, const OptionsOfProtocols& options) {
  for (const auto& [protocols, option] : options) {
    if (!option.IsGiven() || protocols.find(protocol) != protocols.npos) continue;
    throw UsageError("engine: " + option.name() + " is only for --protocol " + protocols);
  }
}

void AddThinkingOptions(Command command, EngineOptions* options, OptionsOfProtocols* special) {
  EngineSettings& engine = options->engine;
  command.Add("--model", &engine.model, PlayerHelp("alphabeta:32, as deep as the time allows"))
      .Value("PLAYER");
  command
      .Add("--visits", &engine.players.visits,
           "Most visits per move of a model's search (default: as many as the time allows)")
      .Range(1, kMaxVisits)
      .Group(kSearchHeading);
  command
      .Add("--move-time", &engine.move_seconds,
           "Seconds per move where the protocol gives no time limit")
      .Value("S")
      .Range(kMinSeconds, kMaxSeconds)
      .ShowDefault()
      .Group(kSearchHeading);
  const Option overhead =
      command
          .Add("--overhead", &options->margin_milliseconds,
               "Milliseconds kept in reserve from each time limit of uci and otep")
          .Value("MS")
          .Range(0, 60000)
          .ShowDefault()
          .Group(kSearchHeading);
  special->emplace_back("uci or otep", overhead);
  command
      .Add("--in-flight", &engine.players.in_flight,
           "Leaves of one search that are evaluated together (default: eight per thread, between "
           "16 and 64)")
      .Range(1, kMaxInFlight)
      .Group(kSearchHeading);
  special->emplace_back(
      "otep or bologna",
      command
          .AddFlag("--ponder", &engine.ponder, "Think during the opponent's time (otep, bologna)")
          .Group(kSearchHeading));
  AddDeviceOption(command, &engine.players.network.device);
  command
      .Add("--threads", &engine.players.network.threads,
           "Threads of a network on the processor (default: one per core)")
      .Range(1, 1024)
      .Group(kMachineHeading);
  command.Add("--seed", &engine.seed, "Seed of random choices").ShowDefault();
}

/// Returns the options that only this protocol has.
std::vector<Option> AddBolognaOptions(Command command, EngineOptions* options) {
  BolognaSettings& bologna = options->bologna;
  std::vector<Option> added;
  added.push_back(command.Add("--side", &options->side, "Side to play: defenders are white"));
  added.back().Value("SIDE").OneOf({"white", "black", "attackers", "defenders"});
  added.push_back(command.Add("--timeout", &bologna.timeout, "The server's seconds per move"));
  added.back().Value("S").Range(0.1, kMaxSeconds).ShowDefault();
  added.push_back(command.Add("--host", &bologna.host, "Address of the server"));
  added.back().Value("ADDRESS").ShowDefault();
  added.push_back(command.Add("--port", &bologna.port,
                              "Port of the server (default: 5800 for white, 5801 for black)"));
  added.back().Range(1, 65535);
  added.push_back(command.Add("--name", &bologna.name, "Name of the player"));
  added.back().Value("NAME").ShowDefault();
  for (Option& option : added) option.Group("Options of --protocol bologna");
  return added;
}

}  // namespace

void AddEngineCommand(Program& program) {
  Command command =
      program.AddCommand("engine", "Play for another program, over an engine protocol");
  auto options = std::make_shared<EngineOptions>();
  PlayerSettings& players = options->engine.players;
  players.visits = kMaxVisits;
  players.network.batch = 1;
  players.network.threads = CountCores();
  command
      .Add("--protocol", &options->protocol,
           "otep for OpenTafl, uci for a dialect of UCI, bologna for the Tablut Challenge")
      .Value("NAME")
      .Required()
      .OneOf({"otep", "uci", "bologna"});
  command
      .Add("-r,--rules", &options->rules,
           "Rule set: a name that `raichi rules` lists, or a rule file, perhaps with changes "
           "(linnaeus+first=defenders) (default: linnaeus, for bologna "
           "ashton-bologna; otep receives its rules from the other program)")
      .Value("RULES");
  OptionsOfProtocols special;
  AddThinkingOptions(command, options.get(), &special);
  for (const Option& option : AddBolognaOptions(command, options.get())) {
    special.emplace_back("bologna", option);
  }
  command.Footer(
      "Examples:\n"
      "  raichi engine --protocol otep\n"
      "  raichi engine --protocol uci --model runs/x --rules brandubh\n"
      "  raichi engine --protocol bologna --side white --timeout 60");
  command.Run([options, special] {
    RefuseOptionsOfOthers(options->protocol, special);
    RunEngine(*options);
  });
}

}  // namespace raichi
