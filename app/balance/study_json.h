#pragma once

#include <string>

#include "app/balance/study/study.h"
#include "console/output.h"

namespace raichi {

/// Everything that a study has found so far, as its page and tables show it (docs/balance.md).
/// Rule sets without games are left out. Shares are between 0 and 1.
Json StudyToJson(const Study& study);

}  // namespace raichi
