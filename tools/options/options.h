#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
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

/// The command line: commands, each of which declares options and positional arguments. A
/// declaration binds a variable, which must exist until the command has run; its value at the time
/// of the declaration is the default. Numbers are decimal and finite: NaN, infinities and numbers
/// followed by other text are errors.

/// A handle to a declared option, to set further properties of it. Copies refer to the same option.
class Option {
 public:
  struct State;
  explicit Option(State* state) : state_(state) {}

  Option& Required();
  /// Sets the bounds of a number, both inclusive.
  Option& Range(double min, double max);
  Option& AtLeast(double min);
  Option& OneOf(std::vector<std::string> words);
  /// Names values that a shell offers; others are allowed too.
  Option& Suggest(std::vector<std::string> words);
  /// Allows an empty value. Otherwise it is an error, as of a variable of a shell that is not set.
  Option& MayBeEmpty();
  /// Sets the name of the value in help texts, such as `N` or `FILE`.
  Option& Value(const std::string& placeholder);
  /// Makes the help text show the bound variable's present value as the default.
  Option& ShowDefault();
  /// Makes commas outside brackets separate the values of a list.
  Option& Commas();
  Option& Needs(const Option& other);
  Option& Excludes(const Option& other);
  /// Sets the heading under which help texts list the option.
  Option& Group(const std::string& heading);

  /// Whether the command line has this option. Only meaningful while the command runs.
  bool IsGiven() const;
  /// The longest of its names, such as `--visits`.
  std::string name() const;

 private:
  State* state_;
};

/// One command. Option names are given as in `"-n,--pairs"`; a name without dashes declares a
/// positional argument. An option may be given once, or any number of times if it binds a list.
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

  /// Sets the text below the options in the command's help.
  void Footer(const std::string& text);
  /// Sets the function that runs the command. It may throw Error or UsageError.
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

  /// The program's help lists the commands that follow under this heading.
  void Heading(const std::string& text) { heading_ = text; }
  Command AddCommand(const std::string& name, const std::string& help);
  /// Declares an option that may precede or follow the command's name.
  Option AddShared(const std::string& names, std::string* value, const std::string& help);

  /// Return the help text of the program, or of one command. HelpOf throws as RequireCommand.
  std::string Help() const;
  std::string HelpOf(const std::string& command) const;
  /// Throws UsageError, perhaps with a suggestion, if there is no such command.
  void RequireCommand(const std::string& name) const;
  /// Describes the program, which is the first element, and its commands.
  std::vector<CommandInfo> Describe() const;

  /// Reads the arguments, calls `prepare` and runs the command that they name. For `--help` and
  /// `--version`, prints instead. Throws UsageError if the arguments are wrong, and the errors of
  /// the command.
  void Parse(int argc, const char* const* argv, const std::function<void()>& prepare);

 private:
  struct State;
  std::unique_ptr<State> state_;
  std::string heading_ = "Commands";
};

}  // namespace raichi
