#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace raichi {

/// Unsigned numbers in files, little-endian.

template <typename Word>
void AppendWord(Word word, std::string* bytes) {
  for (size_t i = 0; i < sizeof(Word); ++i) {
    bytes->push_back(static_cast<char>(static_cast<uint8_t>(word >> (8 * i))));
  }
}

/// Returns the number at `offset`. The bytes must be long enough.
template <typename Word>
Word WordAt(std::string_view bytes, size_t offset) {
  Word word = 0;
  for (size_t i = 0; i < sizeof(Word); ++i) {
    word |= static_cast<Word>(Word{static_cast<uint8_t>(bytes[offset + i])} << (8 * i));
  }
  return word;
}

}  // namespace raichi
