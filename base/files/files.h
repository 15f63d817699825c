#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace raichi {

/// Writing of files that appear either complete or not at all. Raichi writes everything that other
/// processes read (shards, models, trainer states) through these functions. Failures to write throw
/// WriteError and failures to read throw ReadError; both name the file and the system's message.
/// All of them keep what this process has promised (guard.h).

/// Writes `bytes` to a temporary file (output_file.h) beside `path`, syncs it, renames it to `path`
/// and syncs the folder, which must exist. Replaces an existing file. On failure, including a full
/// disk, removes the temporary file and leaves an existing file unchanged. Only one thread at a
/// time may write a given path.
void AtomicWrite(const std::filesystem::path& path, std::string_view bytes);

/// The same without waiting for the disk, which saves half of the requests to a file server: after
/// a power failure the file may be empty or an older one. For files that do not matter then.
void QuickWrite(const std::filesystem::path& path, std::string_view bytes);

/// Writes a file as AtomicWrite does, but never replaces one. If `path` exists with the same bytes,
/// nothing happens; with other bytes, throws Error. Safe if several processes publish the same path
/// at once.
void PublishNew(const std::filesystem::path& path, std::string_view bytes);

/// Writes a file as PublishNew does, and returns true. If `path` exists with other bytes, or cannot
/// be read, returns false and changes nothing.
bool TryPublishNew(const std::filesystem::path& path, std::string_view bytes);

/// Creates a folder inside an existing one, durably. Returns false if its name is taken. Throws
/// WriteError, as the next two do.
bool MakeFolder(const std::filesystem::path& folder);
/// The same, but does nothing if the folder exists.
void EnsureFolder(const std::filesystem::path& folder);
/// Creates a folder and those that it lies in. Does nothing if it exists.
void CreateFolders(const std::filesystem::path& folder);

/// Removes a file. Does nothing if there is none. Throws WriteError, as the next two do.
void RemoveFile(const std::filesystem::path& path);
/// Removes a file or a folder with all that it contains, but nothing behind links.
void RemoveTree(const std::filesystem::path& path);
/// Removes a folder if nothing is in it.
void RemoveIfEmpty(const std::filesystem::path& folder);
/// Renames a file or folder, also into another folder of the same file system, durably. Replaces a
/// file or an empty folder.
void MoveFile(const std::filesystem::path& from, const std::filesystem::path& to);

/// Throws WriteError if `path` could not be written now. Call this before long work whose result
/// will be written there.
void CheckWritable(const std::filesystem::path& path);

/// Returns the content of a regular file. Throws ReadError if the system cannot read it or `path`
/// is not a regular file, and DamagedError if it is larger than `max_bytes`.
std::string ReadFile(const std::filesystem::path& path, uint64_t max_bytes);

/// Returns the content of a regular file, or nothing if there is no such file. Otherwise as
/// ReadFile.
std::optional<std::string> ReadFileIfThere(const std::filesystem::path& path, uint64_t max_bytes);

/// The first bytes of a file, and the size of the whole file.
struct FileBeginning {
  std::string bytes;
  uint64_t size = 0;
};
/// Returns the first `count` bytes of a regular file, or all bytes of a shorter one. Throws
/// ReadError as ReadFile.
FileBeginning ReadBeginning(const std::filesystem::path& path, uint64_t count);

/// What tells one content of a file from another without reading it.
struct FileStamp {
  int64_t time = 0;  // of the last change, in the system's units
  uint64_t size = 0;
  uint64_t file = 0;  // the system's number of it; another one after it was replaced
  bool operator==(const FileStamp&) const = default;
};

/// Returns the stamp of a file, or that of a folder, whose time changes when its entries do. If
/// there is no such file, or the system cannot tell, returns `FileStamp()`.
FileStamp StampOf(const std::filesystem::path& path);

/// Whether there is a file or folder of this name. Waits as Patience says, then throws ReadError,
/// if the system cannot tell.
bool Exists(const std::filesystem::path& path);
/// The same for a folder.
bool IsFolder(const std::filesystem::path& path);

/// Returns the entries of a folder, sorted by name, or none if the folder does not exist. Waits as
/// Patience says, then throws ReadError, if it cannot be listed.
std::vector<std::filesystem::path> ListFolder(const std::filesystem::path& folder);

/// Returns the first of PATH.bad, PATH.bad.2, PATH.bad.3, … that does not exist.
std::filesystem::path BadName(const std::filesystem::path& path);
/// Renames a file or folder to its BadName, so that it is not read again, and syncs the containing
/// folder. Returns the new path. Only the process that owns the folder may call this.
std::filesystem::path RenameToBad(const std::filesystem::path& path);

/// Gives a file, which is about to be replaced, its BadName too. (If the file system has no links,
/// the file has only this name then.) Returns the new path.
std::filesystem::path KeepAsBad(const std::filesystem::path& path);

/// Makes earlier creations, renamings and removals of files beside `path` durable.
void SyncFolderOf(const std::filesystem::path& path);

}  // namespace raichi
