#include "run/metrics/tensorboard.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace raichi {
namespace {

constexpr size_t kFrontBytes = 12;  // length and its checksum
constexpr size_t kBackBytes = 4;    // checksum of the event

/// The event inside a TFRecord.
std::string EventIn(const std::string& record) {
  return record.substr(kFrontBytes, record.size() - kFrontBytes - kBackBytes);
}

TEST(TensorBoard, HeaderNamesTheVersion) {
  using namespace std::string_view_literals;
  const std::string record = TensorBoardHeader(1.0);
  EXPECT_EQ(record.substr(0, 8), "\x18\0\0\0\0\0\0\0"sv);
  EXPECT_EQ(EventIn(record),
            "\x09\0\0\0\0\0\0\xf0\x3f\x1a\x0d"
            "brain.Event:2"sv);
}

TEST(TensorBoard, AnEventHoldsTimeStepAndScalars) {
  using namespace std::string_view_literals;
  const std::string event = EventIn(EncodeTensorBoard({1.0, 300, {{"a/b", 1.0f}, {"c", -2.0f}}}));
  EXPECT_EQ(event,
            "\x09\0\0\0\0\0\0\xf0\x3f"  // wall_time = 1.0
            "\x10\xac\x02"              // step = 300
            "\x2a\x16"                  // summary, 22 bytes
            "\x0a\x0a\x0a\x03"
            "a/b"
            "\x15\0\0\x80\x3f"  // a/b = 1.0
            "\x0a\x08\x0a\x01"
            "c"
            "\x15\0\0\0\xc0"sv);  // c = -2.0
}

TEST(TensorBoard, ChecksumsAreMaskedCastagnoli) {
  // From a file that TensorFlow 2 wrote: the checksum of the length 24 of its first record.
  EXPECT_EQ(TensorBoardHeader(0).substr(8, 4), "\xa3\x7f\x4b\x22");
}

}  // namespace
}  // namespace raichi
