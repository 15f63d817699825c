#include "nn/data/shard_loader.h"

#include <cerrno>
#include <utility>

#include "base/error.h"
#include "base/files/files.h"
#include "selfplay/records/shard.h"

namespace raichi {

std::optional<WindowShard> ShardLoader::Load(const std::filesystem::path& file) {
  const auto read = [&] {
    try {
      return ReadGames(file);
    } catch (const ReadError& error) {
      // A file that is listed but cannot be found is worth another attempt.
      throw ReadError(error.what(), error.code() == ENOENT ? ESTALE : error.code());
    }
  };
  try {
    return ReadPatiently(patience_, read);
  } catch (const DamagedError& error) {
    GiveUp(file, error.what());
  }
  return std::nullopt;
}

std::optional<WindowShard> ShardLoader::LoadNew(const std::filesystem::path& file) {
  try {
    std::optional<WindowShard> shard = ReadPatiently(patience_, [&] { return ReadGames(file); });
    suspects_.erase(file.filename());
    return shard;
  } catch (const DamagedError& error) {
    if (damaged_ == DamagedShards::kLeave || !suspects_.insert(file.filename()).second) {
      GiveUp(file, error.what());
    } else {
      warn_(std::string(error.what()) + "; passed over, and read again before the next training");
    }
  } catch (const ReadError& error) {
    if (!MayAppear(error)) throw;
  }
  return std::nullopt;
}

WindowShard ShardLoader::ReadGames(const std::filesystem::path& file) {
  WindowShard shard;
  ForEachGame(file, [&](const GameRecord& record) {
    const RulesPtr& rules = rules_.Of(record, file.string());
    try {
      CheckRecord(record, rules);
      shard.games.push_back(std::make_unique<CompactGame>(record, rules));
    } catch (const Error& error) {
      throw DamagedError(file.string() + ": " + error.what());
    }
    shard.ids.push_back(record.game_id);
    shard.positions += shard.games.back()->targets();
  });
  return shard;
}

void ShardLoader::GiveUp(const std::filesystem::path& file, const std::string& what) {
  if (damaged_ == DamagedShards::kLeave) {
    passed_over_.insert(file.filename());
    return warn_(what + "; not trained on");
  }
  try {
    warn_(what + "; set aside as " + RenameToBad(file).filename().string());
    ++set_aside_;
  } catch (const WriteError& error) {
    if (error.code() != ENOENT) throw;  // else the process that plays its stream was faster
  }
}

}  // namespace raichi
