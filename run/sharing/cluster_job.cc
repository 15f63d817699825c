#include "run/sharing/cluster_job.h"

#include <cstdlib>

namespace raichi {

std::map<std::string, std::string> ClusterJob() {
  std::map<std::string, std::string> job;
  for (const char* name : {"SLURM_JOB_ID", "SLURM_ARRAY_JOB_ID", "SLURM_ARRAY_TASK_ID",
                           "SLURM_PROCID", "SLURM_RESTART_COUNT", "JOB_COMPLETION_INDEX"}) {
    const char* value = std::getenv(name);
    if (value != nullptr) job[name] = value;
  }
  return job;
}

}  // namespace raichi
