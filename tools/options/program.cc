// The program's command line: commands, help texts, and reading the arguments.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/yaml/text.h"
#include "tools/options/state.h"

namespace raichi {
namespace {

constexpr size_t kNameColumns = 30, kHelpColumns = 70;

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
    return Wrap(option->get_description(), kHelpColumns);
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

/// Returns the error message with a reference to the help text.
std::string Explain(const CLI::App& program, const CLI::ParseError& error) {
  const auto commands = program.get_subcommands();
  const std::vector<std::string> strangers = program.remaining();
  if (commands.empty() && !strangers.empty() && !strangers.front().starts_with("-")) {
    return ExplainUnknownCommand(program, strangers.front());
  }
  const std::string command = commands.empty() ? "" : " " + commands.front()->get_name();
  return std::string(error.what()) + " (see raichi" + command + " --help)";
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
