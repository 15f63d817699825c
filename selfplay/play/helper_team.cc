#include "selfplay/play/helper_team.h"

#include <algorithm>
#include <exception>

namespace raichi {

void HelperTeam::Run(size_t jobs, const std::function<void(size_t job)>& work) {
  const auto share_of = [&](size_t thread) {
    for (size_t job = thread; job < jobs; job += threads()) work(job);
  };
  std::exception_ptr error;
  try {
    for (size_t thread = 1; thread < std::min(jobs, threads()); ++thread) {
      helpers_[thread - 1].Start([&share_of, thread] { share_of(thread); });
    }
    share_of(0);
  } catch (...) {
    error = std::current_exception();
  }
  for (HelperThread& helper : helpers_) {
    const std::exception_ptr other = helper.Wait();
    if (!error) error = other;
  }
  if (error) std::rethrow_exception(error);
}

}  // namespace raichi
