#include "nn/ranks/reducer.h"

#include <string_view>

#include "base/text.h"

namespace raichi {

Launch ReadLaunch(const std::function<const char*(const char*)>& read) {
  for (const char* variable : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"}) {
    const char* const value = read(variable);
    if (value == nullptr) continue;
    if (const auto ranks = ParseNumber(value, 1)) return {*ranks, variable};
  }
  return {};
}

}  // namespace raichi
