#include "run/config/unknown_key.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>

#include "base/yaml/text.h"

namespace raichi {
namespace {

std::string_view LastPart(std::string_view name) { return name.substr(name.rfind('.') + 1); }

std::string_view SectionOf(std::string_view name) {
  const size_t dot = name.rfind('.');
  return dot == name.npos ? "" : name.substr(0, dot);
}

/// Returns the names of all keys and of their sections.
std::set<std::string> NamesOf(const std::vector<ConfigKey>& keys) {
  std::set<std::string> names;
  for (const ConfigKey& key : keys) {
    for (std::string_view name = key.name; !name.empty(); name = SectionOf(name)) {
      names.emplace(name);
    }
  }
  return names;
}

/// Returns the name that is most similar by its last part or else as a whole, or an empty text if
/// none is similar.
std::string Nearest(std::string_view unknown, const std::set<std::string>& names) {
  constexpr size_t kLongest = 60;
  if (unknown.size() > kLongest) return "";
  const std::string_view last = LastPart(unknown);
  const size_t near = std::max<size_t>(1, (last.size() + 1) / 3);
  std::tuple<size_t, size_t, std::string> best = {near + 1, 0, ""};
  for (const std::string& name : names) {
    const size_t distance = EditDistance(last, LastPart(name));
    if (distance >= LastPart(name).size()) continue;
    best = std::min(best, {distance, EditDistance(unknown, name), name});
  }
  return std::get<2>(best);
}

}  // namespace

std::string Suggestion(const std::string& unknown, const std::vector<ConfigKey>& keys) {
  const std::set<std::string> names = NamesOf(keys);
  if (const std::string name = Nearest(unknown, names); !name.empty()) {
    return "; did you mean " + name + "?";
  }
  std::string_view section = SectionOf(unknown);
  while (!section.empty() && !names.contains(std::string(section))) section = SectionOf(section);
  std::string list;
  for (const std::string& name : names) {
    if (SectionOf(name) != section) continue;
    list += (list.empty() ? "" : ", ") + std::string(LastPart(name));
  }
  const std::string holder = section.empty() ? "a configuration" : std::string(section);
  return "; " + holder + " has " + list;
}

}  // namespace raichi
