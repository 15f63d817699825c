#include "tools/options/help_text.h"

#include <spdlog/fmt/fmt.h>

#include <cmath>

#include "tools/options/options.h"
#include "tools/options/state.h"

namespace raichi {
namespace {

/// Writes a bound without an exponent if it is whole: 10000000, 0.001.
std::string Show(double bound) {
  return std::abs(bound) < 1e15 && bound == std::floor(bound) ? fmt::format("{:.0f}", bound)
                                                              : fmt::format("{}", bound);
}

}  // namespace

std::string Describe(const Bounds& bounds) {
  if (bounds.max < kInfinity) return Show(bounds.min) + " to " + Show(bounds.max);
  return bounds.min > -kInfinity ? "at least " + Show(bounds.min) : "";
}

std::string Expected(const Bounds& bounds, bool is_whole) {
  const char* noun = is_whole ? "a whole number" : "a number";
  if (bounds.max < kInfinity) return fmt::format("{} from {}", noun, Describe(bounds));
  return bounds.min > -kInfinity ? fmt::format("{} of {}", noun, Describe(bounds)) : noun;
}

std::string Alternatives(const std::vector<std::string>& words) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

// Descriptions of the commands and their options.

namespace {

std::vector<std::string> FlagsOfOption(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

/// Describes an option, except for its names.
OptionInfo InfoOf(const CLI::Option& option) {
  OptionInfo info;
  info.value = option.get_type_name();
  info.help = option.get_description();
  if (option.get_group() != kNoHeading) info.heading = option.get_group();
  info.is_required = option.get_required();
  info.is_list = option.get_expected_max() == CLI::detail::expected_max_vector_size;
  return info;
}

/// Adds an option that can be positional, or have flags, or both.
void AddInfos(const CLI::Option& option, const std::vector<std::string>& words,
              std::vector<OptionInfo>* infos) {
  OptionInfo info = InfoOf(option);
  info.words = words;
  if (option.get_positional()) {
    infos->push_back(info);
    infos->back().names = {info.value.empty() ? option.get_name(true) : info.value};
    infos->back().is_positional = true;
  }
  info.names = FlagsOfOption(option);
  if (!info.names.empty()) infos->push_back(std::move(info));
}

std::vector<OptionInfo> OptionsOf(const Command::State& command) {
  std::vector<OptionInfo> infos;
  for (const CLI::Option* own : {command.app->get_help_ptr(), command.app->get_version_ptr()}) {
    if (own != nullptr) AddInfos(*own, {}, &infos);
  }
  for (const Option::State& state : command.options) {
    AddInfos(*state.option, state.words, &infos);
  }
  return infos;
}

}  // namespace

std::vector<CommandInfo> Program::Describe() const {
  std::vector<CommandInfo> infos;
  for (const Command::State& command : state_->commands) {
    const bool is_program = infos.empty();
    infos.push_back({.name = command.app->get_name(),
                     .heading = is_program ? "" : command.app->get_group(),
                     .help = command.app->get_description(),
                     .footer = command.app->get_footer(),
                     .options = OptionsOf(command)});
  }
  return infos;
}

}  // namespace raichi
