#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace raichi {

/// Files that are whole or not there at all: everything that Raichi writes for others to read
/// (shards, models, checkpoints) is written through here. All failures throw Error naming the file
/// and what the system says.

/// Writes `bytes` as `PATH.tmp`, syncs it, renames it to `path` and syncs the folder, which must
/// exist. On failure, a full disk included, the temporary is removed and an old `path` is
/// untouched. One writer per path at a time.
void AtomicWrite(const std::filesystem::path& path, std::string_view bytes);

/// Throws Error if a file of this path cannot be written as things stand: for what would else show
/// only after long work.
void CheckWritable(const std::filesystem::path& path);

/// The whole file; Error if it holds more than `max_bytes`.
std::string ReadFile(const std::filesystem::path& path, uint64_t max_bytes);

/// Renames `path` to `PATH.bad` (replacing an older one), so that nothing reads it again, and
/// syncs the folder.
void SetAside(const std::filesystem::path& path);

/// 64-bit FNV-1a (Fowler, Noll and Vo). Every change of one byte changes it.
uint64_t Checksum(std::string_view bytes);
/// The same as 16 hexadecimal digits.
std::string ChecksumText(std::string_view bytes);

}  // namespace raichi
