#pragma once

#include <exception>
#include <string>
#include <vector>

#include "base/json.h"

namespace raichi {

/// Runs `part` of making a report. An exception is added to `warnings` and goes no further.
template <typename Part>
void TryPart(std::vector<std::string>* warnings, const Part& part) {
  try {
    ReadJson("metrics/progress.jsonl: a line ", part);  // which nobody checked
  } catch (const std::exception& error) {
    warnings->emplace_back(error.what());
  }
}

}  // namespace raichi
