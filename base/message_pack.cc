#include "base/message_pack.h"

#include <utility>

#include "base/json.h"

namespace raichi {

void MessagePackWriter::Head(uint64_t number, const Codes& codes) {
  if (number <= codes.max) {
    bytes_.push_back(static_cast<char>(codes.fix + number));
    return;
  }
  size_t place = 0;  // of the shortest size
  while (codes.sized.at(place) == 0 || (place < 3 && number >> (8 << place) != 0)) ++place;
  bytes_.push_back(static_cast<char>(codes.sized.at(place)));
  AppendBigEndian(number, size_t{1} << place);
}

void MessagePackWriter::Signed(int64_t number) {
  constexpr int64_t kLeastFix = -32;
  constexpr std::array<uint8_t, 4> kSized = {0xd0, 0xd1, 0xd2, 0xd3};
  if (number >= 0) return Unsigned(static_cast<uint64_t>(number));
  size_t place = 0;
  while (place < 3 && number >> (8 * (size_t{1} << place) - 1) != -1) ++place;
  if (number < kLeastFix) bytes_.push_back(static_cast<char>(kSized.at(place)));
  AppendBigEndian(static_cast<uint64_t>(number), size_t{1} << place);
}

void MessagePackWriter::AppendBigEndian(uint64_t number, size_t size) {
  for (size_t i = size; i-- > 0;) bytes_.push_back(static_cast<char>(number >> (8 * i)));
}

/// What the library calls for each element (https://json.nlohmann.me/api/json_sax). False ends the
/// reading, also before the library calls itself for an array or map that is too deep.
class MessagePackElements::Handler {
 public:
  Handler(const MessagePackLimits& limits, MessagePackElements* to) : limits_(limits), to_(*to) {}

  bool null() { return Add(Type::kOther, 0); }
  bool number_float(double, const std::string&) { return Add(Type::kOther, 0); }
  bool binary(std::vector<uint8_t>&) { return Add(Type::kOther, 0); }
  bool boolean(bool value) { return Add(Type::kBool, value ? 1 : 0); }
  bool number_unsigned(uint64_t value) { return Add(Type::kUnsigned, value); }
  bool number_integer(int64_t value) {
    return Add(value < 0 ? Type::kNegative : Type::kUnsigned, static_cast<uint64_t>(value));
  }
  bool string(std::string& text) {
    if (text.size() > limits_.text) return false;
    to_.texts_.push_back(std::move(text));
    return Add(Type::kText, to_.texts_.size() - 1);
  }
  bool key(std::string& text) { return string(text); }
  bool start_array(size_t items) { return Open(Type::kArray, items); }
  bool start_object(size_t keys) { return Open(Type::kMap, keys); }
  bool end_array() { return Close(); }
  bool end_object() { return Close(); }
  bool parse_error(size_t, const std::string&, const Json::exception&) { return false; }

 private:
  bool Add(Type type, uint64_t value) {
    to_.elements_.push_back({type, value});
    return true;
  }
  bool Open(Type type, size_t size) {
    return size <= limits_.items && ++depth_ <= limits_.depth && Add(type, size);
  }
  bool Close() {
    --depth_;
    return true;
  }

  const MessagePackLimits& limits_;
  MessagePackElements& to_;
  int depth_ = 0;
};

MessagePackElements::MessagePackElements(std::string_view bytes, const MessagePackLimits& limits) {
  Handler handler(limits, this);
  if (!Json::sax_parse(bytes, &handler, Json::input_format_t::msgpack, /*strict=*/false)) {
    throw JsonError("is not MessagePack within its limits");
  }
}

}  // namespace raichi
