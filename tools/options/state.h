#pragma once

#include <CLI/CLI.hpp>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "tools/options/help_text.h"
#include "tools/options/options.h"

namespace raichi {

inline constexpr char kNoHeading[] = "Options";  // CLI11's default

/// The private data of the classes of options.h: objects of CLI11, and data that CLI11 does not
/// store.

struct Option::State {
  CLI::Option* option;
  std::string help;
  std::vector<std::string> facts;             // additions to the help text, in brackets
  std::vector<std::string> excluded;          // options that it cannot be used with
  std::function<std::string()> show_default;  // none for lists and flags
  bool has_commas = false;                    // commas separate the values of a list
  bool may_be_empty = false;
  Bounds bounds;                   // of a number
  std::vector<std::string> words;  // values that a shell offers
};

struct Command::State {
  CLI::App* app;
  std::deque<Option::State> options;  // a deque, so that handles stay valid
};

struct Program::State {
  State(const std::string& name, const std::string& description) : app(description, name) {}

  CLI::App app;
  std::deque<Command::State> commands;  // the first one is the program itself
  std::function<void()> prepare;
};

}  // namespace raichi
