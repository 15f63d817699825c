#include "console/prompt.h"

#include <dlfcn.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <clocale>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "console/output.h"

namespace raichi {
namespace {

constexpr size_t kMostBytes = size_t{1} << 20;
constexpr size_t kMostOfLine = size_t{64} << 20;

}  // namespace

bool WaitForInput(int descriptor, int milliseconds) {
  pollfd wanted{.fd = descriptor, .events = POLLIN, .revents = 0};
  return poll(&wanted, 1, milliseconds) > 0;
}

bool GetLine(std::istream& in, const std::string& name, std::string* line) {
  line->clear();
  for (char byte = 0; in.get(byte);) {
    if (byte == '\n') return true;
    if (line->size() == kMostOfLine) throw Error(name + ": a line of more than 64 MiB");
    line->push_back(byte);
  }
  if (line->empty() || in.bad()) return false;
  in.clear(std::ios::eofbit);  // the last line lacks its line break
  return true;
}

bool LineInput::IsReady(int milliseconds) {
  while (!is_at_end_ && buffer_.find('\n') == std::string::npos) {
    if (!WaitForInput(descriptor_, milliseconds) && milliseconds >= 0) return false;
    Read();
  }
  return true;
}

std::string LineInput::Peek() {
  IsReady(0);
  const size_t end = buffer_.find('\n');
  return end == std::string::npos || is_too_long_ ? "" : buffer_.substr(0, end);
}

std::optional<std::string> LineInput::Next() {
  IsReady(-1);
  if (buffer_.empty() && !is_too_long_) return std::nullopt;
  const size_t end = buffer_.find('\n');
  std::string line = buffer_.substr(0, end);
  buffer_.erase(0, end == std::string::npos ? end : end + 1);
  if (std::exchange(is_too_long_, false)) throw Error(name_ + ": a line of more than a megabyte");
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return line;
}

void LineInput::Read() {
  std::array<char, 4096> bytes;
  const ssize_t count = read(descriptor_, bytes.data(), bytes.size());
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (count < 0) throw Error(name_ + ": " + std::strerror(errno));
  is_at_end_ = count == 0;
  buffer_.append(bytes.data(), static_cast<size_t>(count));
  if (buffer_.size() > kMostBytes && buffer_.find('\n') == std::string::npos) {
    is_too_long_ = true;
    buffer_.clear();
  }
}

namespace {

/// The functions and variables of libedit that are used, named and typed as in its
/// <editline/readline.h>.
struct Libedit {
  using Generator = char*(const char* text, int state);
  using Attempt = char**(const char* text, int start, int end);

  char* (*readline)(const char* prompt) = nullptr;
  int (*add_history)(const char* line) = nullptr;
  char** (*rl_completion_matches)(const char* text, Generator* generator) = nullptr;
  Attempt** rl_attempted_completion_function = nullptr;
  int* rl_attempted_completion_over = nullptr;
  int* rl_catch_signals = nullptr;
  char** rl_line_buffer = nullptr;

  bool Load() {
    void* library = dlopen("libedit.so.2", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return false;
    const auto find = [library](const char* name, auto* symbol) {
      void* found = dlsym(library, name);
      std::memcpy(symbol, &found, sizeof found);
      return found != nullptr;
    };
    return find("readline", &readline) && find("add_history", &add_history) &&
           find("rl_completion_matches", &rl_completion_matches) &&
           find("rl_attempted_completion_function", &rl_attempted_completion_function) &&
           find("rl_attempted_completion_over", &rl_attempted_completion_over) &&
           find("rl_catch_signals", &rl_catch_signals) && find("rl_line_buffer", &rl_line_buffer);
  }
};

/// The library calls back without saying for whom.
struct Completion {
  Libedit library;
  Completer completer;
  std::vector<std::string> words;
};
Completion* g_completion = nullptr;

/// Returns the words one by one, as copies that the library frees.
char* NextWord(const char* /*text*/, int state) {
  const auto i = static_cast<size_t>(state);
  return i < g_completion->words.size() ? strdup(g_completion->words[i].c_str()) : nullptr;
}

char** Complete(const char* text, int start, int /*end*/) {
  const std::string before =
      std::string(*g_completion->library.rl_line_buffer).substr(0, static_cast<size_t>(start));
  auto words = g_completion->completer(before, text);
  *g_completion->library.rl_attempted_completion_over = words ? 1 : 0;
  if (!words) return nullptr;
  g_completion->words = std::move(*words);
  return g_completion->library.rl_completion_matches(text, NextWord);
}

class EditingPrompt : public Prompt {
 public:
  EditingPrompt(const Libedit& library, Completer completer)
      : completion_{library, std::move(completer), {}} {
    std::setlocale(LC_CTYPE, "");               // so that the library reads UTF-8
    *completion_.library.rl_catch_signals = 1;  // Ctrl-C restores the terminal first
    *completion_.library.rl_attempted_completion_function = Complete;
    g_completion = &completion_;
  }
  ~EditingPrompt() override {
    *completion_.library.rl_attempted_completion_function = nullptr;
    g_completion = nullptr;
  }
  EditingPrompt(const EditingPrompt&) = delete;
  EditingPrompt& operator=(const EditingPrompt&) = delete;

  std::optional<std::string> Ask(const std::string& question) override {
    std::cout.flush();
    char* answer = completion_.library.readline(question.c_str());
    if (answer == nullptr) {
      std::cout << '\n';
      return std::nullopt;
    }
    std::string line(answer);
    std::free(answer);
    if (line.find_first_not_of(' ') != std::string::npos && line != last_) {
      completion_.library.add_history(line.c_str());
      last_ = line;
    }
    return line;
  }

 private:
  Completion completion_;
  std::string last_;  // in the history; not entered twice in a row
};

}  // namespace

std::unique_ptr<Prompt> OpenEditingPrompt(Completer completer) {
  Libedit library;
  if (!library.Load()) return nullptr;
  return std::make_unique<EditingPrompt>(library, std::move(completer));
}

std::optional<std::string> PlainPrompt::Ask(const std::string& question) {
  out_ << question;
  out_.flush();
  std::string line;
  if (!GetLine(in_, "standard input", &line)) {
    out_ << '\n';
    return std::nullopt;
  }
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

bool IsConversation() { return isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0; }

std::unique_ptr<Prompt> OpenPrompt(Completer completer) {
  if (IsConversation() && IsTerminal(stdout)) {
    if (auto prompt = OpenEditingPrompt(std::move(completer))) return prompt;
  }
  return std::make_unique<PlainPrompt>(std::cin, std::cout);
}

}  // namespace raichi
