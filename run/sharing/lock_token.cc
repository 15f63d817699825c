#include "run/sharing/lock_token.h"

#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <sstream>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/patience.h"
#include "base/process_id.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMaxTokenBytes = 1 << 10;
constexpr size_t kMostLinks = 1000;  // more only where somebody made a circle of them

/// Returns the number of the namespace in which numbers of processes mean the same. Containers with
/// one host name may have several.
uint64_t ProcessSpace() {
  struct stat status {};
  return ::stat("/proc/self/ns/pid", &status) == 0 ? status.st_ino : 0;
}

/// Returns `HOST PROCESS START NUMBER SPACE`. The number tells tokens of one process apart.
std::string NewContent() {
  static std::atomic<int> number = 0;
  const ProcessId& self = ThisProcess();
  return self.host + " " + std::to_string(self.process) + " " + std::to_string(self.start) + " " +
         std::to_string(++number) + " " + std::to_string(ProcessSpace()) + "\n";
}

struct Holder {
  ProcessId process;
  uint64_t space = 0;

  bool IsOfThisMachine() const {
    return process.host == ThisProcess().host && space == ProcessSpace();
  }
  std::string ToString() const {
    return "process " + std::to_string(process.process) + " of " + process.host;
  }
};

std::optional<Holder> HolderIn(const std::string& content) {
  Holder holder;
  uint64_t number = 0;
  std::istringstream words(content);
  words >> holder.process.host >> holder.process.process >> holder.process.start >> number;
  if (!words || holder.process.process <= 0) return std::nullopt;
  if (!(words >> holder.space)) holder.space = ProcessSpace();  // of an older program
  return holder;
}

/// Returns the content of the file, or nothing if it is gone.
std::optional<std::string> ContentOf(const fs::path& file) {
  try {
    return ReadFile(file, kMaxTokenBytes);
  } catch (const ReadError& error) {
    if (!MayAppear(error)) throw;
    return std::nullopt;
  }
}

}  // namespace

fs::path LockToken::PlaceAfter(const std::string& content) const {
  std::string name = content.substr(0, content.find('\n'));
  std::ranges::replace(name, ' ', '.');
  std::ranges::replace(name, '/', '_');
  fs::path place = file_;
  return place += ".after." + name;
}

std::vector<LockToken::Link> LockToken::Chain() const {
  std::vector<Link> chain;
  fs::path file = file_;
  while (const std::optional<std::string> content = ContentOf(file)) {
    chain.push_back({file, *content});
    if (!HolderIn(*content) || chain.size() == kMostLinks) break;
    file = PlaceAfter(*content);
  }
  return chain;
}

LockToken::LockToken(fs::path file, const std::string& refusal,
                     const std::function<void()>& between_steps)
    : file_(std::move(file)) {
  constexpr int kAttempts = 100;  // against processes that start and end at the same moment
  const auto step = [&] {
    if (between_steps) between_steps();
  };
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    content_ = NewContent();
    std::vector<Link> chain = Chain();
    step();
    if (!chain.empty()) {
      const std::optional<Holder> holder = HolderIn(chain.back().content);
      const std::string who = holder ? holder->ToString() : "another process";
      if (!holder || !holder->IsOfThisMachine()) {
        throw HeldError(file_.string() + ": " + refusal + " (" + who +
                        "); if that process has ended, remove this file");
      }
      if (IsRunning(holder->process)) {
        throw HeldError(file_.string() + ": " + refusal + " (" + who + ")");
      }
    }
    step();
    const fs::path place = chain.empty() ? file_ : PlaceAfter(chain.back().content);
    if (!TryPublishNew(place, content_)) continue;
    step();
    if (chain.empty()) return;
    if (ContentOf(file_) == chain.front().content) {
      step();
      MoveFile(place, file_);
      step();
      for (size_t i = 1; i < chain.size(); ++i) RemoveFile(chain[i].file);
      return;
    }
    RemoveFile(place);
  }
  throw Error(file_.string() + ": cannot be created, because other processes keep creating it");
}

bool LockToken::IsHeld() const { return ReadFileIfThere(file_, kMaxTokenBytes) == content_; }

LockToken::~LockToken() {
  try {
    if (IsHeld()) RemoveFile(file_);
  } catch (const std::exception&) {  // the next start succeeds it or says what to do
  }
}

}  // namespace raichi
