#include "run/sharing/newest_model.h"

#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/json.h"
#include "nn/model/model.h"
#include "selfplay/records/shard_folder.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

fs::path PointerIn(const fs::path& models) { return models / "newest"; }

}  // namespace

void WriteNewestModel(const fs::path& models, int model) {
  if (ReadNewestModel(models) == model) return;
  AtomicWrite(PointerIn(models), WithSumLine(NumberedName(model) + "\n"));
}

std::optional<int> ReadNewestModel(const fs::path& models) {
  constexpr uint64_t kMaxPointerBytes = 64;
  try {
    const std::string text = ReadFile(PointerIn(models), kMaxPointerBytes);
    const std::string line = text.substr(0, text.find('\n'));
    const bool is_whole = text == line + "\n" || text == WithSumLine(line + "\n");
    return is_whole ? ParseNumberedName(line) : std::nullopt;
  } catch (const ReadError&) {
    return std::nullopt;
  } catch (const DamagedError&) {
    return std::nullopt;
  }
}

std::optional<int> NewestModelWatch::Look() {
  constexpr int kMostUnread = 8;
  const FileStamp stamp = StampOf(PointerIn(models_));
  if (pointed_ && stamp == stamp_ && ++unread_ < kMostUnread) return pointed_;
  stamp_ = stamp;
  unread_ = 0;
  pointed_ = ReadNewestModel(models_);
  if (pointed_ && !CanBeRead(*pointed_)) pointed_.reset();
  if (pointed_) return pointed_;
  try {
    const std::vector<fs::path> paths = ListFolder(models_);
    for (auto path = paths.rbegin(); path != paths.rend(); ++path) {
      const std::optional<int> model = ParseNumberedName(path->filename());
      if (model && CanBeRead(*model)) return model;
    }
  } catch (const ReadError& error) {
    if (!IsTransient(error)) throw;
  }
  return std::nullopt;
}

bool NewestModelWatch::IsOtherThan(int model, Time now) {
  if (!next_look_) next_look_ = now + Pause();
  if (now < *next_look_) return false;
  next_look_ = now + Pause();
  const std::optional<int> newest = Look();
  return newest && *newest != model;
}

std::chrono::milliseconds NewestModelWatch::Pause() {
  return std::chrono::milliseconds(2000 + rng_.Below(3000));
}

bool NewestModelWatch::CanBeRead(int model) {
  if (known_ == model) return true;
  try {
    ReadModelInfo(models_ / NumberedName(model));
    known_ = model;
    return true;
  } catch (const ReadError&) {
  } catch (const DamagedError&) {
  }
  return false;
}

}  // namespace raichi
