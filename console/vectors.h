#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "console/output.h"

namespace raichi {

/// One object of a file of JSON lines, such as the test vectors in `tests/vectors/`.
class VectorLine {
 public:
  VectorLine(std::string place, Json object)
      : place_(std::move(place)), object_(std::move(object)) {}

  const std::string& place() const { return place_; }  // FILE:LINE
  bool Has(const char* key) const { return object_.contains(key); }
  /// These return a key's value and throw Error naming place and key if the value is missing or has
  /// another type. `Text` returns an empty text for null and refuses control characters other than
  /// white space.
  std::string Text(const char* key) const;
  /// Returns the name of a player, which may be that of a file: any bytes. Empty if it is missing.
  std::string Name(const char* key) const;
  std::vector<uint64_t> Counts(const char* key) const;
  uint64_t Count(const char* key) const;
  /// Returns the number of a game, the key `"id"`; nothing if there is none or it is a name of
  /// another program. Throws Error for any other value.
  std::optional<uint64_t> Id() const;
  /// Throws Error `FILE:LINE: WHAT is GOT, expected EXPECTED` unless the two are equal.
  void Expect(const std::string& what, const std::string& got, const std::string& expected) const;

 private:
  Error Wrong(const char* key, const char* expected) const;

  std::string place_;
  Json object_;
};

/// Calls `visit` for each object of FILE (`-`: standard input) that has one of the keys, and
/// returns the number of these objects. Throws Error naming file and line if a line is not an
/// object or `visit` throws Error. Throws Error if no line has any of the keys.
int ForEachVector(const std::string& file, const std::vector<std::string>& keys,
                  const std::function<void(const VectorLine&)>& visit);

}  // namespace raichi
