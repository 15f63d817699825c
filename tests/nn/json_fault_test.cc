#include "nn/model/json_fault.h"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace raichi {
namespace {

using Json = nlohmann::ordered_json;

std::string FaultOf(const std::function<void()>& read) {
  try {
    read();
  } catch (const Json::exception& error) {
    return JsonFault(error);
  }
  return "";
}

TEST(JsonFaultTest, TextThatIsNotJson) {
  EXPECT_EQ(FaultOf([] { const Json json = Json::parse("{"); }), "is not JSON");
}

TEST(JsonFaultTest, MissingKeys) {
  EXPECT_EQ(FaultOf([] { Json::object().at("score"); }), "lacks `score`");
  EXPECT_EQ(FaultOf([] { Json::object().at("it's"); }), "lacks `it's`");
  EXPECT_EQ(FaultOf([] { Json::array().at(0); }), "has a list that is too short");
}

TEST(JsonFaultTest, ValuesOfAnotherType) {
  EXPECT_EQ(FaultOf([] { Json("x").get<int>(); }), "has a text where a number is expected");
  EXPECT_EQ(FaultOf([] { Json().get<std::string>(); }), "has null where a text is expected");
  EXPECT_EQ(FaultOf([] { Json::object().get<std::vector<int>>(); }),
            "has an object where a list is expected");
  EXPECT_EQ(FaultOf([] { Json(1).get<bool>(); }), "has a number where a boolean is expected");
  for (const auto& use : std::vector<std::function<void()>>{
           [] { Json(1).at("a"); }, [] { Json(1).value("a", 0); }, [] { Json(1)["a"]; }}) {
    EXPECT_EQ(FaultOf(use), "has a number where an object or a list is expected");
  }
}

TEST(JsonFaultTest, OtherFaultsLoseTheirPrefix) {
  EXPECT_EQ(FaultOf([] { const Json json = Json::parse("1e999"); }),
            "cannot be read: number overflow parsing '1e999'");
}

}  // namespace
}  // namespace raichi
