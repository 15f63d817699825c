#include "run/ranks/rank_order.h"

#include "base/json.h"

namespace raichi {
namespace {

std::string OrderText(const RankOrder& order) {
  const Json json = {{"kind", static_cast<int>(order.kind)},
                     {"steps", order.steps},
                     {"shards", order.shards},
                     {"weights", order.weights}};
  return JsonText(json);
}

RankOrder ParseOrder(const std::string& text) {
  const Json json = ParseJson(text);
  RankOrder order;
  order.kind = static_cast<RankOrder::Kind>(json.at("kind").get<int>());
  order.steps = json.at("steps");
  order.shards = json.at("shards").get<std::vector<std::string>>();
  order.weights = json.at("weights");
  return order;
}

}  // namespace

bool AnyOf(bool value, Reducer* ranks) {
  float count = value ? 1 : 0;
  ranks->Sum({&count, 1});
  return count > 0;
}

void WaitForRanks(Reducer* ranks) {
  std::string nothing;
  ranks->Broadcast(&nothing);
}

OrderForAll ExchangeOrder(const RankOrder& order, bool is_stopped, Reducer* ranks) {
  std::string text = ranks->rank() == 0 ? OrderText(order) : "";
  ranks->Broadcast(&text);
  const bool any_stopped = AnyOf(is_stopped, ranks);
  return {ParseOrder(text), any_stopped};
}

}  // namespace raichi
