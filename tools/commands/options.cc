#include "tools/commands/options.h"

#include <spdlog/fmt/fmt.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <deque>
#include <iostream>
#include <limits>
#include <type_traits>
#include <utility>

#include "base/error.h"
#include "base/split.h"

namespace raichi {

struct Option::State {
  CLI::Option* option;
  std::string help;
  std::vector<std::string> facts;             // additions to the help text, in brackets
  std::function<std::string()> show_default;  // none for lists and flags
  bool has_commas = false;                    // they separate the values of a list
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
};

struct Command::State {
  CLI::App* app;
  std::deque<Option::State> options;  // a deque, so that handles stay valid
};

struct Program::State {
  State(const std::string& name, const std::string& description) : app(description, name) {}

  CLI::App app;
  std::deque<Command::State> commands;  // the first is the program itself
  std::function<void()> prepare;
};

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr size_t kNameColumns = 30, kHelpColumns = 70;

/// Breaks text at spaces into lines of at most kHelpColumns characters, as far as words allow.
std::string Wrap(const std::string& text) {
  const auto is_start = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };
  std::string wrapped = text;
  size_t column = 0, space = std::string::npos, columns_at_space = 0;
  for (size_t i = 0; i < wrapped.size(); ++i) {
    if (wrapped[i] == '\n') {
      column = 0;
      space = std::string::npos;
      continue;
    }
    if (wrapped[i] == ' ') {
      space = i;
      columns_at_space = column;
    }
    if (is_start(wrapped[i])) ++column;
    if (column <= kHelpColumns || space == std::string::npos) continue;
    wrapped[space] = '\n';
    column -= columns_at_space + 1;
    space = std::string::npos;
  }
  return wrapped;
}

/// `a, b or c`
std::string Alternatives(const std::vector<std::string>& words) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

/// A bound, without an exponent if it is whole: 10000000, 0.001.
std::string Show(double bound) {
  return std::abs(bound) < 1e15 && bound == std::floor(bound) ? fmt::format("{:.0f}", bound)
                                                              : fmt::format("{}", bound);
}

/// `1 to 100`, `at least 1`; empty without bounds.
std::string Bounds(const Option::State& state) {
  if (state.max < kInfinity) return Show(state.min) + " to " + Show(state.max);
  return state.min > -kInfinity ? "at least " + Show(state.min) : "";
}

/// `a number`, `a whole number from 1 to 100`, `a whole number of at least 1`
std::string Wanted(const Option::State& state, bool is_whole) {
  const char* noun = is_whole ? "a whole number" : "a number";
  if (state.max < kInfinity) return fmt::format("{} from {}", noun, Bounds(state));
  return state.min > -kInfinity ? fmt::format("{} of {}", noun, Bounds(state)) : noun;
}

/// Composes the help text again after a change of the facts.
void Describe(const Option::State& state) {
  std::string text = state.help;
  const std::string facts = fmt::format("{}", fmt::join(state.facts, "; "));
  if (!facts.empty()) text += (text.empty() ? "(" : " (") + facts + ")";
  state.option->description(text);
}

void AddFact(Option::State* state, std::string fact) {
  state->facts.push_back(std::move(fact));
  Describe(*state);
}

template <typename Number>
Number ReadNumber(const Option::State& state, const std::string& text) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  bool good = error == std::errc() && rest == end;
  if constexpr (std::is_floating_point_v<Number>) good = good && std::isfinite(number);
  const auto value = static_cast<double>(number);
  if (good && value >= state.min && value <= state.max) return number;
  throw CLI::ValidationError(
      state.option->get_name(),
      "expected " + Wanted(state, std::is_integral_v<Number>) + ", got '" + text + "'");
}

std::string ShowDefaultOf(const std::string& value) { return value; }
template <typename Number>
std::string ShowDefaultOf(Number value) {
  return fmt::format("{}", value);
}

Option::State* NewOption(std::deque<Option::State>* options, const std::string& help) {
  Option::State& state = options->emplace_back();
  state.help = help;
  return &state;
}

bool IsPositional(const std::string& names) { return names.front() != '-'; }

/// An option with one value, which `read` takes.
Option AddValue(CLI::App* app, Option::State* state, const std::string& names,
                const char* placeholder, std::function<void(const std::string&)> read) {
  state->option = app->add_option(names, [read = std::move(read)](const CLI::results_t& results) {
    read(results.back());
    return true;
  });
  if (!IsPositional(names)) state->option->type_name(placeholder);
  Describe(*state);
  return Option(state);
}

template <typename Number>
Option AddNumber(CLI::App* app, Option::State* state, const std::string& names, Number* value) {
  state->show_default = [value] { return ShowDefaultOf(*value); };
  return AddValue(
      app, state, names, std::is_floating_point_v<Number> ? "X" : "N",
      [value, state](const std::string& text) { *value = ReadNumber<Number>(*state, text); });
}

/// Formats help texts within the width of a terminal.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() { column_width(kNameColumns); }

  std::string make_option_opts(const CLI::Option* option) const override {
    std::string text = option->get_type_name().empty() ? "" : " " + option->get_type_name();
    const bool is_list = option->get_expected_max() == CLI::detail::expected_max_vector_size;
    return is_list ? text + " ..." : text;
  }
  std::string make_option_desc(const CLI::Option* option) const override {
    return Wrap(option->get_description());
  }
};

void SetUp(CLI::App* app) {
  app->formatter(std::make_shared<HelpFormatter>());
  app->set_help_flag("-h,--help", "Print this help");
}

/// The error message with a pointer to the help text.
std::string Explain(const CLI::App& program, const CLI::ParseError& error) {
  const auto commands = program.get_subcommands();
  const std::string command = commands.empty() ? "" : " " + commands.front()->get_name();
  return std::string(error.what()) + " (see raichi" + command + " --help)";
}

}  // namespace

Option& Option::Required() {
  state_->option->required();
  if (!state_->option->get_positional()) AddFact(state_, "required");
  return *this;
}

Option& Option::Range(double min, double max) {
  state_->min = min;
  state_->max = max;
  AddFact(state_, Bounds(*state_));
  return *this;
}

Option& Option::AtLeast(double min) { return Range(min, kInfinity); }

Option& Option::OneOf(std::vector<std::string> words) {
  const std::string expected = Alternatives(words);
  AddFact(state_, expected);
  state_->option->check([words = std::move(words), expected](const std::string& word) {
    const bool known = std::find(words.begin(), words.end(), word) != words.end();
    return known ? "" : "expected " + expected + ", got '" + word + "'";
  });
  return *this;
}

Option& Option::Value(const std::string& placeholder) {
  state_->option->type_name(placeholder);
  return *this;
}

Option& Option::ShowDefault() {
  AddFact(state_, "default: " + state_->show_default());
  return *this;
}

Option& Option::Commas() {
  state_->has_commas = true;
  return *this;
}

Option& Option::Needs(const Option& other) {
  state_->option->needs(other.state_->option);
  AddFact(state_, "with " + other.name());
  return *this;
}

Option& Option::Excludes(const Option& other) {
  state_->option->excludes(other.state_->option);
  AddFact(state_, "not with " + other.name());
  return *this;
}

Option& Option::Group(const std::string& heading) {
  state_->option->group(heading);
  return *this;
}

bool Option::IsGiven() const { return state_->option->count() > 0; }

std::string Option::name() const { return state_->option->get_name(); }

Option Command::Add(const std::string& names, std::string* value, const std::string& help) {
  Option::State* state = NewOption(&state_->options, help);
  state->show_default = [value] { return ShowDefaultOf(*value); };
  return AddValue(state_->app, state, names, "TEXT",
                  [value](const std::string& text) { *value = text; });
}

Option Command::Add(const std::string& names, int* value, const std::string& help) {
  return AddNumber(state_->app, NewOption(&state_->options, help), names, value);
}

Option Command::Add(const std::string& names, int64_t* value, const std::string& help) {
  return AddNumber(state_->app, NewOption(&state_->options, help), names, value);
}

Option Command::Add(const std::string& names, uint64_t* value, const std::string& help) {
  return AddNumber(state_->app, NewOption(&state_->options, help), names, value);
}

Option Command::Add(const std::string& names, double* value, const std::string& help) {
  return AddNumber(state_->app, NewOption(&state_->options, help), names, value);
}

Option Command::Add(const std::string& names, std::optional<uint64_t>* value,
                    const std::string& help) {
  Option::State* state = NewOption(&state_->options, help);
  return AddValue(state_->app, state, names, "N", [value, state](const std::string& text) {
    *value = ReadNumber<uint64_t>(*state, text);
  });
}

Option Command::Add(const std::string& names, std::vector<std::string>* values,
                    const std::string& help) {
  Option::State* state = NewOption(&state_->options, help);
  state->option = state_->app->add_option_function<std::vector<std::string>>(
      names, [values, state](const std::vector<std::string>& words) {
        values->clear();
        for (const std::string& word : words) {
          for (std::string& part : SplitOutside(word, state->has_commas ? "," : "")) {
            values->push_back(std::move(part));
          }
        }
      });
  state->option->allow_extra_args(IsPositional(names));
  state->option->type_name(IsPositional(names) ? "" : "TEXT");
  Describe(*state);
  return Option(state);
}

Option Command::AddFlag(const std::string& names, bool* value, const std::string& help) {
  Option::State* state = NewOption(&state_->options, help);
  state->option = state_->app->add_flag(names, *value);
  Describe(*state);
  return Option(state);
}

void Command::Footer(const std::string& text) { state_->app->footer(text); }

void Command::Run(std::function<void()> body) { state_->app->callback(std::move(body)); }

Program::Program(const std::string& name, const std::string& description,
                 const std::string& version)
    : state_(std::make_unique<State>(name, description)) {
  SetUp(&state_->app);
  state_->app.set_version_flag("--version", version, "Print the program's version");
  state_->app.require_subcommand(0, 1);
  state_->app.parse_complete_callback([this] { state_->prepare(); });
  state_->commands.emplace_back().app = &state_->app;
}

Program::~Program() = default;

Command Program::AddCommand(const std::string& name, const std::string& help) {
  Command::State& command = state_->commands.emplace_back();
  command.app = state_->app.add_subcommand(name, help);
  command.app->fallthrough();  // shared options may stand behind the command
  SetUp(command.app);
  return Command(&command);
}

Option Program::AddShared(const std::string& names, std::string* value, const std::string& help) {
  return Command(&state_->commands.front()).Add(names, value, help);
}

std::string Program::Help() const {
  // Not `help()`, which would explain the command that was given.
  const CLI::App& app = state_->app;
  const auto formatter = std::make_shared<HelpFormatter>();
  return formatter->make_help(&app, app.get_name(), CLI::AppFormatMode::Normal);
}

std::optional<std::string> Program::HelpOf(std::string_view command) const {
  for (const CLI::App* app : state_->app.get_subcommands({})) {
    if (app->get_name() == command) return app->help(state_->app.get_name());
  }
  return std::nullopt;
}

void Program::Parse(int argc, const char* const* argv, const std::function<void()>& prepare) {
  state_->prepare = prepare;
  try {
    state_->app.parse(argc, argv);
  } catch (const CLI::Success& help_or_version) {
    state_->app.exit(help_or_version);
  } catch (const CLI::ParseError& error) {
    throw UsageError(Explain(state_->app, error));
  }
}

}  // namespace raichi
