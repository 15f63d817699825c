#pragma once

#include <string>
#include <string_view>

namespace raichi {

/// Names what a file of another format holds, by the first bytes of its content, for an error about
/// a file that is not what was expected: `an ONNX network`, `an HTML page, as servers send in place
/// of a file`, `text`. Returns an empty text if the content is empty or of no known format.
std::string NameContent(std::string_view beginning);

}  // namespace raichi
