#include "nn/model/json_fault.h"

#include <string_view>

namespace raichi {
namespace {

// The library's numbers for its errors (https://json.nlohmann.me/home/exceptions).
constexpr int kWrongType = 302;
constexpr int kIndexInto = 304;  // at() of a value that is no list or object
constexpr int kSubscript = 305;  // operator[] of such a value
constexpr int kValueOf = 306;    // value() of a value that is no object
constexpr int kTooShort = 401;
constexpr int kNoKey = 403;

/// Returns the part of a text between the first `begin` and the last `end`.
std::string_view Between(std::string_view text, std::string_view begin, std::string_view end) {
  const size_t from = text.find(begin) + begin.size();
  return text.substr(from, text.rfind(end) - from);
}

/// The library's name of a type with its article.
std::string WithArticle(std::string_view type) {
  if (type == "null") return "null";
  if (type == "string") return "a text";
  if (type == "array") return "a list";
  return (type == "object" ? "an " : "a ") + std::string(type);
}

std::string LastWordWithArticle(std::string_view text) {
  return WithArticle(text.substr(text.rfind(' ') + 1));
}

}  // namespace

std::string JsonFault(const nlohmann::json::exception& error) {
  if (dynamic_cast<const nlohmann::json::parse_error*>(&error) != nullptr) return "is not JSON";
  std::string_view text = error.what();
  text.remove_prefix(text.find("] ") + 2);  // [json.exception.type_error.302] …
  switch (error.id) {
    case kWrongType:  // type must be number, but is string
      return "has " + LastWordWithArticle(text) + " where " +
             WithArticle(Between(text, "must be ", ", but")) + " is expected";
    case kIndexInto:
    case kSubscript:
    case kValueOf:  // cannot use value() with string
      return "has " + LastWordWithArticle(text) + " where an object or a list is expected";
    case kTooShort:
      return "has a list that is too short";
    case kNoKey:  // key 'score' not found
      return "lacks `" + std::string(Between(text, "'", "'")) + "`";
    default:
      return "cannot be read: " + std::string(text);
  }
}

}  // namespace raichi
