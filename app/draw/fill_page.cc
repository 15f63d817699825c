#include "app/draw/fill_page.h"

#include "base/check.h"

namespace raichi {

std::string ForScript(const Json& data) {
  const std::string text = JsonText(data);
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      escaped += "\\u003c";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

std::string FillPage(std::string_view page,
                     const std::vector<std::pair<std::string_view, std::string_view>>& parts) {
  std::string filled;
  for (const auto& [name, text] : parts) {
    const size_t at = page.find(name);
    RAICHI_CHECK(at != std::string_view::npos);
    filled += page.substr(0, at);
    filled += text;
    page.remove_prefix(at + name.size());
  }
  return filled.append(page);
}

}  // namespace raichi
