#include "selfplay/balance/rank_agreement.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "base/check.h"
#include "base/normal.h"
#include "base/rng.h"

namespace raichi {
namespace {

int SignOf(double x) { return (x > 0) - (x < 0); }

std::vector<double> ValuesOf(std::span<const UncertainValue> estimates) {
  std::vector<double> values;
  for (const UncertainValue& one : estimates) values.push_back(one.value);
  return values;
}

std::vector<double> DrawValues(std::span<const UncertainValue> estimates, Rng* rng) {
  std::vector<double> values;
  for (const UncertainValue& one : estimates) {
    values.push_back(one.value + one.deviation * SampleNormal(rng));
  }
  return values;
}

}  // namespace

double KendallTau(std::span<const double> a, std::span<const double> b) {
  RAICHI_CHECK(a.size() == b.size());
  double agreeing = 0, different_a = 0, different_b = 0;  // Numbers of pairs.
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      const int in_a = SignOf(a[i] - a[j]), in_b = SignOf(b[i] - b[j]);
      agreeing += in_a * in_b;
      different_a += in_a * in_a;
      different_b += in_b * in_b;
    }
  }
  if (different_a == 0 || different_b == 0) return 0;
  return agreeing / std::sqrt(different_a * different_b);
}

RankAgreement AgreeInRank(std::span<const UncertainValue> a, std::span<const UncertainValue> b,
                          const BootstrapSettings& settings) {
  RAICHI_CHECK(settings.draws > 0);
  const double tau = KendallTau(ValuesOf(a), ValuesOf(b));
  Rng rng(settings.seed);
  std::vector<double> taus;
  for (int draw = 0; draw < settings.draws; ++draw) {
    const std::vector<double> drawn = DrawValues(a, &rng);
    taus.push_back(KendallTau(drawn, DrawValues(b, &rng)));
  }
  const Interval drawn = PercentileInterval(settings.level, &taus);
  return {.tau = tau,
          .low = std::max(-1.0, std::min(drawn.low, 2 * tau - drawn.high)),
          .high = std::min(1.0, std::max(drawn.high, 2 * tau - drawn.low))};
}

}  // namespace raichi
