#include "nn/data/sample_loader.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "base/error.h"
#include "base/threads.h"

namespace raichi {

SampleLoader::SampleLoader(const ReplayWindow& window, const SampleLoaderConfig& config)
    : window_(window),
      config_(config),
      next_to_make_(config.first_step),
      next_to_take_(config.first_step) {
  for (int i = 0; i < config_.threads; ++i) {
    threads_.push_back(StartThread([this](const std::stop_token& stop) { Run(stop); }));
  }
}

SampleLoader::~SampleLoader() {
  for (std::jthread& thread : threads_) thread.request_stop();
}

SampleBatch SampleLoader::Next() {
  std::unique_lock lock(mutex_);
  RAICHI_CHECK(next_to_take_ < config_.end_step);
  changed_.wait(lock, [&] { return failure_ != nullptr || made_.contains(next_to_take_); });
  if (failure_ != nullptr) std::rethrow_exception(failure_);
  SampleBatch batch = std::move(made_.extract(next_to_take_++).mapped());
  changed_.notify_all();
  return batch;
}

SampleRange SampleLoader::PartOfBatch() const {
  const int size = config_.batch / config_.parts;
  return {config_.part * size, (config_.part + 1) * size};
}

void SampleLoader::Run(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (changed_.wait(lock, stop, [&] { return next_to_make_ < next_to_take_ + config_.ahead; }) &&
         next_to_make_ < config_.end_step && failure_ == nullptr) {
    const int64_t step = next_to_make_++;
    lock.unlock();
    try {
      SampleBatch batch = MakeBatch(window_, config_.samples, config_.canvas, config_.batch,
                                    config_.seed, step, PartOfBatch());
      lock.lock();
      made_.emplace(step, std::move(batch));
    } catch (...) {
      if (!lock.owns_lock()) lock.lock();
      failure_ = std::current_exception();
    }
    changed_.notify_all();
  }
}

}  // namespace raichi
