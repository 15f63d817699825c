#pragma once

#include <map>
#include <string>

namespace raichi {

/// Returns the variables of the environment with which schedulers tell jobs apart: SLURM_JOB_ID,
/// JOB_COMPLETION_INDEX and others. Empty outside a cluster.
std::map<std::string, std::string> ClusterJob();

}  // namespace raichi
