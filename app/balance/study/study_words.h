#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/balance/study/plan.h"

namespace raichi {

/// The arguments of `raichi balance` that say what to study.
struct StudyWords {
  std::vector<std::string> what;    // a plan, a study's folder, or rule sets
  std::vector<std::string> models;  // without a plan
  std::vector<std::string> visits;  // without a plan; none: 50 and 200
  int games = 1000;
  uint64_t seed = 1;
  std::string dir;
};

/// A plan and the folder of its study.
struct NamedStudy {
  StudyPlan plan;
  std::filesystem::path folder;
};

/// Reads the plan that the words name, or makes one from names of rule sets: their models at the
/// given visits and, if there are no models, alpha-beta searches. Throws UsageError and Error.
NamedStudy OpenStudyWords(const StudyWords& words);

}  // namespace raichi
