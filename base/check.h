#pragma once

#include <cstdio>
#include <cstdlib>

/// Aborts if an invariant of our own code does not hold. Not for input: wrong input throws
/// `raichi::Error`.
#define RAICHI_CHECK(condition)                                                          \
  do {                                                                                   \
    if (!(condition)) [[unlikely]] {                                                     \
      std::fprintf(stderr, "%s:%d: check failed: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                      \
    }                                                                                    \
  } while (false)
