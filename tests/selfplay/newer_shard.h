#pragma once

#include <string>

#include "base/checksum.h"
#include "selfplay/records/record.h"
#include "selfplay/records/shard.h"

namespace raichi {

/// Returns the bytes of a shard as a newer program would write it: another version, and a header
/// whose checksum is right.
inline std::string NewerShard(std::string shard) {
  constexpr size_t kVersionOffset = 16, kChecked = ShardHeader::kSize - sizeof(uint64_t);
  ++shard[kVersionOffset];
  std::string checksum;
  AppendWord(Checksum(shard.substr(0, kChecked)), &checksum);
  return shard.replace(kChecked, checksum.size(), checksum);
}

}  // namespace raichi
