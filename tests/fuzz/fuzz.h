#pragma once

#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace raichi::fuzz {

/// A fuzz target: something that reads what others wrote. Made once, at namespace scope; main.cc
/// runs the one that the command line names.
struct Target {
  /// Reads an input. An Error means that the input is refused, which is right. Whatever else it
  /// throws, a failed RAICHI_CHECK and a report of a sanitizer are findings.
  using Run = std::function<void(std::string_view input)>;
  /// Returns good inputs, from which the fuzzer makes others.
  using Seeds = std::function<std::vector<std::string>()>;

  Target(std::string its_name, Run its_run, Seeds its_seeds = {});

  std::string name;
  Run run;
  Seeds seeds;
};

/// Does what must not fail, because only good input has come so far: an Error is a finding too.
template <typename Act>
auto Must(const Act& act) {
  try {
    return act();
  } catch (const Error& error) {
    std::fprintf(stderr, "what was read is refused when it is written: %s\n", error.what());
    std::abort();
  }
}

/// An empty folder, the same each time.
const std::filesystem::path& EmptyFolder();
/// Writes a file into that folder, without care for crashes, and returns its path.
std::filesystem::path FileOf(std::string_view bytes, const std::string& name = "input");
/// Returns the content of a file of the project.
std::string ProjectFile(const std::string& path);

/// Splits an input at lines `==> NAME`: several files in one.
struct Part {
  std::string name, text;
};
std::vector<Part> PartsOf(std::string_view input);

}  // namespace raichi::fuzz
