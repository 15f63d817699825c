#pragma once

#include <functional>

#include "nn/ranks/reducer.h"

namespace raichi {

/// Does the work of one rank. If it throws, prints the error as one line that names the rank, and
/// ends the processes of all ranks, with status 2 for a UsageError and 1 for another. (The others
/// would wait for this rank for ever.) If `ranks` is null, lets errors pass.
void WorkAsRank(Reducer* ranks, const std::function<void()>& work);

}  // namespace raichi
