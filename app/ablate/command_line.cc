#include <fstream>
#include <string>

#include "app/ablate/plan.h"
#include "base/quote.h"

namespace raichi {

std::string CommandLine() {
  std::ifstream file("/proc/self/cmdline");
  std::string line = "raichi", word;
  std::getline(file, word, '\0');  // the path of this program
  while (std::getline(file, word, '\0')) line += " " + QuoteForShell(word);
  return line;
}

}  // namespace raichi
