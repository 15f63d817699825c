#pragma once

#include <filesystem>

#include "prove/proof_search.h"

namespace raichi {

/// Files of an unfinished search (docs/certificates.md, "The table file"): the positions with the
/// largest subtrees, at most a quarter of what the table can hold. The rest is soon searched again.

/// Writes the file as WriteOutput (base/files/output_file.h).
void WriteProofTable(const std::filesystem::path& path, const ProofSearch& search);
/// Adds what a file knows to the table of a search, and its nodes to those of the search. Throws
/// ReadError, DamagedError and VersionError; and Error if the file is of other rules or of a search
/// for the other side. All name the file.
void ReadProofTable(const std::filesystem::path& path, ProofSearch* search);

}  // namespace raichi
