#include "base/files/patience.h"

#include <algorithm>
#include <array>
#include <cerrno>

namespace raichi {

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
