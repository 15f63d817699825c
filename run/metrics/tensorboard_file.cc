#include "run/metrics/tensorboard_file.h"

#include <exception>
#include <utility>

#include "base/files/files.h"
#include "console/output.h"
#include "run/metrics/tensorboard.h"

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

}  // namespace raichi
