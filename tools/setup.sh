#!/usr/bin/env bash
# Installs what is needed to build Raichi and chooses a LibTorch; see --help.
source "$(dirname "$0")/common.sh"

usage() {
  cat <<'TEXT'
usage: tools/setup.sh [--game] [--torch=DIR|pip|debian] [--test] [--mpi] [--check] [--web] [--npm] [--packages] [--cluster]

Installs with apt-get what is missing to build Raichi (Debian 12, Ubuntu 24.04 and later), and chooses LibTorch:
  1. the one named:  --torch=DIR     a folder with include/ and lib/
                     --torch=pip     the pinned torch package, in .venv
                     --torch=debian  the distribution's libtorch-dev
  2. the one that CMake finds (Torch_ROOT, Torch_DIR, CMAKE_PREFIX_PATH, /usr/local, /usr)
  3. that of the torch package of python3
  4. on a machine with an NVIDIA GPU: the pinned torch package, in .venv
  5. the distribution's libtorch-dev; where it has none, the pinned torch package
The choice is kept in build/torch.cmake; a later run without --torch keeps it, and does nothing if all is there.

  --game    only what the program that plays needs (tools/quickstart.sh --play), without LibTorch
  --test    also what some tests need that are skipped otherwise: fish, zsh, groff, dpkg-dev, strace
  --mpi     also Open MPI, for training on several machines
  --check   also what tools/check.sh needs: clang, its C++ library, clang-tidy, clang-format, shellcheck, Open MPI, a second LibTorch
  --web     also what tools/web.sh needs: Emscripten, PyYAML; with --check, what tests the page: Chromium, Firefox, npm
  --npm     also npm, for tools/release.sh npm
  --packages also what `tools/check.sh packages` needs: the distribution's LibTorch, dpkg-dev, mmdebstrap
  --cluster also what tools/cluster/ needs on one machine: Slurm, bindfs, PyYAML; Slurm's services are not left running
TEXT
}

named="" game=false test=false mpi=false check=false web=false npm=false packages=false cluster=false
for argument in "$@"; do
  case $argument in
    --torch=?*) named=${argument#--torch=} ;;
    --game) game=true ;;
    --test) test=true ;;
    --mpi) mpi=true ;;
    --check) check=true mpi=true ;;
    --web) web=true ;;
    --npm) npm=true ;;
    --packages) packages=true ;;
    --cluster) cluster=true ;;
    --help | -h) usage && exit 0 ;;
    *) echo "setup.sh: $argument: expected --game, --torch=DIR|pip|debian, --test, --mpi, --check, --web, --npm, --packages, --cluster or --help" >&2 && exit 2 ;;
  esac
done

# ---- packages

installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }
available() { apt-cache show --no-all-versions "$1" >/dev/null 2>&1; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

APT_PATIENCE=1800 # seconds; a new machine updates itself in its first minutes

# apt_get WORD...: runs apt-get, again and again while another program holds one of its locks.
apt_get() {
  local log=build/apt.log end=$((SECONDS + APT_PATIENCE)) held said=""
  mkdir -p build
  until as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get "$@" >"$log" 2>&1; do
    held=$(sed -n 's/^E: \(Could not get lock .*\)/\1/p' "$log" | head -n 1)
    if [ -z "$held" ] || [ $SECONDS -ge $end ]; then
      tail -n 20 "$log" >&2
      return 1
    fi
    if [ "$held" != "$said" ]; then echo "waiting until another program has installed its packages: $held"; fi
    said=$held
    sleep 5
  done
}

lists_updated=false
update_lists() {
  if $lists_updated; then return; fi
  if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
    die "installing needs root or sudo, and here is neither; as root: apt-get install $*"
  fi
  apt_get update -q=2 || die "apt-get update failed; expected a network and configured package sources"
  lists_updated=true
}

# install PACKAGE...: those that are missing. `a|b` is the first of them that is installed or can be.
install() {
  local alternatives name missing=() chosen
  for alternatives in "$@"; do
    chosen=""
    for name in ${alternatives//|/ }; do
      if installed "$name"; then continue 2; fi
    done
    update_lists "${alternatives%%|*}"
    for name in ${alternatives//|/ }; do
      if [ -z "$chosen" ] && available "$name"; then chosen=$name; fi
    done
    missing+=("${chosen:-${alternatives%%|*}}")
  done
  if [ ${#missing[@]} = 0 ]; then return; fi
  echo "installing ${missing[*]}"
  apt_get install -q -y --no-install-recommends "${missing[@]}" ||
    die "apt-get could not install: ${missing[*]} (all it said is in build/apt.log)"
  something_installed=true
}

something_installed=false
command -v apt-get >/dev/null || die "no apt-get here; expected Debian 12, Ubuntu 24.04 or later (docs/building.md lists what is needed)"
needed=(g++ cmake ninja-build pkg-config libspdlog-dev libyaml-cpp-dev libeigen3-dev libedit2 libcli11-dev libzstd-dev
  nlohmann-json3-dev)
if ! $game; then
  needed+=(ccache git ca-certificates libgtest-dev libgmock-dev zstd libprotozero-dev
    python3 python3-dev python3-venv python3-msgpack python3-zstandard)
fi
install "${needed[@]}"
compiler=${CXX:-g++}
if [ "$("$compiler" -dumpversion | cut -d. -f1)" -lt 12 ] && [[ $compiler == *g++* ]]; then
  die "$compiler $("$compiler" -dumpversion): expected 12 or later; install g++-12 and set CXX=g++-12"
fi
if $game; then exit 0; fi
if $test && ! (install fish zsh groff-base dpkg-dev strace); then
  echo "note: the tests that need fish, zsh, groff, dpkg-dev or strace may be skipped"
fi
if $check; then
  install "clang-14|clang" "clang-tidy-14|clang-tidy" "clang-format-14|clang-format" shellcheck
  # libFuzzer and the sanitizers' runtimes, a package of their own with some releases
  clang_major=$(clang_tool clang++) && clang_major=$("$clang_major" -dumpversion) && clang_major=${clang_major%%.*}
  install "libc++-$clang_major-dev|libc++-dev"
  runtime=libclang-rt-$clang_major-dev
  if ! installed "$runtime" && available "$runtime"; then install "$runtime"; fi
fi
if $mpi; then install libopenmpi-dev openmpi-bin; fi
if $cluster; then
  had_slurm=$(installed slurmd && echo true || echo false)
  install slurm-wlm bindfs python3-yaml
  # tools/cluster/local.sh starts its own; munge, which authenticates on real clusters, is not used either.
  if ! $had_slurm && [ -d /run/systemd/system ]; then as_root systemctl disable --quiet --now slurmctld slurmd munge || true; fi
fi
if $web && $check; then npm=true; fi
if $npm && ! command -v npm >/dev/null; then install npm; fi
if $packages; then install libtorch-dev dpkg-dev mmdebstrap; fi
if $web; then
  install emscripten python3-yaml python3-zstandard
  if $check; then
    install chromium chromium-driver firefox-esr
  fi
fi

# ---- LibTorch

choice_file=build/torch.cmake # read by cmake/dependencies.cmake

found_by_cmake() {
  local folder prefixes
  IFS=: read -ra prefixes <<<"${CMAKE_PREFIX_PATH:-}"
  for folder in "${Torch_ROOT:-}" "${Torch_DIR:+$Torch_DIR/../../..}" "${Torch_DIR:+$Torch_DIR/../../../..}" \
    "${prefixes[@]}" /usr/local /usr; do
    if [ -n "$folder" ] && is_libtorch "$folder"; then
      realpath "$folder"
      return
    fi
  done
  return 1
}

# The distribution's LibTorch computes matrix products with the system's BLAS, whose default is the slow
# reference one (mm of 512^3: 53 ms; OpenBLAS 2.1 ms). Of OpenBLAS's forms the OpenMP one obeys
# at::set_num_threads, which workers with a thread each rely on.
use_debian() {
  available libtorch-dev || return 1
  install libtorch-dev libopenblas0-openmp
  is_libtorch /usr || die "libtorch-dev is installed, but there is no LibTorch in /usr"
  folder=/usr
}

choose() {
  case $named in
    "") ;;
    pip) pip_torch && folder=$pip_torch_folder reason="--torch=pip" && return ;;
    debian)
      use_debian || die "--torch=debian: this distribution has no libtorch-dev; expected one that has, or --torch=pip"
      reason="--torch=debian" && return
      ;;
    *)
      folder=$(cd "$called_from" && realpath -m -- "$named") reason="named with --torch"
      is_libtorch "$folder" || die "--torch=$named: no LibTorch there; expected a folder with include/torch/ and lib/libtorch.so"
      return
      ;;
  esac
  if folder=$(found_by_cmake); then
    reason="CMake finds it"
  elif folder=$(python_torch python3); then
    reason="the torch package of $(command -v python3)"
  elif has_gpu; then
    pip_torch && folder=$pip_torch_folder reason="this machine has an NVIDIA GPU"
  elif use_debian; then
    reason="the distribution's, as there is no other and no NVIDIA GPU"
  else
    pip_torch && folder=$pip_torch_folder reason="there is no other, and the distribution has none"
  fi
}

kept=$(sed -n 's/^set(Torch_ROOT "\(.*\)")$/\1/p' "$choice_file" 2>/dev/null || true)
if [ -z "$named${Torch_ROOT:-}${Torch_DIR:-}" ] && [ -n "$kept" ] && is_libtorch "$kept"; then
  folder=$kept reason="chosen before"
else
  choose
  choice="set(Torch_ROOT \"$folder\")"
  if [ "$kept" != "$folder" ]; then
    mkdir -p "$(dirname "$choice_file")"
    printf '# Written by tools/setup.sh: the LibTorch to build with.\n%s\n' "$choice" >"$choice_file"
    something_installed=true
  fi
fi
if $check && ! is_libtorch /usr; then install libtorch-dev; fi # the other one
if [ -e /usr/include/torch/csrc ]; then install libopenblas0-openmp; fi

if ! $something_installed; then echo "nothing to install"; fi
cuda=$([ -e "$folder/lib/libtorch_cuda.so" ] && echo ", with CUDA" || echo "")
echo "LibTorch $(libtorch_version "$folder")$cuda in $folder: $reason"
if [ -z "$cuda" ] && has_gpu; then
  echo "note: this LibTorch cannot use the GPU of this machine; $(from_caller tools/setup.sh) --torch=pip would get one that can"
fi
