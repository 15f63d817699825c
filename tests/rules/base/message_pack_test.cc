#include "base/message_pack.h"

#include <gmock/gmock.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "base/json.h"

namespace raichi {
namespace {

using Type = MessagePackElements::Type;

/// What the library writes, as an independent writer.
std::string Expected(const Json& value) {
  std::string bytes;
  Json::to_msgpack(value, bytes);
  return bytes;
}

std::string Number(int64_t number) {
  MessagePackWriter writer;
  writer.Signed(number);
  return writer.bytes();
}

TEST(MessagePackTest, NumbersHaveTheirShortestForm) {
  for (const int bits : {0, 5, 7, 8, 15, 16, 31, 32, 62}) {
    const int64_t edge = int64_t{1} << bits;
    for (const int64_t number : {edge - 1, edge, edge + 1, -edge - 1, -edge, -edge + 1}) {
      EXPECT_EQ(Number(number), Expected(number)) << number;
    }
  }
  EXPECT_EQ(Number(std::numeric_limits<int64_t>::min()).size(), 9);
  MessagePackWriter writer;
  writer.Unsigned(std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(writer.bytes(), Expected(std::numeric_limits<uint64_t>::max()));
}

TEST(MessagePackTest, TextsArraysAndMapsHaveTheirShortestForm) {
  for (const size_t size : std::vector<size_t>{0, 1, 15, 16, 31, 32, 255, 256, 65535, 65536}) {
    MessagePackWriter text, array, map;
    text.Text(std::string(size, 'x'));
    EXPECT_EQ(text.bytes(), Expected(std::string(size, 'x'))) << size;
    array.Array(size);
    for (size_t i = 0; i < size; ++i) array.Bool(i == 0);
    Json bools = Json::array();
    for (size_t i = 0; i < size; ++i) bools.push_back(i == 0);
    EXPECT_EQ(array.bytes(), Expected(bools)) << size;
    map.Map(size);
    EXPECT_EQ(map.bytes().size(), size < 16 ? 1 : size < 65536 ? 3 : 5);
  }
}

TEST(MessagePackTest, ElementsComeInTheOrderOfTheBytes) {
  const Json value = {{"a", {1, -2, true}}, {"b", "text"}, {"c", nullptr}};
  const MessagePackElements elements(Expected(value) + "rest", {.items = 3, .text = 4, .depth = 2});
  std::string types;
  for (size_t i = 0; i < elements.size(); ++i) {
    types += "u-btamo"[static_cast<size_t>(elements.at(i).type)];
  }
  EXPECT_EQ(types, "mtau-bttto");
  EXPECT_EQ(elements.TextOf(elements.at(1)), "a");
  EXPECT_EQ(elements.at(3).value, 1);
  EXPECT_EQ(static_cast<int64_t>(elements.at(4).value), -2);
}

TEST(MessagePackTest, WhatExceedsALimitIsRefused) {
  const std::string bytes = Expected({{"a", {1, 2}}});
  EXPECT_NO_THROW(MessagePackElements(bytes, {.items = 2, .text = 1, .depth = 2}));
  EXPECT_THROW(MessagePackElements(bytes, {.items = 1, .text = 1, .depth = 2}), JsonError);
  EXPECT_THROW(MessagePackElements(bytes, {.items = 2, .text = 0, .depth = 2}), JsonError);
  EXPECT_THROW(MessagePackElements(bytes, {.items = 2, .text = 1, .depth = 1}), JsonError);
  EXPECT_THROW(
      MessagePackElements(bytes.substr(0, bytes.size() - 1), {.items = 2, .text = 1, .depth = 2}),
      JsonError);
}

}  // namespace
}  // namespace raichi
