#pragma once

#include <filesystem>

#include "app/prove/prove_run.h"
#include "prove/walk.h"

namespace raichi {

/// Prints what `raichi prove` found, as text or as one JSON object.
void PrintProof(const ProveOutcome& outcome, bool json);

/// Prints that a certificate of a file is right.
void PrintChecked(const std::filesystem::path& file, const Certificate& certificate,
                  const WalkSummary& walk, bool json);

}  // namespace raichi
