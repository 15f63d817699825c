#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "console/output.h"
#include "run/sharing/blocks.h"

namespace raichi {

/// How far work has come that processes share (run/sharing/blocks.h).
struct WorkStatus {
  std::string folder;
  std::string kind;                   // such as `study`
  uint64_t done = 0;                  // blocks
  std::vector<ClaimedBlock> in_work;  // none of them is done
  uint64_t missing = 0;               // blocks that are neither
  std::string note;                   // what else there is to say; may be empty

  bool IsFinished() const { return missing == 0 && in_work.empty(); }
};

/// Returns the status of work with these blocks, each the file of its result.
WorkStatus StatusOfBlocks(const std::filesystem::path& folder, const std::string& kind,
                          const std::vector<std::filesystem::path>& blocks);

/// The output of `raichi status` for such work.
Json ToJson(const WorkStatus& status);
std::vector<std::string> FormatWork(const WorkStatus& status);

}  // namespace raichi
