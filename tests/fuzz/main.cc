// The fuzzer: libFuzzer's program with one target of its own choice (fuzz.h).
//   fuzz --list                     the names of the targets
//   fuzz --seeds=FOLDER             writes the seeds of every target into FOLDER/NAME/
//   fuzz --target=NAME [OPTION...]  runs a target with options of libFuzzer
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>

#include "tests/fuzz/fuzz.h"

namespace raichi::fuzz {
namespace {

namespace fs = std::filesystem;

std::vector<Target>& Targets() {
  static std::vector<Target> targets;
  return targets;
}

const Target* chosen = nullptr;

/// In memory if there is such a place: most targets write a file for each input.
class Scratch {
 public:
  Scratch()
      : path_((fs::is_directory("/dev/shm") ? "/dev/shm" : fs::temp_directory_path()) /
              ("raichi-fuzz-" + std::to_string(::getpid()))) {}
  ~Scratch() {
    std::error_code none;
    fs::remove_all(path_, none);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

void WriteSeeds(const fs::path& folder) {
  for (const Target& target : Targets()) {
    int number = 0;
    fs::create_directories(folder / target.name);
    for (const std::string& seed : target.seeds ? target.seeds() : std::vector<std::string>()) {
      std::ofstream(folder / target.name / ("seed-" + std::to_string(++number)), std::ios::binary)
          << seed;
    }
  }
}

/// The rest of an argument that begins with `option`.
std::optional<std::string> After(std::string_view option, std::string_view argument) {
  if (!argument.starts_with(option)) return std::nullopt;
  return std::string(argument.substr(option.size()));
}

/// Obeys an argument of ours; libFuzzer passes over those that begin with two dashes.
void Obey(const std::string& argument) {
  if (argument == "--list") {
    for (const Target& target : Targets()) std::puts(target.name.c_str());
    std::exit(0);
  }
  if (const auto folder = After("--seeds=", argument)) {
    WriteSeeds(*folder);
    std::exit(0);
  }
  if (const auto name = After("--target=", argument)) {
    for (const Target& target : Targets()) chosen = target.name == *name ? &target : chosen;
  }
}

}  // namespace

Target::Target(std::string its_name, Run its_run, Seeds its_seeds)
    : name(std::move(its_name)), run(std::move(its_run)), seeds(std::move(its_seeds)) {
  Targets().push_back(*this);
}

const fs::path& EmptyFolder() {
  static const Scratch scratch;
  fs::remove_all(scratch.path());
  fs::create_directories(scratch.path());
  return scratch.path();
}

fs::path FileOf(std::string_view bytes, const std::string& name) {
  const fs::path file = EmptyFolder() / name;
  std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<long>(bytes.size()));
  return file;
}

std::string ProjectFile(const std::string& path) {
  std::ifstream file(std::string(RAICHI_SOURCE_DIR "/") + path, std::ios::binary);
  RAICHI_CHECK(file);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<Part> PartsOf(std::string_view input) {
  constexpr std::string_view kMark = "==> ";
  std::vector<Part> parts;
  while (!input.empty()) {
    const size_t end = std::min(input.find('\n'), input.size() - 1) + 1;
    const std::string_view line = input.substr(0, end);
    input.remove_prefix(end);
    if (line.starts_with(kMark)) {
      parts.push_back(
          {std::string(line.substr(kMark.size(), line.find_last_not_of('\n') + 1 - kMark.size())),
           ""});
    } else if (!parts.empty()) {
      parts.back().text += line;
    }
  }
  return parts;
}

}  // namespace raichi::fuzz

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
  spdlog::set_level(spdlog::level::off);
  for (int i = 1; i < *count; ++i) raichi::fuzz::Obey((*arguments)[i]);
  if (raichi::fuzz::chosen == nullptr) {
    std::fputs("fuzz: expected --target=NAME, --list or --seeds=FOLDER\n", stderr);
    std::exit(2);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    raichi::fuzz::chosen->run({reinterpret_cast<const char*>(data), size});
  } catch (const raichi::Error&) {
    // the input is refused
  }
  return 0;
}
