#pragma once

#include <string>
#include <vector>

namespace raichi {

/// Descriptions of the command line, from which completions and manual pages are written.

/// An option or a positional argument.
struct OptionInfo {
  std::vector<std::string> names;  // `-n` and `--pairs`, or the one name of a positional argument
  std::string value;               // what the value is called, such as `FILE`; empty for flags
  std::string help;
  std::string heading;             // empty: none
  std::vector<std::string> words;  // all values that are allowed, if they are listed
  bool is_positional = false;
  bool is_required = false;
  bool is_list = false;  // can have several values

  bool has_value() const { return is_positional || !value.empty(); }
};

/// A command, or the program itself, whose options may stand before and after every command.
struct CommandInfo {
  std::string name;
  std::string heading;  // under which the program's help lists it; empty for the program
  std::string help;
  std::string footer;
  std::vector<OptionInfo> options;

  bool is_program() const { return heading.empty(); }
};

}  // namespace raichi
