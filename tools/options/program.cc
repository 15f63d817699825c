// The program's command line: commands, help texts, and reading the arguments.

#include <memory>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/yaml/text.h"
#include "tools/options/state.h"

namespace raichi {
namespace {

constexpr size_t kNameColumns = 30, kHelpColumns = 70;

bool IsList(const CLI::Option& option) {
  return option.get_expected_max() == CLI::detail::expected_max_vector_size;
}

/// Returns what help texts and errors call a positional argument.
std::string PlaceholderOf(const CLI::Option& option) {
  return option.get_type_name().empty() ? option.get_name(true) : option.get_type_name();
}

/// Formats help texts within the width of a terminal.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() { column_width(kNameColumns); }

  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    return is_positional ? PlaceholderOf(*option)
                         : CLI::Formatter::make_option_name(option, is_positional);
  }
  /// An option that may also be a positional argument is listed as both.
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    std::string name = make_option_name(option, is_positional);
    if (!is_positional && !option->get_type_name().empty()) name += " " + option->get_type_name();
    if (IsList(*option)) name += " ...";
    std::stringstream out;
    CLI::detail::format_help(out, name, make_option_desc(option), kNameColumns);
    std::string text = out.str();
    const size_t bytes = name.size() + 2;  // CLI11 aligns by bytes instead of characters
    if (bytes < kNameColumns) text.insert(bytes, name.size() - CountCharacters(name), ' ');
    return text;
  }
  std::string make_option_desc(const CLI::Option* option) const override {
    return Wrap(option->get_description(), kHelpColumns);
  }
  /// CLI11 begins each group with an empty line, although it ended the group before with one.
  std::string make_group(std::string heading, bool is_positional,
                         std::vector<const CLI::Option*> options) const override {
    const bool is_first = is_positional || heading == kNoHeading;
    return CLI::Formatter::make_group(heading, is_positional, options).substr(is_first ? 0 : 1);
  }
};

void SetUp(CLI::App* app) {
  app->formatter(std::make_shared<HelpFormatter>());
  app->set_help_flag("-h,--help", "Print this help");
}

std::string ExplainUnknownCommand(const CLI::App& program, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands({})) names.push_back(command->get_name());
  return "there is no command '" + word + "'" +
         DidYouMean(word, std::vector<std::string_view>(names.begin(), names.end())) +
         " (raichi help lists them)";
}

std::string ExplainUnknownArgument(const CLI::App& program, const CLI::App& command,
                                   const std::string& word) {
  if (!word.starts_with("-")) return "unexpected argument '" + word + "'";
  const std::string name = word.substr(0, word.find('='));
  const std::string text = "unknown option '" + name + "'";
  if (!name.starts_with("--")) return text;  // any letter resembles any other
  std::vector<std::string> names;
  for (const CLI::App* app : {&command, &program}) {
    for (const CLI::Option* option : app->get_options()) {
      for (const std::string& long_name : option->get_lnames()) names.push_back("--" + long_name);
    }
  }
  return text + DidYouMean(name, std::vector<std::string_view>(names.begin(), names.end()));
}

/// Returns what a command needs and was not given; empty if it was given everything.
std::string ExplainMissing(const CLI::App& command) {
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_required() || option->count() > 0) continue;
    if (!option->get_positional()) return option->get_name() + " is required";
    return "missing argument: " + PlaceholderOf(*option) + ": " + option->get_description();
  }
  return "";
}

/// Returns the error message with a reference to the help text.
std::string Explain(const CLI::App& program, const CLI::ParseError& error) {
  const auto commands = program.get_subcommands();
  const CLI::App& command = commands.empty() ? program : *commands.front();
  std::string text = error.what();
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) {
    std::vector<std::string> strangers = program.remaining(true);
    std::erase(strangers, "--");
    const std::string stranger = strangers.empty() ? "--" : strangers.front();
    if (commands.empty() && !stranger.starts_with("-")) {
      return ExplainUnknownCommand(program, stranger);
    }
    text = ExplainUnknownArgument(program, command, stranger);
  } else if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    const std::string missing = ExplainMissing(command);
    if (!missing.empty()) text = missing;
  }
  const std::string name = commands.empty() ? "" : " " + command.get_name();
  return text + " (see raichi" + name + " --help)";
}

}  // namespace

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
  command.app->group(heading_);
  command.app->fallthrough();  // allows shared options after the command
  SetUp(command.app);
  return Command(&command);
}

Option Program::AddShared(const std::string& names, std::string* value, const std::string& help) {
  return Command(&state_->commands.front()).Add(names, value, help);
}

std::string Program::Help() const {
  // CLI11's `help()` would describe the command that was given instead.
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
    return;
  } catch (const CLI::ParseError& error) {
    throw UsageError(Explain(state_->app, error));
  }
  if (state_->app.get_subcommands().empty()) {
    throw UsageError("expected a command (raichi help lists them)");
  }
}

}  // namespace raichi
