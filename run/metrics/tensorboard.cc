#include "run/metrics/tensorboard.h"

#include <bit>
#include <cstring>
#include <exception>
#include <protozero/pbf_writer.hpp>
#include <string_view>
#include <utility>

#include "base/files/files.h"
#include "base/text.h"
#include "console/output.h"

namespace raichi {
namespace {

void AddScalars(const Json& object, const std::string& prefix, ScalarEvent* event) {
  for (const auto& [key, value] : object.items()) {
    if (value.is_object()) {
      AddScalars(value, prefix + key + "/", event);
    } else if (value.is_number() && key != "time" && key != "iteration") {
      event->scalars.emplace_back(prefix + key, value.get<float>());
    }
  }
}

ScalarEvent EventOf(const Json& line) {
  ScalarEvent event{line.value("time", 0.0), line.value("iteration", int64_t{0}), {}};
  AddScalars(line, "", &event);
  return event;
}

}  // namespace

TensorBoardFile::TensorBoardFile(std::filesystem::path path, const std::vector<Json>& lines)
    : path_(std::move(path)) {
  std::string bytes = TensorBoardHeader(lines.empty() ? 0 : lines.front().value("time", 0.0));
  for (const Json& line : lines) bytes += EncodeTensorBoard(EventOf(line));
  AtomicWrite(path_, bytes);
  end_ = FileEnd(bytes, bytes.size());
}

void TensorBoardFile::Add(const Json& line) {
  try {
    AppendAt(path_, &end_, EncodeTensorBoard(EventOf(line)));
  } catch (const Error& error) {
    PrintWarning(error.what());
  }
}

namespace {

using protozero::pbf_writer;

// Field numbers of TensorFlow's event.proto and summary.proto.
namespace event_field {
enum { kWallTime = 1, kStep = 2, kFileVersion = 3, kSummary = 5 };
}
namespace summary_field {
enum { kValue = 1 };
}
namespace value_field {
enum { kTag = 1, kSimpleValue = 2 };
}

/// CRC-32C (Castagnoli), reflected polynomial 0x82f63b78.
uint32_t Crc32c(std::string_view bytes) {
  uint32_t crc = ~0u;
  for (const char byte : bytes) {
    crc ^= static_cast<uint8_t>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (0x82f63b78u & (0 - (crc & 1)));
  }
  return ~crc;
}

/// The masked form of a checksum that TFRecord files store.
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

/// A TFRecord: length, checksum of the length, the event, checksum of the event.
std::string Record(const std::string& event) {
  const std::string length = LittleEndian(static_cast<uint64_t>(event.size()));
  return length + LittleEndian(MaskedCrc(length)) + event + LittleEndian(MaskedCrc(event));
}

}  // namespace

std::string TensorBoardHeader(double wall_time) {
  std::string event;
  pbf_writer writer(event);
  writer.add_double(event_field::kWallTime, wall_time);
  writer.add_string(event_field::kFileVersion, "brain.Event:2");
  return Record(event);
}

std::string EncodeTensorBoard(const ScalarEvent& event) {
  std::string bytes;
  {
    pbf_writer writer(bytes);
    writer.add_double(event_field::kWallTime, event.wall_time);
    writer.add_int64(event_field::kStep, event.step);
    pbf_writer summary(writer, event_field::kSummary);
    for (const auto& [tag, value] : event.scalars) {
      pbf_writer scalar(summary, summary_field::kValue);
      scalar.add_string(value_field::kTag, EscapeBytes(tag));
      scalar.add_float(value_field::kSimpleValue, value);
    }
  }  // the destructors of the writers complete their messages
  return Record(bytes);
}

}  // namespace raichi
