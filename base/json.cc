#include "base/json.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/checksum.h"
#include "base/text.h"

namespace raichi {
namespace {

constexpr size_t kMaxBytes = size_t{1} << 26;
constexpr int kMaxDepth = 100;
constexpr size_t kMaxKeys = 10'000;  // objects search their keys one by one
constexpr size_t kShownBytes = 100;  // of the library's message

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

bool AllTexts(const Json& value, const std::function<bool(const std::string&)>& is_so) {
  if (value.is_string()) return is_so(value.get_ref<const std::string&>());
  for (const auto& [key, item] : value.items()) {
    if ((value.is_object() && !is_so(key)) || (!value.is_primitive() && !AllTexts(item, is_so))) {
      return false;
    }
  }
  return true;
}

/// Returns the value with each text and key changed.
Json WithTexts(const Json& value, const std::function<std::string(std::string_view)>& change) {
  if (value.is_string()) return change(value.get_ref<const std::string&>());
  if (!value.is_structured()) return value;
  Json changed = value.is_array() ? Json::array() : Json::object();
  for (const auto& [key, item] : value.items()) {
    Json& place = value.is_array() ? changed.emplace_back() : changed[change(key)];
    place = WithTexts(item, change);
  }
  return changed;
}

void AppendUnit(unsigned unit, std::string* text) {
  char escape[16];
  std::snprintf(escape, sizeof escape, "\\u%04x", unit);
  *text += escape;
}

/// Escapes the hidden characters of JSON, which are in its texts. Its lines keep their ends.
std::string WithoutHidden(std::string json) {
  constexpr char32_t kSupplement = 0x10000;
  const auto is_other = [](char c) { return c != '\n' && (c < ' ' || c > '~'); };
  if (!std::ranges::any_of(json, is_other)) return json;
  std::string text;
  for (size_t i = 0; i < json.size();) {
    const auto [code, length] = FirstCharacter(std::string_view(json).substr(i));
    if (code == '\n' || !IsHidden(code)) {
      text.append(json, i, length);
    } else if (code < kSupplement) {
      AppendUnit(code, &text);
    } else {  // a surrogate pair
      AppendUnit(0xD800 + ((code - kSupplement) >> 10), &text);
      AppendUnit(0xDC00 + ((code - kSupplement) & 0x3FF), &text);
    }
    i += length;
  }
  return text;
}

/// Checks JSON while it is parsed.
class LimitCheck {
 public:
  bool operator()(int depth, Json::parse_event_t event, const Json& value) {
    if (depth >= kMaxDepth &&
        (event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start)) {
      throw JsonError("is nested more than " + std::to_string(kMaxDepth) + " levels deep");
    }
    if (event == Json::parse_event_t::object_start) keys_.emplace_back();
    if (event == Json::parse_event_t::object_end) keys_.pop_back();
    if (event == Json::parse_event_t::key) CheckKey(value.get_ref<const std::string&>());
    return true;
  }

 private:
  void CheckKey(const std::string& key) {
    if (!keys_.back().insert(key).second) throw JsonError("has " + QuoteForError(key) + " twice");
    if (keys_.back().size() > kMaxKeys) {
      throw JsonError("has an object of more than " + std::to_string(kMaxKeys) + " keys");
    }
  }

  std::vector<std::unordered_set<std::string>> keys_;  // of the open objects
};

}  // namespace

void RefuseNumber(const std::string& value, const std::string& least, const std::string& most) {
  throw JsonError("has " + value + " where a whole number from " + least + " to " + most +
                  " is expected");
}

std::string JsonText(const Json& value, int indent) {
  const bool is_plain =
      AllTexts(value, [](const std::string& text) { return EscapeBytes(text) == text; });
  return WithoutHidden(is_plain ? value.dump(indent) : WithTexts(value, EscapeBytes).dump(indent));
}

Json ParseJson(std::string_view text) {
  if (text.size() > kMaxBytes) throw JsonError("is larger than 64 MiB");
  try {
    Json value = Json::parse(text, [check = LimitCheck()](int depth, Json::parse_event_t event,
                                                          const Json& part) mutable {
      return check(depth, event, part);
    });
    const bool has_bytes = text.find("\\\\x") != text.npos;
    return has_bytes ? WithTexts(value, UnescapeBytes) : value;
  } catch (const Json::exception& error) {
    throw JsonError(IsUtf8(text) ? JsonFault(error) : "is not UTF-8");
  }
}

std::string JsonFault(const Json::exception& error) {
  if (dynamic_cast<const Json::parse_error*>(&error) != nullptr) return "is not JSON";
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
      return "cannot be read: " + std::string(text.substr(0, kShownBytes));
  }
}

namespace {

constexpr char kKey[] = "sum";
constexpr std::string_view kLine = "# sum ";
constexpr size_t kLineBytes = kLine.size() + 16 + 1;  // with its end

/// Returns the text without its last line, if that is a line of a sum.
std::string_view WithoutSumLine(std::string_view text) {
  const bool has_line = text.size() >= kLineBytes && text.ends_with('\n') &&
                        text.substr(text.size() - kLineBytes).starts_with(kLine);
  return text.substr(0, text.size() - (has_line ? kLineBytes : 0));
}

}  // namespace

Json WithSum(Json object) {
  object[kKey] = ChecksumText(JsonText(object));
  return object;
}

bool TakeSum(Json* object) {
  const auto found = object->find(kKey);
  if (found == object->end()) return false;
  const Json sum = *found;
  object->erase(kKey);
  if (sum == ChecksumText(JsonText(*object))) return true;
  throw JsonError(
      "has a wrong `sum`, so it is damaged or was changed by hand; restore it "
      "from a copy");
}

std::string WithSumLine(std::string_view text) {
  const std::string_view bare = WithoutSumLine(text);
  return std::string(bare).append(kLine).append(ChecksumText(bare)).append("\n");
}

bool AgreesWithSumLine(std::string_view text) {
  return WithoutSumLine(text).size() == text.size() || WithSumLine(text) == text;
}

}  // namespace raichi
