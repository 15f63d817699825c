#include "run/files/folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <sstream>

#include "console/output.h"
#include "nn/model/model.h"
#include "rules/error.h"
#include "run/config/config.h"
#include "selfplay/records/files.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

/// Lines of a written configuration outside the given keys: `section` or `section.key`.
std::vector<std::string> LinesWithout(const std::string& text,
                                      const std::vector<std::string>& keys) {
  const auto is_listed = [&](const std::string& key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  };
  std::vector<std::string> lines;
  std::string section, key;
  std::stringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    const size_t indent = std::min(line.find_first_not_of(' '), line.size());
    const std::string name = line.substr(indent, line.find(':') - indent);
    const bool is_key = !name.empty() && name[0] != '-';
    if (is_key && indent == 0) section = key = name;
    if (is_key && indent == 2) key = section + "." + name;
    if (!is_listed(section) && !is_listed(key)) lines.push_back(line);
  }
  return lines;
}

/// What an older program wrote may lack keys: they have their defaults.
void RequireSame(const fs::path& file, const std::string& config,
                 const std::vector<std::string>& may_differ) {
  const std::string written = ToYaml(LoadRunConfig(file.string(), {}));
  const auto before = LinesWithout(written, may_differ);
  const auto now = LinesWithout(config, may_differ);
  const auto [old_line, new_line] =
      std::mismatch(before.begin(), before.end(), now.begin(), now.end());
  if (old_line == before.end() && new_line == now.end()) return;
  const auto shown = [](auto line, auto end) {
    return line == end ? std::string("nothing")
                       : "'" + line->substr(line->find_first_not_of(' ')) + "'";
  };
  throw Error(file.string() + ": this run was begun with " + shown(old_line, before.end()) +
              ", not " + shown(new_line, now.end()) +
              "; continue it with its own configuration or choose another --dir");
}

void CreateFolder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw Error(folder.string() + ": cannot create this folder: " + error.message());
}

}  // namespace

RunFolder::RunFolder(fs::path folder, const std::string& config,
                     const std::vector<std::string>& may_differ)
    : path_(std::move(folder)) {
  for (const char* name : {"games", "models", "optimizer", "metrics"}) CreateFolder(path_ / name);
  const fs::path file = path_ / "config.yaml";
  if (fs::exists(file)) {
    RequireSame(file, config, may_differ);
  } else {
    AtomicWrite(file, config);
  }
}

void RunFolder::Reconfigure(const std::string& config) const {
  AtomicWrite(path_ / "config.yaml", config);
}

void RunFolder::RemoveTemporaries() const {
  for (const fs::path& folder : {path_, models(), path_ / "optimizer", metrics()}) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == ".tmp") fs::remove_all(entry.path());
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

std::string RunFolder::Numbered(int number) {
  char text[16];
  std::snprintf(text, sizeof text, "%06d", number);
  return text;
}

std::vector<int> RunFolder::NumbersIn(const fs::path& folder) {
  std::vector<int> numbers;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename();
    const bool digits = name.size() == 6 && std::all_of(name.begin(), name.end(), [](char c) {
                          return c >= '0' && c <= '9';
                        });
    if (digits) numbers.push_back(std::stoi(name));
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

std::optional<fs::path> NewestModelOf(const fs::path& folder) {
  const std::vector<int> numbers = RunFolder::NumbersIn(folder / "models");
  if (numbers.empty()) return std::nullopt;
  return folder / "models" / RunFolder::Numbered(numbers.back());
}

RunLock::RunLock(const fs::path& folder, const std::string& job, const std::string& refusal) {
  const fs::path path = folder / ("." + job + ".lock");
  file_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (file_ < 0) throw Error(path.string() + ": cannot create this file; is the folder writable?");
  if (flock(file_, LOCK_EX | LOCK_NB) != 0) {
    close(file_);
    throw Error(folder.string() + ": " +
                (refusal.empty() ? "another process holds this run's job '" + job + "'" : refusal));
  }
}

RunLock::~RunLock() { close(file_); }

}  // namespace raichi
