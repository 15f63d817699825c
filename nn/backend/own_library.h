#pragma once

#include <string>

namespace raichi {

/// A library that belongs to the program and is loaded when it is needed.
struct OwnLibrary {
  std::string file;   // libraichi_torch.so
  std::string entry;  // the name of a function in it
  std::string user;   // what needs it, in the plural: networks
  std::string needs;  // the foreign library that it needs, if any: LibTorch 1.13.0
};

/// Whether a library of this name is beside the program or in ../lib/raichi.
bool HasOwnLibrary(const std::string& file);

/// Loads the library, for as long as the process lives, and returns its entry. Searches beside the
/// program and in ../lib/raichi. Throws Error if it is missing, comes from another build than the
/// program, or cannot be loaded.
void* LoadOwnLibrary(const OwnLibrary& library);

}  // namespace raichi
