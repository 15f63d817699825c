#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace raichi {

/// Cuts the file `path` to its first `size` bytes, which it must have, adds `text` there and syncs
/// it. Creates the file if there is none and `size` is 0. If writing fails, the file is cut to
/// `size` again and Error names it. One writer per file at a time.
void AppendAt(const std::filesystem::path& path, uint64_t size, std::string_view text);

}  // namespace raichi
