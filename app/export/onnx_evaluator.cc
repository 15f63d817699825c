#include "app/export/onnx_evaluator.h"

#include <spawn.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>

#include "base/error.h"
#include "nn/export/model_export.h"
#include "nn/input/policy_index.h"
#include "rules/files/program_data.h"

namespace raichi {
namespace {

/// A Python script in a process of its own, which reads bytes from us and writes bytes to us. The
/// Python is $RAICHI_PYTHON, else python3. The script must end when its input ends, which it does
/// with this object or with our process.
class PythonChild {
 public:
  /// Runs `python SCRIPT ARGUMENT`. Throws Error if there is no such Python or no process can be
  /// created.
  PythonChild(const std::filesystem::path& script, const std::string& argument);
  ~PythonChild();
  PythonChild(const PythonChild&) = delete;
  PythonChild& operator=(const PythonChild&) = delete;

  /// The Python's name or path.
  static const char* Name();
  /// Both transfer all bytes, and throw Error if the process has ended.
  void Send(const void* bytes, size_t count);
  void Receive(void* bytes, size_t count);

 private:
  int socket_ = -1;
  pid_t child_ = -1;
};

const char* PythonChild::Name() {
  const char* named = std::getenv("RAICHI_PYTHON");
  return named != nullptr && *named != '\0' ? named : "python3";
}

PythonChild::PythonChild(const std::filesystem::path& script, const std::string& argument) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    throw Error(std::string("cannot create a socket to another process: ") + std::strerror(errno));
  }
  socket_ = ends[0];
  std::string words[] = {Name(), script.string(), argument};
  char* const arguments[] = {words[0].data(), words[1].data(), words[2].data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  const int fault = posix_spawnp(&child_, Name(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  if (fault == 0) return;
  close(socket_);
  throw Error("cannot run " + words[0] + ": " + std::strerror(fault));
}

PythonChild::~PythonChild() {
  close(socket_);
  while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void PythonChild::Send(const void* bytes, size_t count) {
  const char* next = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t sent = send(socket_, next, count, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) throw Error(std::string(Name()) + " ended");
    next += sent;
    count -= static_cast<size_t>(sent);
  }
}

void PythonChild::Receive(void* bytes, size_t count) {
  char* next = static_cast<char*>(bytes);
  while (count > 0) {
    const ssize_t got = recv(socket_, next, count, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) throw Error(std::string(Name()) + " ended");
    next += got;
    count -= static_cast<size_t>(got);
  }
}

constexpr int kLongestError = 65536;
constexpr const char* kScript = "tools/run_onnx.py";
constexpr const char* kNeeds =
    "running it needs a Python with numpy and onnxruntime (python3 -m venv VENV; "
    "VENV/bin/pip install numpy onnxruntime; then RAICHI_PYTHON=VENV/bin/python3): ";

std::filesystem::path FindScript() {
  if (const auto script = FindProgramData(kScript)) return *script;
  throw Error(std::string(kScript) +
              ": not found in the folder of the program or the folders above it; it runs ONNX "
              "files and comes with the program");
}

/// True for the text with which the script reports that Python lacks a module.
bool IsFailedImport(const std::string& text) {
  return text.starts_with("ImportError") || text.starts_with("ModuleNotFoundError");
}

/// Speaks the protocol of tools/run_onnx.py.
class OnnxNetwork {
 public:
  explicit OnnxNetwork(const std::filesystem::path& file) : file_(file) {
    Guarded([&] {
      const std::filesystem::path script = FindScript();
      lacks_python_ = true;
      python_.emplace(script, file.string());
      ReadStatus();
    });
  }

  NetworkAnswers Run(const PackedBatch& positions) {
    NetworkAnswers answers;
    Guarded([&] {
      const int head[] = {positions.size(), kPlanes, positions.canvas, kGlobals};
      python_->Send(head, sizeof(head));
      const std::vector<float> planes = UnpackPlanes(positions);
      python_->Send(planes.data(), planes.size() * sizeof(float));
      python_->Send(positions.globals.data(), positions.globals.size() * sizeof(float));
      ReadStatus();
      const auto count = static_cast<size_t>(positions.size());
      answers.policy = ReadFloats(count * static_cast<size_t>(PolicySize(positions.canvas)));
      answers.wdl = ReadFloats(count * 3);
      answers.moves_left = ReadFloats(count);
    });
    return answers;
  }

 private:
  /// Adds to errors which file it was and, if Python or a module is missing, what is needed.
  template <typename Action>
  void Guarded(const Action& action) {
    try {
      action();
    } catch (const Error& error) {
      throw Error(file_.string() + ": " + (lacks_python_ ? kNeeds : "") + error.what());
    }
  }

  int ReadLength() {
    int length = 0;
    python_->Receive(&length, sizeof(length));
    return length;
  }
  void ReadStatus() {
    const int length = ReadLength();
    if (length < 0 || length > kLongestError) {
      throw Error(std::string(PythonChild::Name()) + " does not answer like tools/run_onnx.py");
    }
    std::string error(static_cast<size_t>(length), '\0');
    python_->Receive(error.data(), error.size());
    lacks_python_ = IsFailedImport(error);
    if (lacks_python_) throw Error(error);
    if (!error.empty()) throw Error("ONNX Runtime cannot run it: " + error);
  }
  std::vector<float> ReadFloats(size_t count) {
    const int length = ReadLength();
    if (length != static_cast<int>(count)) {
      throw Error("an output has " + std::to_string(length) + " numbers, expected " +
                  std::to_string(count));
    }
    std::vector<float> floats(count);
    python_->Receive(floats.data(), count * sizeof(float));
    return floats;
  }

  std::filesystem::path file_;
  std::optional<PythonChild> python_;  // always there once constructed
  bool lacks_python_ = false;          // until the script answers that its modules are there
};

class OnnxEvaluator : public Evaluator {
 public:
  OnnxEvaluator(const std::filesystem::path& file, int canvas, int batch)
      : name_(file.string()), network_(file), positions_(canvas), batch_(batch) {
    positions_.Resize(batch);
  }

  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    const auto batch = static_cast<size_t>(batch_);
    for (size_t begin = 0; begin < leaves.size(); begin += batch) {
      const size_t count = std::min(batch, leaves.size() - begin);
      EvaluateBatch(leaves.subspan(begin, count), out.subspan(begin, count));
    }
  }

 private:
  void EvaluateBatch(std::span<const LeafRequest> leaves, std::span<Evaluation> out) {
    const auto count = static_cast<int>(leaves.size());
    for (int i = 0; i < count; ++i) {
      CheckBoard(leaves[static_cast<size_t>(i)].game->rules());
      EncodeGame(*leaves[static_cast<size_t>(i)].game, true, &positions_, i);
    }
    for (int i = count; i < batch_; ++i) EncodePadding(&positions_, i);
    const NetworkAnswers answers = network_.Run(positions_);
    Check(answers);
    for (size_t i = 0; i < leaves.size(); ++i) {
      ReadAnswer(answers, positions_.canvas, i, leaves[i].moves, &out[i]);
    }
  }

  void CheckBoard(const Rules& rules) const {
    if (rules.size() <= positions_.canvas) return;
    throw Error(name_ + ": is for boards up to " + std::to_string(positions_.canvas) +
                " squares a side, the rules " + rules.data().name + " need " +
                std::to_string(rules.size()));
  }

  void Check(const NetworkAnswers& answers) const {
    const auto is_number = [](float x) { return std::isfinite(x); };
    if (!std::ranges::all_of(answers.policy, is_number) ||
        !std::ranges::all_of(answers.wdl, is_number) ||
        !std::ranges::all_of(answers.moves_left, is_number)) {
      throw Error(name_ + ": its outputs are not numbers");
    }
  }

  std::string name_;
  OnnxNetwork network_;
  PackedBatch positions_;
  int batch_;
};

}  // namespace

std::unique_ptr<Evaluator> OpenOnnxEvaluator(const std::filesystem::path& file, int canvas,
                                             int batch) {
  return std::make_unique<OnnxEvaluator>(file, canvas, batch);
}

}  // namespace raichi
