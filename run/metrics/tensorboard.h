#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "console/output.h"
#include "run/files/json_log.h"

namespace raichi {

/// A TensorBoard event file with the numbers of a JSON log. Nested keys become tags such as `a/b`.
/// The step is the line's "iteration"; the wall time is its "time" (seconds since 1970).
///
/// The constructor writes a file of `lines`; Add appends to it, so a running TensorBoard that has
/// the file open shows new lines.
class TensorBoardFile {
 public:
  /// Throws Error if the file cannot be written. `Add` only warns then: no work depends on the
  /// file.
  TensorBoardFile(std::filesystem::path path, const std::vector<Json>& lines);
  void Add(const Json& line);

 private:
  std::filesystem::path path_;
  FileEnd end_;
};

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
