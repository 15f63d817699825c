#include "tools/players.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "mcts/players.h"
#include "mcts/search_player.h"
#include "nn/model.h"
#include "rules/error.h"
#include "tools/run_folder.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr int kMaxVisits = 10'000'000;

struct ModelPlayer {
  fs::path model;
  int visits = 0;
};

/// The model that a path means; none if there is none.
std::optional<fs::path> FindModel(const fs::path& path) {
  if (path.empty() || !fs::exists(path)) return std::nullopt;
  if (const auto newest = NewestModelOf(path)) return newest;
  if (fs::is_directory(path) && !fs::exists(ModelFile(path))) return std::nullopt;
  return path;
}

/// Splits `PATH@N` or `PATH:N`; none if the word does not end so.
std::optional<ModelPlayer> SplitVisits(const std::string& word) {
  const size_t mark = word.find_last_of("@:");
  if (mark == std::string::npos) return std::nullopt;
  int visits = 0;
  const char* end = word.data() + word.size();
  const auto [parsed, error] = std::from_chars(word.data() + mark + 1, end, visits);
  if (error != std::errc() || parsed != end) return std::nullopt;
  if (visits < 1 || visits > kMaxVisits) {
    throw UsageError("player '" + word + "': expected 1 to " + std::to_string(kMaxVisits) +
                     " visits");
  }
  return ModelPlayer{word.substr(0, mark), visits};
}

ModelPlayer FindModelPlayer(const std::string& word, const PlayerSettings& settings) {
  if (const auto model = FindModel(word)) return {*model, settings.visits};
  if (const auto split = SplitVisits(word)) {
    if (const auto model = FindModel(split->model)) return {*model, split->visits};
  }
  throw UsageError("player '" + word + "': expected " + kPlayerWords + "; there is no such model");
}

/// Whether a model can be read and was trained on a rule set.
bool Knows(const fs::path& model, const std::string& rules_name) {
  try {
    const std::vector<std::string> rules = ReadModelInfo(model).rules;
    return std::ranges::find(rules, rules_name) != rules.end();
  } catch (const Error&) {
    return false;
  }
}

std::string NameOf(const ModelPlayer& player) {
  return player.model.lexically_normal().string() + "@" + std::to_string(player.visits);
}

std::unique_ptr<PlayerKind> OpenModelPlayer(const ModelPlayer& player,
                                            const PlayerSettings& settings) {
  SearchPlayerConfig config;
  config.search.temperature.initial = settings.initial_temperature;
  config.budget.visits = player.visits;
  return std::make_unique<SearchPlayerKind>(NameOf(player), config,
                                            OpenNetworkEvaluator(player.model, settings.network));
}

}  // namespace

std::string PlayerName(const std::string& word, const PlayerSettings& settings) {
  if (const auto kind = ParsePlayer(word)) return kind->name();
  return NameOf(FindModelPlayer(word, settings));
}

std::unique_ptr<PlayerKind> OpenPlayer(const std::string& word, const PlayerSettings& settings) {
  if (auto kind = ParsePlayer(word)) return kind;
  return OpenModelPlayer(FindModelPlayer(word, settings), settings);
}

std::string DefaultOpponent(const std::string& rules_name, const fs::path& runs) {
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
