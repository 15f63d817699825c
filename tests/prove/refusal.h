#pragma once

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "tests/prove/tiny_certificate.h"
#include "tests/support/slow_certificate.h"

namespace raichi {

/// Returns why a file is refused; an empty text if it is not.
inline std::string RefusalOf(const std::string& bytes) {
  try {
    slow::CheckCertificate(bytes);
    return "";
  } catch (const std::runtime_error& error) {
    const std::string refusal = error.what();
    EXPECT_NE(refusal, "");
    EXPECT_EQ(refusal.find('\n'), std::string::npos) << refusal;
    return refusal;
  }
}

inline std::string RefusalOf(const TinyCertificate& certificate) {
  return RefusalOf(BytesOf(certificate));
}

}  // namespace raichi
