#include "app/ablate/variants.h"

#include <gmock/gmock.h>

#include "base/error.h"

namespace raichi {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

std::vector<std::string> NamesOf(const std::vector<Variant>& variants) {
  std::vector<std::string> names;
  for (const Variant& variant : variants) names.push_back(variant.name);
  return names;
}

TEST(VariantsTest, AllCombinationsInOrder) {
  const auto variants = ParseVariants({.vary = {"network.blocks=2,4", "train.batch=64,128"}});
  EXPECT_THAT(NamesOf(variants), ElementsAre("blocks=2,batch=64", "blocks=2,batch=128",
                                             "blocks=4,batch=64", "blocks=4,batch=128"));
  EXPECT_THAT(variants[1].overrides, ElementsAre("network.blocks=2", "train.batch=128"));
}

TEST(VariantsTest, OneAtATimeAroundTheBase) {
  const auto variants =
      ParseVariants({.vary = {"network.blocks=2,4", "train.batch=64"}, .one_at_a_time = true});
  EXPECT_THAT(NamesOf(variants), ElementsAre("base", "blocks=2", "blocks=4", "batch=64"));
  EXPECT_TRUE(variants[0].overrides.empty());
  EXPECT_THAT(variants[3].overrides, ElementsAre("train.batch=64"));
}

TEST(VariantsTest, CommasInsideAValueDoNotSplitIt) {
  const auto variants =
      ParseVariants({.vary = {R"(network={blocks: 4, channels: 32},{blocks: 6},["a,b", 'c]'])"}});
  EXPECT_THAT(NamesOf(variants),
              ElementsAre("network=blocks-4,channels-32", "network=blocks-6", "network=a,b-,c"));
  EXPECT_THAT(variants[0].overrides, ElementsAre("network={blocks: 4, channels: 32}"));
}

TEST(VariantsTest, NamedVariants) {
  const auto variants =
      ParseVariants({.vary = {"x.y=1"}, .named = {"plain:", "two: a.b={x: 1, y: 2}  c=3"}});
  EXPECT_THAT(NamesOf(variants), ElementsAre("y=1", "plain", "two"));
  EXPECT_TRUE(variants[1].overrides.empty());
  EXPECT_THAT(variants[2].overrides, ElementsAre("a.b={x: 1, y: 2}", "c=3"));
}

TEST(VariantsTest, KeysThatEndAlikeAreNamedInFull) {
  EXPECT_THAT(NamesOf(ParseVariants({.vary = {"train.device=cpu", "workers.device=cpu"}})),
              ElementsAre("train.device=cpu,workers.device=cpu"));
}

TEST(VariantsTest, BadWordsAreNamed) {
  const auto expect_error = [](const VariantWords& words, const std::string& text) {
    EXPECT_THAT([&] { ParseVariants(words); }, ThrowsMessage<UsageError>(HasSubstr(text)));
  };
  expect_error({}, "expected --vary");
  expect_error({.one_at_a_time = true, .named = {"x: a=1"}}, "--one-at-a-time: expected --vary");
  expect_error({.vary = {"blocks"}}, "--vary 'blocks': expected KEY=VALUE");
  expect_error({.vary = {"blocks="}}, "--vary 'blocks='");
  expect_error({.vary = {"a.b=1", "a.b=2"}}, "the key a.b is given twice");
  expect_error({.vary = {"a=1,1"}}, "two variants are called 'a=1'");
  expect_error({.vary = {"seed=1,2"}}, "variant 'seed=1': all variants have the seeds of --seeds");
  expect_error({.named = {"a=1"}}, "expected NAME: KEY=VALUE");
  expect_error({.named = {"../x: a=1"}}, "--variant '../x: a=1'");
  expect_error({.named = {"..: a=1"}}, "--variant '..: a=1'");
  expect_error({.named = {"x: a=1", "x: a=2"}}, "called 'x'");
}

}  // namespace
}  // namespace raichi
