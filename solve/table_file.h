#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "solve/table.h"

namespace raichi {

/// Table files (docs/solve.md, "The table file"): a table in any stage, and its rules.

/// The bytes of a table's file. Its symmetries must be those of its rules.
std::string TableBytes(const SolveTable& table);
/// Writes the file as WriteOutput (base/files/output_file.h).
void WriteTable(const std::filesystem::path& path, const SolveTable& table);

/// Reads a table. Throws ReadError; DamagedError and VersionError; and Error if it needs more than
/// `max_bytes` of memory. All name the file.
std::unique_ptr<SolveTable> ReadTable(const std::filesystem::path& path, double max_bytes);

}  // namespace raichi
