#include "base/files/paths.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "base/error.h"
#include "base/text.h"

namespace raichi {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void Fail(const fs::path& path, const std::error_code& error) {
  throw ReadError(path.string() + ": " + error.message(), error.value());
}

/// Whether an error means that no file has this name.
bool IsOfName(const std::error_code& error) {
  return error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory ||
         error == std::errc::filename_too_long || error == std::errc::too_many_symbolic_link_levels;
}

}  // namespace

bool IsFile(const fs::path& path) {
  std::error_code error;
  const fs::file_type type = fs::status(path, error).type();
  if (error && !IsOfName(error)) Fail(path, error);
  return type == fs::file_type::regular;
}

bool AreSame(const fs::path& one, const fs::path& other) {
  std::error_code error;
  return fs::equivalent(one, other, error) && !error;
}

fs::path AbsolutePath(const fs::path& path) {
  if (path.empty()) return path;
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  if (error) Fail(path, error);  // the working folder was removed
  return absolute.lexically_normal();
}

std::string EndingOf(const fs::path& path) { return Lower(path.extension().native()); }

fs::path RealPath(const fs::path& path) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(path, error);
  return error ? AbsolutePath(path) : AbsolutePath(real);
}

bool IsTransient(const ReadError& error) {
  constexpr std::array kCodes = {EAGAIN, EBUSY,   EHOSTDOWN, EHOSTUNREACH, EINTR,  EIO,      EMFILE,
                                 ENFILE, ENOBUFS, ENOMEM,    ENETDOWN,     ESTALE, ETIMEDOUT};
  return std::find(kCodes.begin(), kCodes.end(), error.code()) != kCodes.end();
}

bool MayAppear(const ReadError& error) {
  constexpr std::array kCodes = {ENOENT, ESTALE, EIO, ELOOP};
  return std::find(kCodes.begin(), kCodes.end(), error.code()) != kCodes.end();
}

}  // namespace raichi
