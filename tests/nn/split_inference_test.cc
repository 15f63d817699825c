#include "nn/backend/split_inference.h"

#include <gmock/gmock.h>

#include <atomic>
#include <stdexcept>
#include <thread>

namespace raichi {
namespace {

using testing::ElementsAre;

/// Marks each leaf with the part that evaluated it. Waits until a given number of parts are at work
/// at the same time.
class FakePart : public Inference {
 public:
  struct Shared {
    std::atomic<int> at_work = 0;
    int wanted = 1;
  };
  FakePart(int number, Shared* shared) : number_(number), shared_(shared) {}

  void Evaluate(std::span<const LeafRequest> leaves, std::span<Evaluation> out) override {
    if (leaves.size() == kTooMany) throw std::runtime_error("part " + std::to_string(number_));
    ++shared_->at_work;
    while (shared_->at_work < shared_->wanted) std::this_thread::yield();
    for (Evaluation& evaluation : out) evaluation.moves_left = static_cast<float>(number_);
  }
  void RunBare() override { ++shared_->at_work; }
  std::vector<float> BareOutputs() const override { return {}; }

  static constexpr size_t kTooMany = 3;

 private:
  int number_;
  Shared* shared_;
};

class SplitInferenceTest : public testing::Test {
 protected:
  SplitInferenceTest() {
    std::vector<std::unique_ptr<Inference>> parts;
    for (int i = 0; i < 3; ++i) parts.push_back(std::make_unique<FakePart>(i, &shared_));
    split_ = MakeSplitInference(std::move(parts));
  }
  /// Evaluates `leaves` leaves and returns how many each part got. Checks that parts get
  /// consecutive leaves in order.
  std::vector<int> Counts(size_t leaves, int at_once) {
    shared_.at_work = 0;
    shared_.wanted = at_once;
    const std::vector<LeafRequest> requests(leaves);
    std::vector<Evaluation> out(leaves);
    split_->Evaluate(requests, out);
    std::vector<int> counts(3);
    float last = 0;
    for (const Evaluation& evaluation : out) {
      EXPECT_GE(evaluation.moves_left, last);
      last = evaluation.moves_left;
      ++counts[static_cast<size_t>(last)];
    }
    return counts;
  }

  FakePart::Shared shared_;
  std::unique_ptr<Inference> split_;
};

TEST(SharesTest, AreStepsThatMakeUpTheBatch) {
  EXPECT_THAT(SharesOf(64, 1), ElementsAre(64));
  EXPECT_THAT(SharesOf(64, 2), ElementsAre(32, 32));
  EXPECT_THAT(SharesOf(64, 3), ElementsAre(24, 24, 16));
  EXPECT_THAT(SharesOf(20, 2), ElementsAre(16, 8));
  EXPECT_THAT(SharesOf(16, 64), ElementsAre(8, 8));
  EXPECT_THAT(SharesOf(1, 64), ElementsAre(8));
}

/// Each part waits for the others, so a single thread would never finish.
TEST_F(SplitInferenceTest, PartsWorkAtTheSameTime) {
  EXPECT_THAT(Counts(24, 3), ElementsAre(8, 8, 8));
  EXPECT_THAT(Counts(60, 3), ElementsAre(24, 24, 12));
  EXPECT_THAT(Counts(12, 2), ElementsAre(8, 4, 0));
  EXPECT_THAT(Counts(8, 1), ElementsAre(8, 0, 0));
  EXPECT_THAT(Counts(0, 0), ElementsAre(0, 0, 0));
  shared_.at_work = 0;
  split_->RunBare();
  EXPECT_EQ(shared_.at_work, 3);
}

TEST_F(SplitInferenceTest, NoShareIsLargerThanThatOfTheWholeBatch) {
  for (int batch = 1; batch <= 100; ++batch) {
    const std::vector<int> most = SharesOf(batch, 3);
    if (most.size() < 3) continue;
    for (int count = 1; count <= batch; ++count) {
      if (count % 8 == FakePart::kTooMany) continue;
      const std::vector<int> counts = Counts(static_cast<size_t>(count), 0);
      for (size_t i = 0; i < 3; ++i) EXPECT_LE(counts[i], most[i]) << batch << ' ' << count;
    }
  }
}

TEST_F(SplitInferenceTest, ThrowsWhatAnyPartThrewAndGoesOn) {
  EXPECT_THROW(Counts(3, 0), std::runtime_error);
  EXPECT_THROW(Counts(19, 0), std::runtime_error);
  EXPECT_THAT(Counts(24, 3), ElementsAre(8, 8, 8));
}

}  // namespace
}  // namespace raichi
