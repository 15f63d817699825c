#include "run/players.h"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "console/output.h"
#include "mcts/players/players.h"
#include "mcts/players/search_player.h"
#include "nn/model/model.h"
#include "rules/error.h"
#include "rules/files/rule_file.h"
#include "run/files/folder.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr int kLeavesOfThread = 8;  // what a share of a batch has at least
const fs::path kPublished = "models";

/// A model, and how it searches.
struct ModelPlayer {
  fs::path model;
  int visits = 0;
  double seconds = 0;
  int in_flight = 0;
};

/// The folder that Raichi lies in, with the folder of published models.
fs::path Home() { return RulesFolder().parent_path().parent_path(); }

/// The model that a path means; none if there is none. `models/NAME` is the published one from
/// whatever folder.
std::optional<fs::path> LookForModel(fs::path path) {
  if (path.empty()) return std::nullopt;
  if (!fs::exists(path) && *path.begin() == kPublished) path = Home() / path;
  if (!fs::exists(path)) return std::nullopt;
  if (const auto newest = NewestModelOf(path)) return newest;
  if (fs::is_directory(path) && !fs::exists(ModelFile(path))) return std::nullopt;
  return path;
}

/// Reads a number at the beginning of `text` and takes it away; none if there is none in the range.
template <typename Number>
std::optional<Number> TakeNumber(Number min, Number max, std::string_view* text) {
  Number number{};
  const char* end = text->data() + text->size();
  const auto [rest, error] = std::from_chars(text->data(), end, number);
  if (error != std::errc() || !(number >= min && number <= max)) return std::nullopt;
  text->remove_prefix(static_cast<size_t>(rest - text->data()));
  return number;
}

/// Reads `VISITS`, `SECONDSs`, each perhaps with `xLEAVES`, into `player`.
bool ReadSearch(std::string_view text, ModelPlayer* player) {
  const size_t clock = text.find('s');
  if (clock != std::string_view::npos) {
    const auto seconds = TakeNumber(kMinSeconds, kMaxSeconds, &text);
    if (!seconds || !text.starts_with('s')) return false;
    text.remove_prefix(1);
    player->seconds = *seconds;
  } else {
    const auto visits = TakeNumber(1, kMaxVisits, &text);
    if (!visits) return false;
    player->visits = *visits;
    player->seconds = 0;
  }
  if (!text.starts_with('x')) return text.empty();
  text.remove_prefix(1);
  const auto in_flight = TakeNumber(1, kMaxInFlight, &text);
  player->in_flight = in_flight.value_or(0);
  return in_flight && text.empty();
}

/// Gives the leaves in flight if nothing else did.
ModelPlayer Complete(ModelPlayer player, int threads) {
  if (player.in_flight == 0) player.in_flight = player.seconds > 0 ? LoneInFlight(threads) : 1;
  return player;
}

ModelPlayer FindModelPlayer(const std::string& word, const PlayerSettings& settings) {
  ModelPlayer player{"", settings.visits, settings.seconds, settings.in_flight};
  if (const auto model = LookForModel(word)) {
    player.model = *model;
    return Complete(player, settings.network.threads);
  }
  const size_t mark = word.find_last_of("@:");
  const auto model = LookForModel(word.substr(0, mark));
  if (mark == std::string::npos || !model) {
    throw UsageError("player '" + word + "': expected " + kPlayerWords +
                     "; there is no such model");
  }
  if (!ReadSearch(std::string_view(word).substr(mark + 1), &player)) {
    throw UsageError("player '" + word + "': after the model, expected visits up to " +
                     std::to_string(kMaxVisits) +
                     " or 0.001 to 86400 seconds (@800, @1.5s), perhaps with the " +
                     "leaves in flight up to " + std::to_string(kMaxInFlight) + " (@800x16)");
  }
  player.model = *model;
  return Complete(player, settings.network.threads);
}

bool IsTrainedOn(const fs::path& model, const std::string& rules_name) {
  const std::vector<std::string> rules = ReadModelInfo(model).rules;
  return std::ranges::find(rules, rules_name) != rules.end();
}

/// Whether a model can be read and was trained on a rule set.
bool Knows(const fs::path& model, const std::string& rules_name) {
  try {
    return IsTrainedOn(model, rules_name);
  } catch (const Error&) {
    return false;
  }
}

/// The published ones as `models/NAME`.
std::string ShowModel(const fs::path& model) {
  const fs::path within = model.lexically_relative(Home() / kPublished);
  const bool published = !within.empty() && *within.begin() != "..";
  return (published ? kPublished / within : model).lexically_normal().string();
}

bool IsUntrained(const std::string& word, const std::string& rules_name) {
  return !ParsePlayer(word) && !IsTrainedOn(FindModelPlayer(word, {}).model, rules_name);
}

std::string NameOf(const ModelPlayer& player) {
  std::string name = ShowModel(player.model) + "@";
  name += player.seconds > 0 ? fmt::format("{}s", player.seconds) : std::to_string(player.visits);
  return player.in_flight > 1 ? name + "x" + std::to_string(player.in_flight) : name;
}

int BudgetOf(const ModelPlayer& player) { return player.seconds > 0 ? kMaxVisits : player.visits; }

std::unique_ptr<PlayerKind> OpenModelPlayer(const ModelPlayer& player,
                                            const PlayerSettings& settings) {
  SearchPlayerConfig config{.search = SearchPlayerConfig::NetworkSearch()};
  config.search.temperature.initial = settings.initial_temperature;
  config.budget.visits = BudgetOf(player);
  config.budget.in_flight = player.in_flight;
  config.seconds = player.seconds;
  NetworkEvaluatorConfig network = settings.network;
  network.batch *= player.in_flight;
  return std::make_unique<SearchPlayerKind>(NameOf(player), config,
                                            OpenNetworkEvaluator(player.model, network));
}

}  // namespace

int LoneInFlight(int threads) {
  return std::clamp(kLeavesOfThread * threads, kLoneInFlight, 4 * kLoneInFlight);
}

std::string PlayerName(const std::string& word, const PlayerSettings& settings) {
  if (const auto kind = ParsePlayer(word)) return kind->name();
  return NameOf(FindModelPlayer(word, settings));
}

std::unique_ptr<PlayerKind> OpenPlayer(const std::string& word, const PlayerSettings& settings) {
  if (auto kind = ParsePlayer(word)) return kind;
  return OpenModelPlayer(FindModelPlayer(word, settings), settings);
}

fs::path FindModel(const std::string& path) {
  const auto model = LookForModel(path);
  if (!model) {
    throw UsageError("model '" + path +
                     "': expected a model (runs/x/models/000120) or a run's folder");
  }
  return *model;
}

bool ThinksByTheClock(const std::string& word, const PlayerSettings& settings) {
  return !ParsePlayer(word) && FindModelPlayer(word, settings).seconds > 0;
}

int VisitsOf(const std::string& word, const PlayerSettings& settings) {
  return BudgetOf(FindModelPlayer(word, settings));
}

std::string ShippedName(const Rules& rules) {
  for (const std::string& name : RuleSetNames()) {
    if (OpenRules(name)->fingerprint() == rules.fingerprint()) return name;
  }
  return rules.data().name;
}

std::string DescribePlayer(const std::string& word, const Rules& rules) {
  const std::string name = ShippedName(rules);
  const std::string who = ParsePlayer(word) ? word : ShowModel(FindModelPlayer(word, {}).model);
  const bool untrained = IsUntrained(word, name);
  return fmt::format("{} plays {}{}", who, name, untrained ? ", which it was not trained on" : "");
}

void WarnOfUntrained(const std::set<std::string>& words, const Rules& rules) {
  const std::string name = ShippedName(rules);
  std::set<std::string> texts;  // a model may have several words
  for (const std::string& word : words) {
    if (IsUntrained(word, name)) texts.insert(DescribePlayer(word, rules));
  }
  for (const std::string& text : texts) PrintWarning(text);
}

std::string DefaultOpponent(const std::string& rules_name, const fs::path& runs) {
  const fs::path published = kPublished / rules_name;
  if (const auto model = LookForModel(published); model && Knows(*model, rules_name)) {
    return published.string();
  }
  std::string opponent = "alphabeta:4";
  std::error_code none;
  fs::file_time_type newest = fs::file_time_type::min();
  for (const auto& run : fs::directory_iterator(runs, none)) {
    const auto model = NewestModelOf(run.path());
    if (!model || !Knows(*model, rules_name)) continue;
    const fs::file_time_type time = fs::last_write_time(ModelFile(*model), none);
    if (none || time < newest) continue;
    newest = time;
    opponent = model->string();
  }
  return opponent;
}

}  // namespace raichi
