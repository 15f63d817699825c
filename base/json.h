#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"

namespace raichi {

/// JSON is not what its reader expects. The message is the predicate of a sentence: `is not JSON`,
/// `lacks `score``, `has a text where a number is expected`, `has 300 where a whole number from 0
/// to 255 is expected`.
class JsonError : public Error {
 public:
  using Error::Error;
};

/// Throws JsonError: `value` is none of the whole numbers that are expected.
[[noreturn]] void RefuseNumber(const std::string& value, const std::string& least,
                               const std::string& most);

/// Says how the library takes values of C++ from JSON. By itself it would cut numbers to whole ones
/// and wrap those out of range, and take true for 1.
template <typename Value, typename = void>
struct JsonConversion : nlohmann::adl_serializer<Value> {};

template <std::integral Whole>
requires(!std::same_as<Whole, bool>) struct JsonConversion<Whole, void>
    : nlohmann::adl_serializer<Whole> {
  /// Takes a whole number, also one like 3.0. Throws JsonError if it is out of range.
  template <typename Any>
  static void from_json(const Any& json, Whole& value) {
    using Limits = std::numeric_limits<Whole>;
    const double real = json.template get<double>();  // throws if it is no number
    bool fits = false;
    if (const auto* count = json.template get_ptr<const uint64_t*>(); count != nullptr) {
      fits = std::in_range<Whole>(*count);
      value = static_cast<Whole>(*count);
    } else if (const auto* whole = json.template get_ptr<const int64_t*>(); whole != nullptr) {
      fits = std::in_range<Whole>(*whole);
      value = static_cast<Whole>(*whole);
    } else {
      fits = std::trunc(real) == real && real >= static_cast<double>(Limits::min()) &&
             real < std::ldexp(1.0, Limits::digits);
      if (fits) value = static_cast<Whole>(real);
    }
    if (fits) return;
    RefuseNumber(JsonText(json), std::to_string(Limits::min()), std::to_string(Limits::max()));
  }
};

/// JSON whose keys keep the order in which they were given. All JSON is written by JsonText and
/// read by ParseJson, within ReadJson.
using Json = nlohmann::basic_json<nlohmann::ordered_map, std::vector, std::string, bool, int64_t,
                                  uint64_t, double, std::allocator, JsonConversion>;

/// Returns a value as JSON: a line, or lines whose levels are indented by `indent` blanks. Any
/// value can be written. ParseJson returns texts, such as names of files, byte by byte as they
/// were: what is not UTF-8 is written as EscapeBytes (base/text.h) says, and hidden characters as
/// `\uXXXX`.
std::string JsonText(const Json& value, int indent = -1);

/// Parses JSON from anywhere. Throws JsonError if it is not JSON, holds a key twice or exceeds a
/// limit: 64 MiB, 100 levels, 10,000 keys of an object.
Json ParseJson(std::string_view text);

/// Returns what is wrong with JSON from which a value could not be taken, as JsonError says it. The
/// library's own messages are for programmers.
std::string JsonFault(const Json::exception& error);

/// Returns what `read` returns, which parses JSON or takes values from it. Where that fails, throws
/// `Fault`: the subject, which ends with a blank, and the predicate of JsonError.
template <typename Fault = Error, typename Read>
auto ReadJson(const std::string& subject, const Read& read) {
  try {
    return read();
  } catch (const Json::exception& error) {
    throw Fault(subject + JsonFault(error));
  } catch (const JsonError& error) {
    throw Fault(subject + error.what());
  }
}

/// Checksums (checksum.h) that files carry in themselves, so that a changed digit is noticed. Files
/// of older programs have none.

/// Gives an object a last key `sum`, the checksum of its text without this key.
Json WithSum(Json object);
/// Checks the key `sum` and removes it. Returns false if there is none. Throws JsonError if it is
/// wrong.
bool TakeSum(Json* object);

/// Ends a text of YAML with a comment, the line `# sum 0123456789abcdef`. Replaces such a line.
std::string WithSumLine(std::string_view text);
/// Returns false if the text ends with such a line and the sum is wrong.
bool AgreesWithSumLine(std::string_view text);

}  // namespace raichi
