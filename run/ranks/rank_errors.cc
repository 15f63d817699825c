#include "run/ranks/rank_errors.h"

#include <chrono>
#include <iostream>
#include <string>
#include <thread>

#include "base/error.h"
#include "console/output.h"

namespace raichi {
namespace {

void FailAsRank(Reducer* ranks, int status, std::string message) {
  // Some errors occur in all ranks, such as a missing file. Rank 0 then speaks for all.
  constexpr std::chrono::seconds kPrecedence{2};
  if (ranks->rank() > 0) {
    std::this_thread::sleep_for(kPrecedence);
    message = "rank " + std::to_string(ranks->rank()) + " of " + std::to_string(ranks->size()) +
              ": " + message;
  }
  PrintError(message);
  std::cerr.flush();
  ranks->Abort(status);
}

}  // namespace

void WorkAsRank(Reducer* ranks, const std::function<void()>& work) {
  if (ranks == nullptr) return work();
  try {
    work();
  } catch (const UsageError& error) {
    FailAsRank(ranks, 2, error.what());
  } catch (const std::exception& error) {
    FailAsRank(ranks, 1, error.what());
  }
}

}  // namespace raichi
