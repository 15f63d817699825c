#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/error.h"

namespace raichi {

/// JSON whose keys keep the order in which they were given. All JSON is written by JsonText and
/// read by ParseJson, within ReadJson.
using Json = nlohmann::ordered_json;

/// JSON is not what its reader expects. The message is the predicate of a sentence: `is not JSON`,
/// `lacks `score``, `has a text where a number is expected`.
class JsonError : public Error {
 public:
  using Error::Error;
};

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

}  // namespace raichi
