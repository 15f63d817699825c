#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace raichi {

/// Returns the 64-bit FNV-1a hash (Fowler, Noll and Vo). Changing one byte always changes it.
uint64_t Checksum(std::string_view bytes);
/// Returns the checksum as 16 hexadecimal digits.
std::string ChecksumText(std::string_view bytes);

}  // namespace raichi
