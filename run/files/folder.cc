#include "run/files/folder.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <map>
#include <set>
#include <string>

#include "base/checksum.h"
#include "base/error.h"
#include "base/files/files.h"
#include "base/files/guard.h"
#include "base/files/output_file.h"
#include "base/files/paths.h"
#include "base/json.h"
#include "console/output.h"
#include "nn/model/layers.h"
#include "nn/model/model.h"
#include "run/config/pinned_rules.h"
#include "run/files/state.h"
#include "run/sharing/folder_kind.h"
#include "selfplay/records/shard.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {

std::string WeightsChecksum(const NetworkConfig& network, const std::vector<float>& weights) {
  static_assert(std::endian::native == std::endian::little);
  std::map<std::string, std::string> words;
  WriteNetworkWords(network, &words);
  std::string bytes;
  for (const auto& [key, word] : words) bytes += key + "=" + word + "\n";
  bytes.append(reinterpret_cast<const char*>(weights.data()), weights.size() * sizeof(float));
  return ChecksumText(bytes);
}

std::string WeightsChecksum(const std::filesystem::path& model) {
  const Model read = ReadModel(model);
  return WeightsChecksum(read.info.network, read.weights);
}

int64_t CountGamesFrom(const std::filesystem::path& folder, int first_model) {
  const RunShards shards(folder);
  int64_t count = 0;
  for (const int model : shards.models()) {
    if (model < first_model) continue;
    for (const std::filesystem::path& path : shards.Of(model)) {
      if (!ShardName::Parse(path.filename())) continue;
      try {
        count += ReadShardHeader(path).games;
      } catch (const Error&) {
      }
    }
  }
  return count;
}

size_t CountStreamsOf(const std::filesystem::path& folder, int model) {
  std::set<int> streams;
  for (const std::filesystem::path& path : ShardsIn(folder / NumberedName(model))) {
    if (const auto name = ShardName::Parse(path.filename())) streams.insert(name->stream);
  }
  return streams.size();
}

namespace fs = std::filesystem;

RunFolder::RunFolder(fs::path folder, const RunConfig& config, Changes changes)
    : path_(std::move(folder)) {
  RequireKind(path_, FolderKind::kRun);
  for (const char* name : {"games", "models", "optimizer", "metrics"}) CreateFolders(path_ / name);
  const fs::path file = path_ / "config.yaml";
  if (Exists(file)) {
    RequireSameRun(file, config, changes);
    for (const std::string& word : PinRules(config, path_)) {
      PrintWarning(path_.string() + " had no copy of the rules '" + word + "'; made one");
    }
    for (const std::string& changed : DescribeChangedRules(config, path_)) PrintWarning(changed);
  } else {
    RAICHI_CHECK(config.auto_keys.empty());
    RemoveFile(OriginFile(path_));  // of a start that did not get as far as config.yaml
    if (config.origin) SavePinnedModel(OriginFile(path_), *config.origin);
    PinRules(config, path_);
    PublishNew(file, WithSumLine(ToYaml(config)));  // another process may begin the same run now
  }
}

void RunFolder::Reconfigure(const RunConfig& config) const {
  AtomicWrite(path_ / "config.yaml", WithSumLine(ToYaml(config)));
}

void RunFolder::RemoveTemporaries() const {
  for (const fs::path& folder : {path_, metrics(), path_ / "unfinished"})
    RemoveDeadTemporaries(folder);
  for (const fs::path& folder : {models(), path_ / "optimizer"}) {
    for (const fs::path& path : ListFolder(folder)) {
      if (path.extension() == ".tmp") RemoveTree(path);
    }
  }
}

bool RunFolder::HasModel(int number) const {
  try {
    ReadModelInfo(Model(number));
    return true;
  } catch (const Error&) {
    return false;
  }
}

std::string RunFolder::Numbered(int number) { return NumberedName(number); }

namespace {

/// Reads the model of a folder that is there. A network file system may show its file late.
Model ReadListed(const std::filesystem::path& folder) {
  const Patience patience;
  for (size_t attempt = 0;; ++attempt) {
    try {
      return ReadModel(folder);
    } catch (const ReadError& error) {
      if (error.code() != ENOENT) throw;
    }
    if (attempt == patience.waits.size()) {
      throw DamagedError(ModelFile(folder).string() + ": is missing");
    }
    patience.sleep(patience.waits[attempt]);
  }
}

}  // namespace

std::optional<Model> ReadModelOrSetAside(const std::filesystem::path& folder) {
  Model model;
  if (!ReadOrSetAside(folder, [&] { model = ReadListed(folder); })) return std::nullopt;
  return model;
}

Model ReadPinnedModel(const PinnedModel& pinned) {
  Model model = ReadModel(pinned.path);
  if (WeightsChecksum(model.info.network, model.weights) == pinned.weights) return model;
  throw Error(pinned.path +
              ": its weights have changed since the run began with it; put the model " +
              "with the weights " + pinned.weights + " back, or begin a new run in another --dir");
}

}  // namespace raichi
