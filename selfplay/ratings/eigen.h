#pragma once

/// Eigen without GCC 12's false alarms: it takes its own AVX-512 intrinsics, inlined through Eigen,
/// for uninitialised reads, and reports them at the end of the file, hence no `pop`.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#include <Eigen/Cholesky>
#include <Eigen/Core>
