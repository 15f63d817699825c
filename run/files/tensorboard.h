#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace raichi {

/// Scalars of one step, as TensorBoard shows them.
struct ScalarEvent {
  double wall_time = 0;  // seconds since 1970
  int64_t step = 0;
  std::vector<std::pair<std::string, float>> scalars;  // tag and value
};

/// What a TensorBoard event file begins with, and an event to add to it: TFRecords (length, masked
/// CRC-32C, bytes) of `Event` protocol buffers with the `simple_value` form of summaries.
std::string TensorBoardHeader(double wall_time);
std::string EncodeTensorBoard(const ScalarEvent& event);

}  // namespace raichi
