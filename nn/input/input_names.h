#pragma once

#include <string>
#include <vector>

namespace raichi {

/// The name of an input of the network and a sentence about it, for people.
struct InputName {
  std::string name;
  std::string meaning;
};

/// The planes and the numbers of encoder version kEncoderVersion, in order.
std::vector<InputName> PlaneNames();   // kPlanes
std::vector<InputName> NumberNames();  // kGlobals

}  // namespace raichi
