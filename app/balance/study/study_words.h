#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/balance/study/plan.h"

namespace raichi {

inline constexpr int kDefaultStudyGames = 1000;

/// The arguments of `raichi balance` that say what to study.
struct StudyWords {
  std::vector<std::string> what;  // a plan, a study's folder, or rule sets
  std::string dir;
  // Without a plan:
  std::vector<std::string> players;  // models, alphabeta:N and playouts:N
  std::vector<std::string> visits;   // of models; none: 50 and 200
  std::optional<uint64_t> games;     // nothing: kDefaultStudyGames
  std::optional<uint64_t> seed;      // nothing: 1
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
