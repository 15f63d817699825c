#include "tools/onnx_network.h"

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string>

#include "nn/graph_names.h"
#include "nn/policy_index.h"
#include "rules/error.h"

namespace raichi {
namespace {

/// Answers batches on its standard input: N and S, then planes and numbers; each answer is the
/// length of an error text, that text, and without one the outputs. All numbers are 32-bit.
constexpr char kScript[] = R"python(
import struct, sys
def answer(text, *arrays):
    text = text.encode()
    sys.stdout.buffer.write(struct.pack("i", len(text)) + text + b"".join(a.astype("f4").tobytes() for a in arrays))
    sys.stdout.buffer.flush()
try:
    import numpy, onnxruntime
    onnxruntime.set_default_logger_severity(3)
    session = onnxruntime.InferenceSession(sys.argv[1], providers=["CPUExecutionProvider"])
    answer("")
    while head := sys.stdin.buffer.read(8):
        n, s = struct.unpack("ii", head)
        read = lambda *shape: numpy.frombuffer(sys.stdin.buffer.read(4 * numpy.prod(shape)), "f4").reshape(shape)
        planes, numbers = read(n, PLANES, s, s), read(n, NUMBERS)
        answer("", *session.run(["policy", "wdl", "moves_left"], {"planes": planes, "numbers": numbers}))
except Exception as error:
    answer(f"{type(error).__name__}: {error}".split("\n")[0])
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

const char* Python() {
  const char* named = std::getenv("RAICHI_PYTHON");
  return named != nullptr ? named : "python3";
}

class OnnxNetwork : public ExportedNetwork {
 public:
  explicit OnnxNetwork(const std::filesystem::path& file) : file_(file) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) Fail(strerror(errno));
    const std::string script = Script();
    const pid_t parent = getpid();
    child_ = fork();
    if (child_ == 0) Become(ends[1], script.c_str(), file.c_str(), parent);
    close(ends[1]);
    socket_ = ends[0];
    if (child_ < 0) Fail(strerror(errno));
    ReadStatus();
  }
  ~OnnxNetwork() override {
    close(socket_);
    while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  OnnxNetwork(const OnnxNetwork&) = delete;
  OnnxNetwork& operator=(const OnnxNetwork&) = delete;

  NetworkAnswers Run(const PackedBatch& positions) override {
    const int head[] = {positions.size(), positions.canvas};
    Send(head, sizeof(head));
    const std::vector<float> planes = UnpackPlanes(positions);
    Send(planes.data(), planes.size() * sizeof(float));
    Send(positions.globals.data(), positions.globals.size() * sizeof(float));
    ReadStatus();
    const auto count = static_cast<size_t>(positions.size());
    NetworkAnswers answers;
    answers.policy = ReadFloats(count * static_cast<size_t>(PolicySize(positions.canvas)));
    answers.wdl = ReadFloats(count * 3);
    answers.moves_left = ReadFloats(count);
    return answers;
  }

 private:
  /// The child's side of the fork.
  [[noreturn]] static void Become(int socket, const char* script, const char* file, pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    dup2(socket, STDIN_FILENO);
    dup2(socket, STDOUT_FILENO);
    execlp(Python(), Python(), "-c", script, file, nullptr);
    _exit(1);
  }

  [[noreturn]] void Fail(const std::string& what) const {
    throw Error(file_.string() + ": running it takes a Python with onnxruntime (pip install " +
                "onnxruntime; RAICHI_PYTHON names another than python3): " + what);
  }

  void Send(const void* bytes, size_t count) {
    const char* next = static_cast<const char*>(bytes);
    while (count > 0) {
      const ssize_t sent = send(socket_, next, count, MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR) continue;
      if (sent <= 0) Fail("it ended");
      next += sent;
      count -= static_cast<size_t>(sent);
    }
  }
  void Receive(void* bytes, size_t count) {
    char* next = static_cast<char*>(bytes);
    while (count > 0) {
      const ssize_t got = recv(socket_, next, count, 0);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) Fail(std::string(Python()) + " ended");
      next += got;
      count -= static_cast<size_t>(got);
    }
  }
  void ReadStatus() {
    int length = 0;
    Receive(&length, sizeof(length));
    if (length == 0) return;
    std::string error(static_cast<size_t>(length), '\0');
    Receive(error.data(), error.size());
    Fail(error);
  }
  std::vector<float> ReadFloats(size_t count) {
    std::vector<float> floats(count);
    Receive(floats.data(), count * sizeof(float));
    return floats;
  }

  std::filesystem::path file_;
  int socket_ = -1;
  pid_t child_ = -1;
};

}  // namespace

std::unique_ptr<ExportedNetwork> OpenOnnxNetwork(const std::filesystem::path& file) {
  return std::make_unique<OnnxNetwork>(file);
}

}  // namespace raichi
