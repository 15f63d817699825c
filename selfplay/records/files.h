#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace raichi {

/// Files that appear whole or not at all. Everything that Raichi writes for other processes to read
/// (shards, models, trainer states) is written through here. Failures to write throw Error,
/// failures to read throw ReadError; both name the file and the system's message.

/// Writes `bytes` to a temporary (temporary.h) beside `path`, syncs it, renames it to `path` and
/// syncs the folder, which must exist. An existing file is replaced. On failure, a full disk
/// included, the temporary is removed and an existing file is unchanged. One thread per path at a
/// time.
void AtomicWrite(const std::filesystem::path& path, std::string_view bytes);

/// Like AtomicWrite, but never replaces a file: if `path` exists with the same bytes nothing
/// happens, and with other bytes it throws Error. Safe if several processes publish the same path
/// at once.
void PublishNew(const std::filesystem::path& path, std::string_view bytes);

/// Throws Error if a file of this path could not be written now. Called before long work whose
/// result is to be written there.
void CheckWritable(const std::filesystem::path& path);

/// The content of a regular file. Throws ReadError if the system cannot read it or `path` is not a
/// regular file, DamagedError if it is larger than `max_bytes`.
std::string ReadFile(const std::filesystem::path& path, uint64_t max_bytes);

/// The entries of a folder, sorted by name; none if it does not exist. Throws ReadError if it
/// cannot be listed.
std::vector<std::filesystem::path> ListFolder(const std::filesystem::path& folder);

/// The first of PATH.bad, PATH.bad.2, PATH.bad.3, … that does not exist.
std::filesystem::path BadName(const std::filesystem::path& path);
/// Renames a file or folder to its BadName, so that nothing reads it again, and syncs the folder.
/// Returns the new path. Only the process that owns the folder may call it.
std::filesystem::path RenameToBad(const std::filesystem::path& path);

/// Makes earlier changes of names beside `path` durable.
void SyncFolderOf(const std::filesystem::path& path);

/// 64-bit FNV-1a (Fowler, Noll and Vo). Changing one byte always changes it.
uint64_t Checksum(std::string_view bytes);
/// The same as 16 hexadecimal digits.
std::string ChecksumText(std::string_view bytes);

}  // namespace raichi
