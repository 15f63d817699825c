#pragma once

#include <filesystem>
#include <optional>

namespace raichi {

/// The kinds of work that keep their files in a folder of their own.
enum class FolderKind { kRun, kAblation, kStudy, kMatches, kProof };

/// Returns what a folder holds, judged by a file and a folder that each kind makes first; nothing
/// if it is empty, does not exist or holds something else.
std::optional<FolderKind> KindOf(const std::filesystem::path& folder);

/// These two also forbid links in the folder (ForbidLinksIn).

/// Throws UsageError if `folder` is not the folder of a run.
void RequireRun(const std::filesystem::path& folder);

/// Throws Error if a folder holds work of another kind, whose files would be overwritten.
void RequireKind(const std::filesystem::path& folder, FolderKind kind);

/// Throws Error if a folder is that of a run or lies in it, at most as deep as `games/000012`.
void RequireOutsideRuns(const std::filesystem::path& folder);

}  // namespace raichi
