# shellcheck shell=bash
# What the scripts of this folder share; sourced by them, from the repository's root afterwards.
set -euo pipefail
# shellcheck disable=SC2034 # the callers use it
called_from=$PWD # from which the paths on the command line count
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck disable=SC2034
root=$PWD

OLDEST_TORCH=1.13

die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

wrong_use() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 2
}

# path_of_caller PATH: the whole path of what the caller named.
path_of_caller() { (cd "$called_from" && realpath --no-symlinks --canonicalize-missing -- "$1"); }

# must_be_ours OPTION DIR FILE: the folder may be replaced.
must_be_ours() {
  if [ -e "$2" ] && [ ! -e "$2/$3" ] && [ -n "$(ls -A "$2")" ]; then
    wrong_use "$1 $2: expected a new or empty folder, or one that this script filled"
  fi
}

# from_caller FILE: the path of a file of the repository that counts from where the script was called.
from_caller() {
  local path
  path=$(realpath --no-symlinks --relative-to="$called_from" -- "$1")
  case $path in ../*) path=$root/$1 ;; */*) ;; *) path=./$path ;; esac
  echo "$path"
}

step_name=""
step_start=0
# step TEXT: prints what begins now, and how long the previous step took.
step() {
  step_done
  step_name=$1
  step_start=$SECONDS
  printf '==> %s\n' "$step_name"
}
step_done() {
  if [ -n "$step_name" ]; then
    printf '    (%s: %d s)\n' "$step_name" $((SECONDS - step_start))
  fi
  step_name=""
}

# The number of compilers to run at once: one for each core, as long as each has 2 GB of memory.
jobs() {
  local cores memory
  cores=$(nproc)
  memory=$(awk '/MemAvailable/ {print int($2 / 2000000)}' /proc/meminfo)
  echo $((memory < 1 ? 1 : memory < cores ? memory : cores))
}

has_gpu() { [ -e /proc/driver/nvidia/version ] || nvidia-smi -L >/dev/null 2>&1; }

# is_libtorch DIR: succeeds if DIR holds a LibTorch that Raichi can use, in one of the layouts that cmake/FindTorch.cmake
# knows. Prints the reason if there is a LibTorch that cannot be used.
is_libtorch() {
  [ -e "$1/include/torch/csrc/api/include/torch/torch.h" ] || return 1
  local library version
  for library in "$1"/lib/libc10.so "$1"/lib/*-linux-gnu/libc10.so "$1"/lib64/libc10.so; do
    if [ -e "$library" ]; then break; fi
  done
  [ -e "$library" ] || return 1
  version=$(libtorch_version "$1")
  if [ "$(printf '%s\n' "$OLDEST_TORCH" "$version" | sort -V | head -n 1)" != "$OLDEST_TORCH" ]; then
    echo "passing over LibTorch $version in $1; expected $OLDEST_TORCH or later" >&2 && return 1
  fi
  if ! grep -q __cxx1112basic_string "$library"; then
    echo "passing over LibTorch $version in $1, which has the C++ ABI from before GCC 5" >&2 && return 1
  fi
}

libtorch_version() {
  local api="$1/include/torch/csrc/api/include/torch/version.h"
  cat "$1/include/torch/headeronly/version.h" "$api" 2>/dev/null |
    awk '$1 == "#define" && $2 ~ /^TORCH_VERSION_(MAJOR|MINOR|PATCH)$/ && !seen[$2]++ {v = v (v == "" ? "" : ".") $3} END {print v}'
}

# python_torch PYTHON: prints the folder of its torch package, if the package contains what C++ needs.
python_torch() {
  local folder
  folder=$("$1" -c 'import importlib.util as u; s = u.find_spec("torch"); print(s.submodule_search_locations[0] if s else "")' 2>/dev/null) || return 1
  if [ -z "$folder" ] || ! is_libtorch "$folder"; then return 1; fi
  echo "$folder"
}

# pinned FILE PACKAGE: the version of a package in tools/requirements/FILE.txt.
pinned() { sed -n "s/^$2==\([^ ]*\) .*/\1/p" "tools/requirements/$1.txt"; }

# alone COMMAND...: runs it while no other of these scripts runs pip. Returns its status.
alone() {
  mkdir -p build
  (
    flock --nonblock 9 || { echo "waiting for another script that installs with pip here" && flock 9; }
    "$@" 9>&-
  ) 9>build/pip.lock
}

# pip_in VENV WORD...: installs in a virtual environment, which is made if it is missing. Runs no code of packages: wheels only.
pip_in() {
  [ -x "$1/bin/pip" ] || python3 -m venv --clear "$1" || die "python3 could not make $1; expected its venv module (python3-venv)"
  "$1/bin/pip" install --quiet --disable-pip-version-check --only-binary=:all: "${@:2}"
}

# pip_install VENV NAME: what tools/requirements/NAME.txt lists, if its hashes are right.
pip_install() { alone pip_in "$1" --require-hashes --requirement "tools/requirements/$2.txt"; }

# pip_torch: installs the pinned torch in .venv if it is missing, and sets pip_torch_folder.
pip_torch_folder=""
pip_torch() {
  local version
  version=$(pinned torch torch)
  if pip_torch_folder=$(python_torch .venv/bin/python) && [ "$(libtorch_version "$pip_torch_folder")" = "$version" ] &&
    { [ ! -e "$pip_torch_folder/lib/libtorch_cuda.so" ] || compgen -G '.venv/lib/*/site-packages/nvidia/*/include/crt' >/dev/null; }; then
    return
  fi
  echo "installing torch $version in .venv"
  # A build for processors alone, of which no hashes are known, comes from nowhere but a source that the user told pip about.
  if has_gpu || ! alone pip_in .venv --no-deps "torch==$version+cpu" 2>/dev/null; then
    pip_install .venv torch || die "pip could not install torch $version in .venv; expected a network or a package folder that pip knows"
  fi
  pip_torch_folder=$(python_torch .venv/bin/python) || die ".venv: the torch $version that pip installed has no LibTorch"
}

# onnx_runtime: installs ONNX Runtime in build/onnx for the tests of exports. Without a network those tests are skipped.
onnx_runtime() {
  local versions
  versions="$(pinned onnx onnx) $(pinned onnx onnxruntime)"
  if [ "$(build/onnx/bin/python -c 'import onnx, onnxruntime as ort; print(onnx.__version__, ort.__version__)' 2>/dev/null)" = "$versions" ]; then return; fi
  echo "installing onnx and onnxruntime ($versions) in build/onnx"
  pip_install build/onnx onnx || echo "note: pip could not install onnxruntime; the tests that run ONNX files are skipped"
}

# clang_tool NAME: prints the path of NAME-14, the version that the project's style follows, else that of NAME.
clang_tool() {
  command -v "$1-14" || command -v "$1" || {
    echo "$(basename "$0"): no $1 here; run $(from_caller tools/setup.sh) --check" >&2
    return 1
  }
}

# configure DIRECTORY CMAKE-ARGUMENT...: runs CMake and shows its output only if it fails.
configure() {
  local directory=$1
  shift
  mkdir -p "$directory"
  cmake -B "$directory" -G Ninja "$@" >"$directory/configure.log" 2>&1 || {
    tail -n 40 "$directory/configure.log" >&2
    die "$directory: CMake failed; all it said is in $directory/configure.log"
  }
  grep -h '^-- LibTorch' "$directory/configure.log" || true
}

# configure_preset PRESET CMAKE-ARGUMENT...: the same for a preset of CMakePresets.json, in build/PRESET.
configure_preset() {
  local preset=$1
  shift
  configure "build/$preset" --preset "$preset" "$@"
}

# build DIRECTORY ARGUMENT...: builds what has changed.
build() {
  local directory=$1
  shift
  cmake --build "$directory" --parallel "$(jobs)" "$@"
}

# run_tests DIRECTORY CTEST-ARGUMENT...: runs the tests in parallel and sets tests_passed and tests_failed. Never fails.
# shellcheck disable=SC2034 # the callers use them
run_tests() {
  local directory=$1 summary
  shift
  (cd "$directory" && ctest --parallel "$(nproc)" --output-on-failure --no-tests=error "$@") |
    tee "$directory/tests.log" | grep -v -E '^ *Start +[0-9]+:|  Passed +[0-9.]+ sec$' || true
  summary=$(grep -E '^[0-9]+% tests passed, [0-9]+ tests? failed out of [0-9]+' "$directory/tests.log" || echo "0 1 1")
  # "97% tests passed, 3 tests failed out of 100"
  read -ra numbers <<<"$(tr -cs '0-9' ' ' <<<"$summary")"
  tests_failed=${numbers[1]}
  tests_passed=$((numbers[2] - numbers[1]))
}
