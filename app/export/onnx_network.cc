#include "app/export/onnx_network.h"

#include <string>

#include "app/export/python_child.h"
#include "nn/backend/graph_names.h"
#include "nn/input/policy_index.h"
#include "rules/error.h"

namespace raichi {
namespace {

constexpr int kLongestError = 65536;

/// Answers batches on its standard input: N and S, then planes and numbers. An answer is the length
/// of an error text, that text, and without one the outputs, each behind its length. Numbers are of
/// 32 bits. Modules that lie in the current folder are none of ours, and what others print is not
/// part of an answer.
constexpr char kScript[] = R"python(
import sys
sys.path = [p for p in sys.path if p]
import os, struct
out = os.fdopen(os.dup(1), "wb")
os.dup2(2, 1)
def answer(text, *arrays):
    text = text.encode()[:60000]
    out.write(struct.pack("i", len(text)) + text)
    for a in arrays:
        out.write(struct.pack("i", a.size) + a.astype("f4").tobytes())
    out.flush()
try:
    import numpy, onnxruntime
    onnxruntime.set_default_logger_severity(3)
    session = onnxruntime.InferenceSession(sys.argv[1], providers=["CPUExecutionProvider"])
    answer("")
    while head := sys.stdin.buffer.read(8):
        n, s = struct.unpack("ii", head)
        read = lambda *shape: numpy.frombuffer(sys.stdin.buffer.read(4 * int(numpy.prod(shape))), "f4").reshape(shape)
        planes, numbers = read(n, PLANES, s, s), read(n, NUMBERS)
        answer("", *session.run(["policy", "wdl", "moves_left"], {"planes": planes, "numbers": numbers}))
except Exception as error:
    answer((f"{type(error).__name__}: {error}".splitlines() or ["?"])[0])
)python";

std::string Script() {
  std::string script = kScript;
  const auto put = [&](const std::string& word, int number) {
    script.replace(script.find(word), word.size(), std::to_string(number));
  };
  put("PLANES", kPlanes);
  put("NUMBERS", kGlobals);
  return script;
}

class OnnxNetwork : public ExportedNetwork {
 public:
  explicit OnnxNetwork(const std::filesystem::path& file)
      : file_(file), python_(Script(), file.string()) {
    Guarded([&] { ReadStatus(); });
  }

  NetworkAnswers Run(const PackedBatch& positions) override {
    NetworkAnswers answers;
    Guarded([&] {
      const int head[] = {positions.size(), positions.canvas};
      python_.Send(head, sizeof(head));
      const std::vector<float> planes = UnpackPlanes(positions);
      python_.Send(planes.data(), planes.size() * sizeof(float));
      python_.Send(positions.globals.data(), positions.globals.size() * sizeof(float));
      ReadStatus();
      const auto count = static_cast<size_t>(positions.size());
      answers.policy = ReadFloats(count * static_cast<size_t>(PolicySize(positions.canvas)));
      answers.wdl = ReadFloats(count * 3);
      answers.moves_left = ReadFloats(count);
    });
    return answers;
  }

 private:
  /// Errors name the file and what it takes to run it.
  template <typename Action>
  void Guarded(const Action& action) {
    try {
      action();
    } catch (const Error& error) {
      throw Error(file_.string() + ": running it takes a Python with onnxruntime (pip install " +
                  "onnxruntime; RAICHI_PYTHON names another than python3): " + error.what());
    }
  }

  int ReadLength() {
    int length = 0;
    python_.Receive(&length, sizeof(length));
    return length;
  }
  void ReadStatus() {
    const int length = ReadLength();
    if (length == 0) return;
    if (length < 0 || length > kLongestError) {
      throw Error(std::string(PythonChild::Name()) + " does not answer as a Python would");
    }
    std::string error(static_cast<size_t>(length), '\0');
    python_.Receive(error.data(), error.size());
    throw Error(error);
  }
  std::vector<float> ReadFloats(size_t count) {
    const int length = ReadLength();
    if (length != static_cast<int>(count)) {
      throw Error("an output has " + std::to_string(length) + " numbers, expected " +
                  std::to_string(count));
    }
    std::vector<float> floats(count);
    python_.Receive(floats.data(), count * sizeof(float));
    return floats;
  }

  std::filesystem::path file_;
  PythonChild python_;
};

}  // namespace

std::unique_ptr<ExportedNetwork> OpenOnnxNetwork(const std::filesystem::path& file) {
  return std::make_unique<OnnxNetwork>(file);
}

}  // namespace raichi
