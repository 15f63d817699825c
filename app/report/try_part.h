#pragma once

#include <exception>
#include <string>
#include <vector>

#include "console/output.h"
#include "nn/model/json_fault.h"

namespace raichi {

/// Runs `part` of making a report. An exception is added to `warnings` and goes no further.
template <typename Part>
void TryPart(std::vector<std::string>* warnings, const Part& part) {
  try {
    part();
  } catch (const Json::exception& error) {  // of a line of progress, which nobody checked
    warnings->push_back("metrics/progress.jsonl: a line " + JsonFault(error));
  } catch (const std::exception& error) {
    warnings->emplace_back(error.what());
  }
}

}  // namespace raichi
