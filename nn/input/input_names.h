#pragma once

#include <string>
#include <vector>

namespace raichi {

/// Name of a network input and a one-sentence description of it for human readers.
struct InputName {
  std::string name;
  std::string meaning;
};

/// Return the planes and the numbers of encoder version kEncoderVersion, in order.
std::vector<InputName> PlaneNames();   // kPlanes
std::vector<InputName> NumberNames();  // kGlobals

}  // namespace raichi
