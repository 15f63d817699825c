#include "base/checksum.h"

#include <cstdio>

namespace raichi {

uint64_t Checksum(std::string_view bytes) { return ChecksumAfter(0xcbf29ce484222325u, bytes); }

uint64_t ChecksumAfter(uint64_t first, std::string_view more) {
  uint64_t hash = first;
  for (const char byte : more) hash = (hash ^ static_cast<uint8_t>(byte)) * 0x100000001b3u;
  return hash;
}

std::string ChecksumText(uint64_t checksum) {
  char text[17];
  std::snprintf(text, sizeof(text), "%016llx", static_cast<unsigned long long>(checksum));
  return text;
}

std::string ChecksumText(std::string_view bytes) { return ChecksumText(Checksum(bytes)); }

}  // namespace raichi
