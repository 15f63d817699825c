#pragma once

/// Eigen without false warnings from GCC 12, which treats its own AVX-512 intrinsics, inlined
/// through Eigen, as reads of uninitialised values. GCC reports these at the end of the file, so
/// there is no `pop`.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#include <Eigen/Cholesky>
#include <Eigen/Core>
