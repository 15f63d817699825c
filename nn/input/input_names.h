#pragma once

#include <string>
#include <vector>

namespace raichi {

/// What an input of the network is called, and what it is, for people.
struct InputName {
  std::string name;
  std::string meaning;
};

/// The planes and the numbers of encoder version kEncoderVersion, in order.
std::vector<InputName> PlaneNames();   // kPlanes
std::vector<InputName> NumberNames();  // kGlobals

}  // namespace raichi
