#include "app/draw/svg.h"

#include <spdlog/fmt/fmt.h>

namespace raichi {
namespace {

// Uses only plain classes, because some viewers support media queries but no CSS variables, and
// some support neither.
constexpr std::string_view kStyle = R"(
.paper{fill:#fcfaf5}
.label,.caption{font-family:system-ui,sans-serif;fill:#3d352a}
.label{font-size:14px}.caption{font-size:16px}
.grid{stroke:#b18f5c;stroke-width:1;fill:none}
.wood{fill:#ecd5a8}.goal{fill:#f5e6c8}.special{fill:#c9a26a}.camp{fill:#c3c795}.closed{fill:#8f9468}.marked{fill:#f7dc6f}
.cross{stroke:#8a6a3b;stroke-width:2}
.attacker{fill:#33291f;stroke:#16110c;stroke-width:2}
.defender,.king{fill:#fffdf6;stroke:#6b5638;stroke-width:2}
.crown{fill:#b5432f}
.captured{stroke:#b5432f;stroke-width:5;stroke-linecap:round}
.arrow{fill:#3178a8;opacity:.62}.best{fill:#2e8b57;opacity:.78}
.attackers-bar{fill:#33291f}.defenders-bar{fill:#fffdf6}
.curve{stroke:#3178a8;stroke-width:2.5;fill:none;stroke-linejoin:round}
.mistake{fill:#e08a1e}.blunder{fill:#c0392b}
@media (prefers-color-scheme:dark){
.paper{fill:#1e1d1b}.label,.caption{fill:#e2dccf}
.wood{fill:#8f7346}.goal{fill:#a58855}.special{fill:#6b5230}.camp{fill:#6f7448}.closed{fill:#494d2e}.marked{fill:#b99a2e}
.grid{stroke:#5f4a2b}.cross{stroke:#cdb384}
.attacker{fill:#1b1612;stroke:#000}.defender,.king{fill:#efe8d8;stroke:#2b2216}
.arrow{fill:#5fb0e5}.best{fill:#58d28f}
.attackers-bar{fill:#000}.defenders-bar{fill:#efe8d8}.curve{stroke:#5fb0e5}
}
)";

}  // namespace

std::string SvgEscape(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
  }
  return escaped;
}

std::string SvgText(double x, double y, std::string_view anchor, std::string_view css_class,
                    std::string_view text) {
  return fmt::format("<text x=\"{:g}\" y=\"{:g}\" text-anchor=\"{}\" class=\"{}\">{}</text>\n", x,
                     y, anchor, css_class, SvgEscape(text));
}

std::string SvgPicture(double width, double height, std::string_view title, std::string_view body) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" "
      "viewBox=\"0 0 {0:g} {1:g}\" role=\"img\">\n<title>{2}</title>\n<style>{3}</style>\n"
      "<rect class=\"paper\" width=\"{0:g}\" height=\"{1:g}\"/>\n{4}</svg>\n",
      width, height, SvgEscape(title), kStyle, body);
}

}  // namespace raichi
