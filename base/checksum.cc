#include "base/checksum.h"

#include <cstdio>

namespace raichi {

uint64_t Checksum(std::string_view bytes) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char byte : bytes) hash = (hash ^ static_cast<uint8_t>(byte)) * 0x100000001b3u;
  return hash;
}

std::string ChecksumText(std::string_view bytes) {
  char text[17];
  std::snprintf(text, sizeof(text), "%016llx", static_cast<unsigned long long>(Checksum(bytes)));
  return text;
}

}  // namespace raichi
