// slow_check FILE...: checks certificates of proofs (docs/certificates.md) on the slow engine.
// Prints a line for each file, and exits with status 1 if one of them proves nothing.
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "tests/support/slow_certificate.h"

namespace {

std::string ContentOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes(std::istreambuf_iterator<char>(file), {});
  if (!file.is_open() || file.bad()) throw std::runtime_error("cannot be read");
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: slow_check FILE...\n";
    return 2;
  }
  int status = 0;
  for (int i = 1; i < argc; ++i) {
    try {
      const std::string line = ToString(raichi::slow::CheckCertificate(ContentOf(argv[i])));
      std::cout << argv[i] << ": " << line << std::endl;
    } catch (const std::exception& error) {
      std::cerr << argv[i] << ": " << error.what() << std::endl;
      status = 1;
    }
  }
  return status;
}
