#include <unistd.h>

#include <chrono>
#include <climits>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "app/play/clocks.h"
#include "app/play/play_session.h"
#include "base/error.h"
#include "base/files/paths.h"
#include "base/process.h"
#include "base/text.h"
#include "console/output.h"
#include "mcts/players/levels.h"
#include "mcts/players/players.h"
#include "prove/proof_book.h"
#include "rules/notation.h"
#include "rules/words/phrases.h"
#include "run/players/find_model.h"
#include "run/players/players.h"
#include "tools/arguments/arguments.h"
#include "tools/commands/commands.h"

namespace raichi {
namespace {

struct PlayOptions {
  PositionArguments at;
  bool rules_given = false;
  std::string opponent;  // empty: DefaultOpponent
  std::string side;      // empty: the side to move
  PlayerSettings players;
  bool visits_given = false, time_given = false;
  std::string level, clock, resume, certificate;
  std::optional<uint64_t> seed;
};

uint64_t SeedFromClock() {
  return static_cast<uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
}

double SecondsOnClock() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Sets how the model's searches end, with or without a clock.
void LimitSearches(bool has_clock, PlayOptions* options) {
  PlayerSettings& players = options->players;
  players.network.batch = 1;
  players.network.threads = CountCores();
  players.alone = true;
  if (!has_clock || !options->level.empty() || options->visits_given) return;
  players.visits = 0;  // thinks by the clock
  if (players.in_flight == 0) players.in_flight = LoneInFlight(players.network.threads);
}

/// Throws UsageError if an option, which only models obey, is given for another player.
void CheckObeys(const std::string& player, const std::string& option, bool given) {
  if (!given || ObeysLimits(player)) return;
  throw UsageError(option + ": the opponent " + player +
                   " is no model; opponents of other strengths are alphabeta:1, alphabeta:4, "
                   "playouts:100, greedy and random");
}

using ProofsPtr = std::shared_ptr<const GameProofs>;

/// The word for a player that follows the proof, if there is one, and plays like `word` elsewhere.
std::string Following(const ProofsPtr& proofs, const std::string& word) {
  if (ParseProofWord(word) || !proofs->Book()) return word;
  return "proof:" + proofs->found()->file + "," + word;
}

/// The word for the opponent at a level, at the strongest one following the proof; null: as it is.
std::string OpponentAt(const Level* level, const std::string& word, const PlayerSettings& settings,
                       const ProofsPtr& proofs) {
  if (level == nullptr) return word;
  CheckObeys(word, "level", true);
  const std::string at_level = WordAtLevel(word, *level, settings);
  return level == &Levels().back() ? Following(proofs, at_level) : at_level;
}

/// Asks until the answer is yes or no; the end of the input is a yes.
bool IsAgreed(const std::string& question, Prompt* prompt) {
  for (;;) {
    const auto answer = prompt->Ask(question);
    if (!answer || answer->empty() || answer->starts_with('y') || answer->starts_with('Y')) {
      return true;
    }
    if (answer->starts_with('n') || answer->starts_with('N')) return false;
  }
}

std::optional<Side> SideOf(const PlayOptions& options) {
  if (options.side.empty()) return std::nullopt;
  return ParseValue("--side", options.side, ParseSide);
}

/// Says how an unfinished game would differ from before; empty if it would not.
std::string DescribeChanges(const SavedGame& saved, const std::string& opponent,
                            std::optional<Side> side) {
  std::vector<std::string> changes;
  if (!opponent.empty() && opponent != saved.opponent) {
    changes.push_back("it would go on against " + opponent);
  }
  if (side && side != saved.person) {
    changes.push_back(fmt::format("you would play the {}", ToString(*side)));
  }
  return changes.empty() ? "" : " " + Capital(Join(changes, ", and ")) + ".";
}

/// The unfinished game, if the person wants to go on with it. Deletes it otherwise.
std::optional<SavedGame> OfferUnfinished(const PlayOptions& options,
                                         const std::filesystem::path& file, Prompt* prompt) {
  if (file.empty() || !Exists(file)) return std::nullopt;
  std::optional<SavedGame> saved;
  try {
    saved = LoadGame(file.string());
  } catch (const Error& error) {
    PrintWarning(std::string("the unfinished game cannot be read: ") + error.what());
    return std::nullopt;
  }
  const std::string opponent =
      options.opponent.empty() ? "" : PlayerName(options.opponent, options.players);
  PrintLine(fmt::format("Your game of {} against {} is unfinished after {}.{}",
                        saved->game.rules().data().name, saved->opponent,
                        Counted(saved->game.ply(), "move"),
                        DescribeChanges(*saved, opponent, SideOf(options))));
  if (IsAgreed("Go on with it (n deletes it)? [Y/n] ", prompt)) return saved;
  std::error_code error;
  if (!std::filesystem::remove(file, error) && error) {
    PrintWarning(file.string() + ": cannot be deleted: " + error.message());
  }
  return std::nullopt;
}

/// The opponent of a game that goes on, unless it is another person or cannot be opened here.
std::string OpponentOf(const SavedGame& saved, const PlayerSettings& settings) {
  if (saved.opponent.empty()) return "";
  try {
    PlayerName(saved.opponent, settings);
    return saved.opponent;
  } catch (const UsageError&) {
    PrintWarning("the game's opponent '" + saved.opponent + "' is not here; another one plays on");
    return "";
  }
}

/// Returns the file for the unfinished game, whose folder exists; empty if nobody sits there.
std::filesystem::path PlaceForUnfinished() {
  const std::filesystem::path file = IsConversation() ? UnfinishedGameFile() : "";
  if (file.empty()) return file;
  std::error_code none;
  std::filesystem::create_directories(file.parent_path(), none);
  if (!none) return file;
  PrintWarning("an unfinished game cannot be kept: " + file.parent_path().string() + ": " +
               none.message());
  return "";
}

bool BeginsAnew(const PlayOptions& options) {
  return options.rules_given || !options.at.position.empty();
}

/// Moves the unfinished game to a file of its own, unless it is the game that is played now:
/// another game will be kept in its place.
void SetAside(const std::filesystem::path& unfinished, const PlayOptions& options) {
  std::error_code error;
  if (unfinished.empty() || !std::filesystem::exists(unfinished, error)) return;
  if (!BeginsAnew(options) &&
      (options.resume.empty() || std::filesystem::equivalent(options.resume, unfinished, error))) {
    return;
  }
  std::filesystem::path aside;
  int number = 0;
  do {
    aside = unfinished.parent_path() / fmt::format("unfinished-{}.jsonl", ++number);
  } while (std::filesystem::exists(aside, error));
  std::filesystem::rename(unfinished, aside, error);
  if (error) {
    PrintWarning(unfinished.string() + ": cannot be set aside: " + error.message());
  } else {
    PrintLine("Your unfinished game is set aside; --resume " + aside.string() +
              " goes on with it.");
  }
}

std::optional<SavedGame> GameToResume(const PlayOptions& options,
                                      const std::filesystem::path& unfinished, Prompt* prompt) {
  if (!options.resume.empty()) return LoadGame(options.resume);
  if (BeginsAnew(options)) return std::nullopt;
  return OfferUnfinished(options, unfinished, prompt);
}

bool LimitsSearches(const PlayOptions& options) {
  return !options.level.empty() || options.visits_given || options.time_given;
}

/// The level at which the opponent `word` plays; null: it plays as it is named, or by the clock.
const Level* LevelOf(const PlayOptions& options, const std::optional<SavedGame>& saved,
                     const std::string& word) {
  if (!options.level.empty()) return &FindLevel(options.level);
  if (!options.opponent.empty() || !options.clock.empty() || LimitsSearches(options)) {
    return nullptr;
  }
  if (saved && !saved->opponent.empty()) return LevelOfWord(word, options.players);
  return ObeysLimits(word) ? &FirstLevel() : nullptr;
}

std::string ChooseOpponent(const PlayOptions& options, const std::optional<SavedGame>& saved,
                           const Rules& rules) {
  std::string word = options.opponent;
  if (word.empty() && saved) word = OpponentOf(*saved, options.players);
  if (word.empty()) word = DefaultOpponent(rules, "runs");
  const std::string plain = PlainWord(word);
  const bool has_limit = ParseCarelessWord(word) || !LookForModel(plain);  // as runs/x@200
  if (LimitsSearches(options) && !ParsePlayer(plain) && has_limit) {
    if (!options.opponent.empty()) {
      throw UsageError(
          "--opponent " + word +
          ": has a limit or random turns of its own; leave them or --level, --visits and "
          "--move-time out");
    }
    ModelPlayer player = FindModelPlayer(plain, options.players);
    player.visits = options.players.visits;
    player.seconds = options.players.seconds;
    player.in_flight = options.players.in_flight;
    word = player.Name();
  }
  WarnOfUntrained({word}, rules);
  CheckObeys(word, "--level", !options.level.empty());
  CheckObeys(word, "--visits", options.visits_given);
  CheckObeys(word, "--move-time", options.time_given);
  return word;
}

/// Says so if the opponent follows a proof in this game.
void SayWhatIsFollowed(const std::string& opponent, const std::optional<Proven>& proof,
                       Side person) {
  if (!ParseProofWord(opponent) || !proof || proof->owner == person) return;
  PrintLine("The opponent follows a proof that " +
            ClaimText(proof->claim, proof->owner, proof->plies) +
            ". A --level below strongest plays without it.");
}

Side ChooseSide(std::optional<Side> wanted, const std::optional<SavedGame>& saved,
                const Game& game) {
  if (wanted) return *wanted;
  return saved && saved->person ? *saved->person : game.to_move();
}

/// Where the unfinished game is kept, for a signal handler.
char g_unfinished[PATH_MAX] = "";

/// Says that the game is kept, then lets the signal end the program. Uses only what a handler may.
void SayKept(int number) {
  constexpr std::string_view kNews =
      "\nThe unfinished game is kept; the next `raichi play` offers to go on with it.\n";
  const bool is_kept = access(g_unfinished, F_OK) == 0;
  if (is_kept && write(STDOUT_FILENO, kNews.data(), kNews.size()) < 0) _exit(1);
  std::signal(number, SIG_DFL);
  std::raise(number);
}

/// Lets Ctrl-C say that the game is kept.
void HandleInterrupts(const std::filesystem::path& unfinished) {
  const std::string& file = unfinished.native();
  if (file.empty() || file.size() >= sizeof g_unfinished) return;
  file.copy(g_unfinished, file.size());
  std::signal(SIGINT, SayKept);
}

void RunPlay(PlayOptions options) {
  const std::optional<Side> wanted_side = SideOf(options);
  PlaySettings settings{.seed = options.seed ? *options.seed : SeedFromClock(),
                        .style = StyleOfOutput(),
                        .columns = ProseWidth(stdout),
                        .clock = {},
                        .unfinished = PlaceForUnfinished(),
                        .now = SecondsOnClock};
  settings.hint_visits = options.visits_given ? options.players.visits : PlayerSettings().visits;
  if (!options.clock.empty()) settings.clock = FullTimes(ParseTimeControl(options.clock));
  LimitSearches(settings.clock.has_value(), &options);
  const PlaySession* session = nullptr;
  const auto complete = [&session](const std::string& before, const std::string& word) {
    const auto moves = session == nullptr ? std::vector<std::string>() : session->Moves();
    return CompletePlayInput(before, word, moves);
  };
  const std::unique_ptr<Prompt> prompt = OpenPrompt(complete);
  const std::optional<SavedGame> saved = GameToResume(options, settings.unfinished, prompt.get());
  if (saved && saved->clock && !settings.clock) {
    settings.clock = saved->clock;
    LimitSearches(true, &options);
  }
  const Game game = saved ? saved->game : OpenGame(options.at);
  WarnOfSharedName(game.rules());
  settings.side = ChooseSide(wanted_side, saved, game);
  HandleInterrupts(settings.unfinished);
  const auto proofs =
      std::make_shared<GameProofs>(game.rules(), options.certificate, options.players.proofs);
  settings.proven = [proofs](const Game& present) { return proofs->Find(present); };
  const std::string opponent = ChooseOpponent(options, saved, game.rules());
  settings.level = LevelOf(options, saved, opponent);
  const auto word_at = [&](const Level* level) {
    return OpponentAt(level, opponent, options.players, proofs);
  };
  SayWhatIsFollowed(word_at(settings.level), proofs->Find(game), settings.side);
  const OpenOpponent open = [&](const Level* level) {
    return OpenPlayer(word_at(level), options.players);
  };
  SetAside(settings.unfinished, options);
  PlaySession play(game, settings, open, std::cout);
  session = &play;
  play.Run(prompt.get());
}

/// Adds the options that say how strong and how fast the opponent plays.
SearchOptions AddStrengthOptions(Command command, PlayOptions* options) {
  const SearchOptions search = AddSearchOptions(command, &options->players);
  command
      .Add("--level", &options->level, "How strong a model plays, by name: one of the levels below")
      .Value("NAME")
      .Suggest(LevelNames())
      .Excludes(search.visits)
      .Excludes(search.time)
      .Group(kSearchHeading);
  command
      .Add("--clock", &options->clock,
           "Time of each side for the game, and added for each move, such as 10m+5s; a side "
           "without time loses")
      .Value("TIME");
  return search;
}

}  // namespace

void AddPlayCommand(Program& program) {
  Command command = program.AddCommand("play", "Play against a player at the terminal");
  auto options = std::make_shared<PlayOptions>();
  const PositionOptions at = AddPositionOptions(command, &options->at);
  command
      .Add("--resume", &options->resume,
           "Go on with the first game of FILE, which `save` or another program wrote (otherwise an "
           "unfinished game is offered)")
      .Value("FILE")
      .Excludes(at.rules)
      .Excludes(at.position);
  command.Add("--opponent", &options->opponent, PlayerHelp()).Value("PLAYER");
  command
      .Add("-s,--side", &options->side,
           "Your side: attackers or defenders (default: the side to move)")
      .Value("SIDE")
      .Suggest({"attackers", "defenders"});
  const SearchOptions search = AddStrengthOptions(command, options.get());
  AddCertificateOption(command, &options->certificate);
  AddDeviceOption(command, &options->players.network.device);
  command.Add("--seed", &options->seed,
              "Seed of the opponent's random choices (default: from the clock)");
  command.Footer(
      LevelTable() +
      "\nWithout --opponent, --level, --visits, --move-time and --clock a model plays at "
      "the level " +
      FirstLevel().name +
      ".\n"
      "Where it is proven who wins, the game says so, and `hint` names the move of the "
      "proof.\nAt the level strongest the opponent follows a proof of its own side, and "
      "cannot be beaten.\n"
      "\nExamples:\n"
      "  raichi play\n"
      "  raichi play --rules brandubh --side defenders --clock 10m+5s\n"
      "  raichi play --resume game.jsonl --level casual");
  command.Run([options, at, search] {
    options->rules_given = at.rules.IsGiven();
    options->visits_given = search.visits.IsGiven();
    options->time_given = search.time.IsGiven();
    RunPlay(*options);
  });
}

}  // namespace raichi
