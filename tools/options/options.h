#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace raichi {

/// The command line: commands, and the options and positional arguments that each declares. The
/// declarations bind variables, which must live until the command has run; their values at the
/// time of the declaration are the defaults. Numbers are decimal and finite: NaN, infinities and
/// text behind a number are refused.

/// One declared option, to be described further. Copies refer to the same option.
class Option {
 public:
  struct State;
  explicit Option(State* state) : state_(state) {}

  Option& Required();
  /// Bounds of a number, both allowed.
  Option& Range(double min, double max);
  Option& AtLeast(double min);
  Option& OneOf(std::vector<std::string> words);
  /// What help texts call the value, such as `N` or `FILE`.
  Option& Value(const std::string& placeholder);
  /// Help texts name the bound variable's present value as the default.
  Option& ShowDefault();
  /// Commas outside brackets separate the values of a list.
  Option& Commas();
  Option& Needs(const Option& other);
  Option& Excludes(const Option& other);
  /// The heading in the help text under which the option is listed.
  Option& Group(const std::string& heading);

  /// Whether the command line has this option. Meaningful once the command runs.
  bool IsGiven() const;
  /// The longest of its names, such as `--visits`.
  std::string name() const;

 private:
  State* state_;
};

/// One command. Names of options are as in `"-n,--pairs"`; a name without dashes declares a
/// positional argument. An option may be given once; one that binds a list, any number of times.
class Command {
 public:
  struct State;
  explicit Command(State* state) : state_(state) {}

  Option Add(const std::string& names, std::string* value, const std::string& help);
  Option Add(const std::string& names, int* value, const std::string& help);
  Option Add(const std::string& names, int64_t* value, const std::string& help);
  Option Add(const std::string& names, uint64_t* value, const std::string& help);
  Option Add(const std::string& names, double* value, const std::string& help);
  Option Add(const std::string& names, std::optional<uint64_t>* value, const std::string& help);
  Option Add(const std::string& names, std::vector<std::string>* values, const std::string& help);
  Option AddFlag(const std::string& names, bool* value, const std::string& help);

  /// Text below the options in the command's help.
  void Footer(const std::string& text);
  /// What the command does. It throws Error or UsageError.
  void Run(std::function<void()> body);

 private:
  State* state_;
};

/// The program's command line: options that all commands share, and the commands.
class Program {
 public:
  Program(const std::string& name, const std::string& description, const std::string& version);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  Command AddCommand(const std::string& name, const std::string& help);
  /// Declares an option that may stand before or behind the command's name.
  Option AddShared(const std::string& names, std::string* value, const std::string& help);

  /// The help text of the program, or of one command; nothing if there is no such command.
  std::string Help() const;
  std::optional<std::string> HelpOf(std::string_view command) const;

  /// Reads the arguments, calls `prepare` and runs the command that they name. `--help` and
  /// `--version` print instead. Throws UsageError where the arguments are wrong, and whatever the
  /// command throws.
  void Parse(int argc, const char* const* argv, const std::function<void()>& prepare);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace raichi
