#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace raichi {

/// MessagePack (https://github.com/msgpack/msgpack/blob/master/spec.md), with the elements that
/// records of games have.

/// Writes elements in their order, each number and length in its shortest form. (The JSON library
/// writes only whole values, which takes five times as long for a record.)
class MessagePackWriter {
 public:
  void Unsigned(uint64_t number) { Head(number, {0x00, 0x7f, {0xcc, 0xcd, 0xce, 0xcf}}); }
  void Signed(int64_t number);
  void Bool(bool value) { bytes_.push_back(value ? '\xc3' : '\xc2'); }
  /// A text of less than 4 GiB, as are the numbers of items and keys.
  void Text(std::string_view text) {
    Head(text.size(), {0xa0, 31, {0xd9, 0xda, 0xdb}});
    bytes_ += text;
  }
  /// Begins an array or map; so many items, or keys and values, follow.
  void Array(size_t items) { Head(items, {0x90, 15, {0, 0xdc, 0xdd}}); }
  void Map(size_t keys) { Head(keys, {0x80, 15, {0, 0xde, 0xdf}}); }

  const std::string& bytes() const { return bytes_; }

 private:
  /// The first bytes of a kind of element: `fix` plus a number to `max`, or a code by the size of
  /// the number that follows it, of 1, 2, 4 and 8 bytes.
  struct Codes {
    uint8_t fix, max;
    std::array<uint8_t, 4> sized;
  };
  void Head(uint64_t number, const Codes& codes);
  void AppendBigEndian(uint64_t number, size_t size);

  std::string bytes_;
};

struct MessagePackLimits {
  size_t items = 0;  // of an array, or keys of a map
  size_t text = 0;   // bytes
  int depth = 0;     // arrays and maps within each other
};

/// The elements of MessagePack from anywhere, in the order of the bytes: those of an array or map
/// follow it, a key before its value.
class MessagePackElements {
 public:
  enum class Type : uint8_t { kUnsigned, kNegative, kBool, kText, kArray, kMap, kOther };
  struct Element {
    Type type;
    // The number, a negative one as int64_t; 1 for true; the index of a text; or the number of
    // items or keys.
    uint64_t value;
  };

  /// Throws JsonError if the bytes do not begin with a whole value within the limits. What follows
  /// it is ignored.
  MessagePackElements(std::string_view bytes, const MessagePackLimits& limits);

  size_t size() const { return elements_.size(); }
  const Element& at(size_t index) const { return elements_.at(index); }
  const std::string& TextOf(const Element& element) const {
    return texts_.at(static_cast<size_t>(element.value));
  }

 private:
  class Handler;

  std::vector<Element> elements_;
  std::vector<std::string> texts_;
};

}  // namespace raichi
