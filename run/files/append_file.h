#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace raichi {

/// Truncates the file `path` to `size` bytes, appends `text` and syncs the file. The file must have
/// at least `size` bytes; if `size` is 0, it is created if necessary. If writing fails, truncates
/// the file to `size` again and throws Error naming it. Only one writer per file at a time.
void AppendAt(const std::filesystem::path& path, uint64_t size, std::string_view text);

}  // namespace raichi
