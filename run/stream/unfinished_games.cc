#include "run/stream/unfinished_games.h"

#include <algorithm>
#include <cerrno>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/output_file.h"
#include "console/output.h"
#include "selfplay/records/shard.h"
#include "selfplay/records/shard_names.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr const char* kUnfinishedExtension = ".unfinished";

}  // namespace

UnfinishedGames::UnfinishedGames(fs::path run_folder, int stream, Rng rng)
    : folder_(std::move(run_folder) / "unfinished"), stream_(stream), rng_(rng) {}

int ModelOfUnfinished(const fs::path& file) {
  if (file.extension() != kUnfinishedExtension) return -1;
  const auto name = ShardName::Parse(file.stem().string() + ".games");
  return name ? name->model : -1;
}

bool UnfinishedGames::Leave(int model, std::vector<GameRecord> games) const {
  if (games.empty()) return false;
  EnsureFolder(folder_);
  const auto is_one = [](const fs::path& file) { return ModelOfUnfinished(file) >= 0; };
  if (static_cast<size_t>(std::ranges::count_if(ListFolder(folder_), is_one)) >= kMostFiles) {
    return false;
  }
  std::ranges::sort(games, {}, &GameRecord::game_id);
  const std::string bytes = ShardBytes(games);
  const auto path = [&](int number) {
    return folder_ / fs::path(ShardName{model, stream_, number}.ToString())
                         .replace_extension(kUnfinishedExtension);
  };
  for (int number = 0; !TryPublishNew(path(number), bytes);) ++number;
  return true;
}

std::vector<GameRecord> UnfinishedGames::Take(int newest_model) {
  try {
    std::vector<fs::path> files = ListFolder(folder_);
    Shuffle(&files, &rng_);
    for (const fs::path& file : files) {
      const int model = ModelOfUnfinished(file);
      if (model < 0 || model > newest_model) continue;
      if (model < newest_model - kMostModels) {
        RemoveFile(file);
        continue;
      }
      std::vector<GameRecord> games = TakeFile(file);
      if (!games.empty()) return games;
    }
  } catch (const ReadError&) {
  } catch (const WriteError&) {
  }
  return {};
}

/// Returns none if another process was faster. The name of a file that is being taken tells who
/// takes it, so that it is removed with the other temporaries if that process dies.
std::vector<GameRecord> UnfinishedGames::TakeFile(const fs::path& file) const {
  const fs::path own = TemporaryPath(file);
  try {
    MoveFile(file, own);
  } catch (const WriteError& error) {
    if (error.code() != ENOENT) throw;
    return {};
  }
  std::vector<GameRecord> games;
  RulesOfRecords rules;
  try {
    ForEachGame(own, [&](GameRecord&& record) {
      try {
        CheckUnfinished(record, rules.Of(record, file.string()));
        games.push_back(std::move(record));
      } catch (const Error& error) {
        PrintWarning(file.string() + ": " + error.what() + "; dropped");
      }
    });
  } catch (const Error& error) {
    PrintWarning(std::string(error.what()) + "; the unfinished games after it are dropped");
  }
  RemoveFile(own);
  return games;
}

}  // namespace raichi
