#include "run/files/json_log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <sstream>
#include <utility>

#include "base/error.h"
#include "base/files/files.h"
#include "base/files/guard.h"
#include "base/files/paths.h"
#include "base/json.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kLastBytes = 64;

[[noreturn]] void Fail(const fs::path& path, int error) {
  throw WriteError(path.string() + ": cannot write: " + SystemReason(path, error), error);
}

/// Returns 0, or the system's error number.
int Write(const Descriptor& file, std::string_view text) {
  if (!file.Write(text)) return errno;
  return ::fsync(file.number()) == 0 || errno == EINVAL ? 0 : errno;
}

uint64_t SizeOf(const fs::path& path, int file) {
  struct stat status {};
  if (::fstat(file, &status) != 0) Fail(path, errno);
  return static_cast<uint64_t>(status.st_size);
}

/// Whether the file still ends as its writer left it.
bool EndsAs(const fs::path& path, const FileEnd& end, int file) {
  if (SizeOf(path, file) != end.size) return false;
  std::string last(end.last.size(), '\0');
  for (size_t done = 0; done < last.size();) {
    const auto at = static_cast<off_t>(end.whole - last.size() + done);
    const ssize_t got = ::pread(file, last.data() + done, last.size() - done, at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) Fail(path, errno);
    if (got == 0) return false;
    done += static_cast<size_t>(got);
  }
  return last == end.last;
}

}  // namespace

FileEnd::FileEnd(std::string_view content, uint64_t whole_bytes)
    : size(content.size()), whole(whole_bytes) {
  const uint64_t begin = whole - std::min(whole, kLastBytes);
  last = content.substr(begin, whole - begin);
}

void AppendAt(const fs::path& path, FileEnd* end, std::string_view text) {
  RequireMayChange(path);
  Descriptor file = OpenFile(path, O_RDWR | O_APPEND | (end->size == 0 ? O_CREAT : 0));
  if (!file.IsOpen() && errno != ENOENT) Fail(path, errno);
  if (!file.IsOpen() || !EndsAs(path, *end, file.number())) {
    throw LostLockError(path.string() +
                        ": is not as this process left it, so another process owns this run; this "
                        "one stops and writes nothing more");
  }
  const auto cut_off = [&] {
    return ::ftruncate(file.number(), static_cast<off_t>(end->whole)) == 0 ? 0 : errno;
  };
  int error = end->size > end->whole ? cut_off() : 0;
  if (error == 0) {
    end->size = end->whole;
    error = Write(file, text);
    // not more than what this process wrote itself
    if (error != 0 && SizeOf(path, file.number()) <= end->whole + text.size()) cut_off();
  }
  if (!file.Close() && error == 0) error = errno;
  if (error != 0) Fail(path, error);
  const bool is_new = end->size == 0;
  const std::string before = end->last;
  end->size = end->whole += text.size();
  end->last = before + std::string(text);
  if (end->last.size() > kLastBytes) end->last.erase(0, end->last.size() - kLastBytes);
  if (is_new) SyncFolderOf(path);
}

namespace {

constexpr uint64_t kMaxLogBytes = uint64_t{1} << 30;

/// Returns the line without its checksum, and sets whether it had one.
Json ParseLine(const std::string& line, const JsonLog::Check& check, bool* is_summed) {
  return ReadJson("", [&] {
    Json json = ParseJson(line);
    if (!json.is_object()) throw Error("not a JSON object");
    *is_summed = TakeSum(&json);
    if (check) check(json);
    return json;
  });
}

std::string TextOf(const Json& line) { return JsonText(WithSum(line)) + "\n"; }

}  // namespace

JsonLog::JsonLog(std::filesystem::path path, const Check& check) : path_(std::move(path)) {
  const std::optional<std::string> text =
      ReadPatiently(Patience(), [this] { return ReadFileIfThere(path_, kMaxLogBytes); });
  if (!text) return;
  std::istringstream file(*text);
  uint64_t whole_bytes = 0;
  bool is_damaged = false;
  size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    const bool is_last = file.eof();  // the last line has no newline
    try {
      bool is_summed = false;
      lines_.push_back(ParseLine(line, check, &is_summed));
      unsummed_.push_back(!is_summed);
    } catch (const std::exception& error) {
      const std::string fault = PlaceOf(number) + error.what();
      if (!check && is_last) break;  // the writer has not completed this line
      if (!check) throw Error(fault);
      PrintWarning(fault + "; left out");
      is_damaged = true;
    }
    whole_bytes += line.size() + (is_last ? 0 : 1);
    lacks_newline_ = is_last;
  }
  end_ = FileEnd(*text, whole_bytes);
  if (!is_damaged) return;
  KeepAsBad(path_);
  Write();
}

void JsonLog::ForEach(const std::function<void(const Json&)>& read) const {
  for (size_t i = 0; i < lines_.size(); ++i) {
    try {
      ReadJson("", [&] { read(lines_[i]); });
    } catch (const Error& error) {
      throw Error(PlaceOf(i + 1) + error.what());
    }
  }
}

void JsonLog::Append(Json line) {
  const std::string text = (lacks_newline_ ? "\n" : "") + TextOf(line);
  AppendAt(path_, &end_, text);
  lacks_newline_ = false;
  lines_.push_back(std::move(line));
}

void JsonLog::ReplaceLast(Json line) {
  lines_.back() = std::move(line);
  Write();
}

void JsonLog::Replace(std::vector<Json> lines) {
  lines_ = std::move(lines);
  Write();
}

void JsonLog::DropWhere(const std::function<bool(const Json&)>& is_stale) {
  if (std::erase_if(lines_, is_stale) > 0) Write();
}

/// `FILE:LINE: `, with lines counted from 1.
std::string JsonLog::PlaceOf(size_t line) const {
  return path_.string() + ":" + std::to_string(line) + ": ";
}

void JsonLog::Write() {
  std::string text;
  for (const Json& line : lines_) text += TextOf(line);
  AtomicWrite(path_, text);
  end_ = FileEnd(text, text.size());
  lacks_newline_ = false;
  unsummed_.clear();
}

}  // namespace raichi
