#include "run/files/tensorboard.h"

#include <bit>
#include <cstring>
#include <string_view>

namespace raichi {
namespace {

uint32_t Crc32c(std::string_view bytes) {
  uint32_t crc = ~0u;
  for (const char byte : bytes) {
    crc ^= static_cast<uint8_t>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (0x82f63b78u & (0 - (crc & 1)));
  }
  return ~crc;
}

uint32_t MaskedCrc(std::string_view bytes) {
  const uint32_t crc = Crc32c(bytes);
  return (crc >> 15 | crc << 17) + 0xa282ead8u;
}

template <typename Number>
std::string LittleEndian(Number number) {
  static_assert(std::endian::native == std::endian::little);
  std::string bytes(sizeof number, '\0');
  std::memcpy(bytes.data(), &number, sizeof number);
  return bytes;
}

std::string Varint(uint64_t number) {
  std::string bytes;
  for (; number >= 128; number >>= 7) bytes += static_cast<char>(number | 128);
  return bytes + static_cast<char>(number);
}

// Protocol buffer fields: a tag of number and wire type, then the value.
std::string Key(uint32_t number, uint32_t type) { return Varint(number << 3 | type); }
std::string DoubleField(uint32_t number, double value) {
  return Key(number, 1) + LittleEndian(value);
}
std::string FloatField(uint32_t number, float value) {
  return Key(number, 5) + LittleEndian(value);
}
std::string VarintField(uint32_t number, int64_t value) {
  return Key(number, 0) + Varint(static_cast<uint64_t>(value));
}
std::string BytesField(uint32_t number, std::string_view value) {
  return (Key(number, 2) + Varint(value.size())).append(value);
}

std::string Record(const std::string& event) {
  const std::string length = LittleEndian(static_cast<uint64_t>(event.size()));
  return length + LittleEndian(MaskedCrc(length)) + event + LittleEndian(MaskedCrc(event));
}

}  // namespace

std::string TensorBoardHeader(double wall_time) {
  return Record(DoubleField(1, wall_time) + BytesField(3, "brain.Event:2"));
}

std::string EncodeTensorBoard(const ScalarEvent& event) {
  // Event: wall_time = 1, step = 2, summary = 5; Summary: value = 1; Value: tag = 1, simple_value
  // = 2.
  std::string summary;
  for (const auto& [tag, value] : event.scalars) {
    summary += BytesField(1, BytesField(1, tag) + FloatField(2, value));
  }
  return Record(DoubleField(1, event.wall_time) + VarintField(2, event.step) +
                BytesField(5, summary));
}

}  // namespace raichi
