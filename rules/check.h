#pragma once

#include <cstdio>
#include <cstdlib>

/// Aborts when an invariant of our own code is broken. Never for input: that throws
/// `raichi::Error`.
#define RAICHI_CHECK(condition)                                                          \
  do {                                                                                   \
    if (!(condition)) [[unlikely]] {                                                     \
      std::fprintf(stderr, "%s:%d: check failed: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                      \
    }                                                                                    \
  } while (false)
