#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/files/output_file.h"
#include "base/rng.h"
#include "selfplay/records/record.h"

namespace raichi {

/// Returns a valid record of a random game of at most `max_plies` plies, with made-up visits and
/// values.
GameRecord RandomRecord(const std::string& variant, uint64_t id, int max_plies = 60);
std::vector<GameRecord> RandomRecords(const std::string& variant, uint64_t first_id, size_t count);

std::string BytesOf(const std::filesystem::path& path);
void WriteBytes(const std::filesystem::path& path, const std::string& bytes);
/// Returns the names of a folder's files, sorted.
std::vector<std::string> FilesIn(const std::filesystem::path& folder);
/// Returns the message of the Error that `action` throws, or an empty string if it throws none.
template <typename Action>
std::string ErrorOf(Action action);

}  // namespace raichi

#include "base/error.h"

template <typename Action>
std::string raichi::ErrorOf(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}
