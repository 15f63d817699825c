#pragma once

#include <exception>
#include <string>
#include <vector>

namespace raichi {

/// Runs `part` of making a report. An exception is added to `warnings` and goes no further.
template <typename Part>
void TryPart(std::vector<std::string>* warnings, const Part& part) {
  try {
    part();
  } catch (const std::exception& error) {
    warnings->emplace_back(error.what());
  }
}

}  // namespace raichi
