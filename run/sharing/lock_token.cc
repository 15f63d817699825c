#include "run/sharing/lock_token.h"

#include <atomic>
#include <optional>
#include <sstream>
#include <system_error>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/patience.h"
#include "base/files/temporary.h"
#include "base/process_id.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMaxTokenBytes = 1 << 10;

/// Returns `HOST PROCESS START NUMBER`. The number tells tokens of one process apart.
std::string NewContent() {
  static std::atomic<int> number = 0;
  const ProcessId& self = ThisProcess();
  return self.host + " " + std::to_string(self.process) + " " + std::to_string(self.start) + " " +
         std::to_string(++number) + "\n";
}

std::optional<ProcessId> HolderIn(const std::string& content) {
  ProcessId holder;
  std::istringstream words(content);
  words >> holder.host >> holder.process >> holder.start;
  return words && holder.process > 0 ? std::optional(holder) : std::nullopt;
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

LockToken::LockToken(fs::path file, const std::string& refusal)
    : file_(std::move(file)), content_(NewContent()) {
  constexpr int kAttempts = 10;  // against processes that start and end at the same moment
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    if (TryPublishNew(file_, content_)) return;
    const std::optional<std::string> content = ContentOf(file_);
    if (!content) continue;
    const std::optional<ProcessId> holder = HolderIn(*content);
    const std::string who =
        holder ? "process " + std::to_string(holder->process) + " of " + holder->host
               : "another process";
    if (!holder || holder->host != ThisProcess().host) {
      throw HeldError(file_.string() + ": " + refusal + " (" + who +
                      "); if that process has ended, remove this file");
    }
    if (IsRunning(*holder)) throw HeldError(file_.string() + ": " + refusal + " (" + who + ")");
    RemoveDead(*content);
  }
  throw Error(file_.string() + ": cannot be created, because other processes keep creating it");
}

/// Removes the token of a process that has ended. Another process may do the same at this moment
/// and have put its own token there: that one goes back.
void LockToken::RemoveDead(const std::string& content) const {
  const fs::path away = TemporaryPath(file_);
  std::error_code none;
  fs::rename(file_, away, none);
  if (none) return;  // another process was faster
  const std::optional<std::string> moved = ContentOf(away);
  if (moved && *moved != content) TryPublishNew(file_, *moved);
  fs::remove(away, none);
}

LockToken::~LockToken() {
  try {
    if (ContentOf(file_) == content_) fs::remove(file_);
  } catch (const std::exception&) {  // the next start replaces it or says what to do
  }
}

}  // namespace raichi
