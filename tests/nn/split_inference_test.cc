#include <gmock/gmock.h>

#include <array>
#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>

#include "nn/backend/batch_team.h"

namespace raichi {
namespace {

constexpr int kBatch = 100;
constexpr int kThreads = 3;

/// What the inferences of the threads share.
struct Shared {
  std::vector<int> batches;  // for which an inference was made
  std::atomic<int> at_work = 0;
  int wanted = 0;            // each evaluation waits until so many have begun
  int throws_from = kBatch;  // evaluations of this leaf and later ones throw
  std::atomic<int> bare = 0;
  const LeafRequest* first = nullptr;
};

/// Gives each leaf its number.
class FakeInference : public Inference {
 public:
  FakeInference(int batch, Shared* shared) : batch_(batch), shared_(shared) {}

  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    EXPECT_LE(static_cast<int>(leaves.size()), batch_);
    EXPECT_FALSE(is_busy_.exchange(true)) << "two threads use one inference";
    ++shared_->at_work;
    while (shared_->at_work < shared_->wanted) std::this_thread::yield();
    for (size_t i = 0; i < leaves.size(); ++i) {
      const auto number = static_cast<int>(&leaves[i] - shared_->first);
      out[i].moves_left = static_cast<float>(number + 1);
      if (number >= shared_->throws_from) {
        is_busy_ = false;
        throw std::runtime_error("leaf " + std::to_string(number));
      }
    }
    is_busy_ = false;
  }
  void RunBare() override { shared_->bare += batch_; }
  std::vector<float> BareOutputs() const override { return {}; }

 private:
  int batch_;
  Shared* shared_;
  std::atomic<bool> is_busy_ = false;
};

class SplitInferenceTest : public testing::Test {
 protected:
  SplitInferenceTest() { split_ = Make(kBatch, kThreads); }
  std::unique_ptr<Inference> Make(int batch, int threads) {
    shared_.batches.clear();
    return MakeSplitInference(batch, threads, [this](int most) {
      shared_.batches.push_back(most);
      return std::make_unique<FakeInference>(most, &shared_);
    });
  }
  /// Evaluates `count` leaves, of which `at_once` evaluations must be at work at the same time.
  void Evaluate(size_t count, int at_once) {
    const std::vector<LeafRequest> leaves(count);
    std::vector<Evaluation> out(count);
    shared_.at_work = 0;
    shared_.wanted = at_once;
    shared_.first = leaves.data();
    split_->Evaluate(leaves, out);
    for (size_t i = 0; i < count; ++i) EXPECT_EQ(out[i].moves_left, i + 1) << count;
  }

  Shared shared_;
  std::unique_ptr<Inference> split_;
};

TEST_F(SplitInferenceTest, EachLeafGetsItsAnswer) {
  for (size_t count = 0; count <= kBatch; ++count) Evaluate(count, 0);
}

/// Each evaluation waits for others, so a single thread would never finish.
TEST_F(SplitInferenceTest, AllThreadsWorkAtTheSameTime) {
  for (const size_t count : {3, 4, 8, 50, 100}) Evaluate(count, kThreads);
  Evaluate(2, 2);
}

TEST_F(SplitInferenceTest, TheThreadsRunTheBareBatch) {
  for (const int batch : {2, 3, 6, 8, 40, kBatch}) {
    shared_.bare = 0;
    Make(batch, 2)->RunBare();
    EXPECT_GE(shared_.bare, batch);
    EXPECT_LT(shared_.bare, batch + shared_.batches[0]);  // the last part is filled
  }
}

TEST_F(SplitInferenceTest, ALoneThreadHasAnInferenceForTheWholeBatch) {
  Make(kBatch, 1);
  EXPECT_THAT(shared_.batches, testing::ElementsAre(kBatch));
  Make(1, 8);
  EXPECT_THAT(shared_.batches, testing::ElementsAre(1));
  Make(2, 8);
  EXPECT_EQ(shared_.batches.size(), 2u);
}

TEST_F(SplitInferenceTest, ThrowsTheFirstErrorAndGoesOn) {
  shared_.throws_from = 10;
  try {
    Evaluate(kBatch, 0);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "leaf 10");
  }
  shared_.throws_from = kBatch;
  Evaluate(24, kThreads);
}

}  // namespace
}  // namespace raichi
