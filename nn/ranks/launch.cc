#include "nn/ranks/launch.h"

#include <charconv>
#include <string_view>

namespace raichi {

Launch ReadLaunch(const Environment& environment) {
  for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"}) {
    const char* const value = environment(variable);
    if (value == nullptr) continue;
    const std::string_view text = value;
    int ranks = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ranks);
    if (error != std::errc() || end != text.data() + text.size() || ranks < 1) continue;
    return {ranks, variable};
  }
  return {};
}

}  // namespace raichi
