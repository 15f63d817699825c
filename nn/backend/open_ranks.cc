#include "nn/backend/open_ranks.h"

#include <cstdlib>
#include <string>

#include "base/error.h"
#include "nn/backend/loader.h"
#include "nn/ranks/reducer.h"

namespace raichi {
namespace {

constexpr bool kHasMpi = RAICHI_HAS_MPI;

std::string Told(const Launch& launch) {
  return launch.variable + " says that " + std::to_string(launch.ranks) +
         " processes were started together";
}

}  // namespace

std::unique_ptr<Reducer> OpenRanks() {
  const Launch launch = ReadLaunch([](const char* name) { return std::getenv(name); });
  if (launch.ranks == 1) return nullptr;
  if (!kHasMpi) {
    throw Error(Told(launch) +
                ", but this raichi was built without MPI and cannot train on several ranks; "
                "install MPI (tools/setup.sh --mpi) and build it again, or start one process");
  }
  void* const entry = LoadOwnLibrary(
      {.file = "libraichi_mpi.so", .entry = kRanksEntry, .user = "several ranks", .needs = "MPI"});
  std::unique_ptr<Reducer> ranks(reinterpret_cast<RanksEntry>(entry)());
  if (ranks->size() == launch.ranks) return ranks;
  throw Error(Told(launch) + ", but MPI connects " + std::to_string(ranks->size()) +
              "; start them with the mpirun of the MPI that raichi was built with, or with srun "
              "--mpi=pmix or --mpi=pmi2 (srun --mpi=list shows what there is)");
}

}  // namespace raichi
