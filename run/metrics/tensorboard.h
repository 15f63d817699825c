#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace raichi {

/// Scalar values of one training step, for TensorBoard.
struct ScalarEvent {
  double wall_time = 0;  // seconds since 1970
  int64_t step = 0;
  std::vector<std::pair<std::string, float>> scalars;  // tag and value
};

/// Return the first bytes of a TensorBoard event file, and the bytes of one event to append to it.
/// The file is a sequence of TFRecords (length, masked CRC-32C, bytes), each of which contains an
/// `Event` protocol buffer. Scalars use the `simple_value` form of summaries. `wall_time` is in
/// seconds since 1970.
std::string TensorBoardHeader(double wall_time);
std::string EncodeTensorBoard(const ScalarEvent& event);

}  // namespace raichi
