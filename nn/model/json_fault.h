#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace raichi {

/// Returns what is wrong with JSON that could not be read, as the predicate of a sentence: `is not
/// JSON`, `lacks `score``, `has a text where a number is expected`. All readers of JSON from
/// outside use it, since the library's own messages are for programmers.
std::string JsonFault(const nlohmann::json::exception& error);

}  // namespace raichi
