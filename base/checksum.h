#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace raichi {

/// Returns the 64-bit FNV-1a hash (Fowler, Noll and Vo). Changing one byte always changes it.
uint64_t Checksum(std::string_view bytes);
/// Returns the hash of some bytes and of `more` after them, given that of the first.
uint64_t ChecksumAfter(uint64_t first, std::string_view more);
/// Returns a checksum, or that of some bytes, as 16 hexadecimal digits.
std::string ChecksumText(uint64_t checksum);
std::string ChecksumText(std::string_view bytes);

}  // namespace raichi
