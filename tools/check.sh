#!/usr/bin/env bash
# Runs the checks beyond tools/test.sh, all of them even if one fails.
# usage: tools/check.sh [--minutes M] [--release | CHECK...]     by default those of CI; none begins after M minutes
# Those of CI:
#   scripts   shellcheck on the shell scripts
#   format    clang-format 14 on every C++ file
#   game      builds the program that only plays (tools/quickstart.sh --play), and plays with it
#   page      compiles the page's C++ sources with clang's C++ library, which lacks what Emscripten's lacks
#   asan      the C++ tests of the layers from rules/ to run/, except console/ and the code that uses LibTorch, under
#             AddressSanitizer and UBSan
#   fuzz      each fuzz target for five seconds, or FUZZ_SECONDS
#   torch     builds in build/other-torch against the LibTorch that setup did not choose, and runs the tests that use it
# Those that take too long for CI; --release runs all:
#   tsan      the same tests as asan, under ThreadSanitizer
#   rules     builds the preset rules and runs its tests
#   tidy      clang-tidy on every source except tests/ and web/
#   cuda      compiles the sources that use CUDA against CUDA's headers (2.4 MB from pip) and each LibTorch on the machine
#   web       tests the page in headless Chromium and Firefox; installs Emscripten and both
#   python    builds a wheel of the Python package, installs it, runs its tests and checks types with mypy
#   packages  makes all downloads (tools/release.sh), and uses each in an empty environment; needs root
#   cluster   a run on a Slurm of four nodes of this machine, which are killed, and three minutes of killed processes and
#             failing files; installs Slurm and bindfs
source "$(dirname "$0")/common.sh"

FUZZ_SECONDS=${FUZZ_SECONDS:-5} # for each target
FUZZ_TIMEOUT=60                 # seconds of wall-clock time for one input: a virtual machine may stand still for some
FUZZ_LIMITS=(-rss_limit_mb=1024 -malloc_limit_mb=256 -print_final_stats=1 -verbosity=0)

check_scripts() { git ls-files '*.sh' '*.sbatch' .ci/run | xargs shellcheck; }

check_format() {
  local clang_format
  clang_format=$(clang_tool clang-format)
  git ls-files '*.cc' '*.h' | xargs "$clang_format" --dry-run --Werror
}

# Leaves out the tests, whose GoogleTest macros break half of the naming rules, and web/, which another compiler builds.
# Uses a build folder without precompiled headers, because clang cannot read those of gcc.
check_tidy() {
  local clang_tidy
  clang_tidy=$(clang_tool clang-tidy)
  configure_preset release -B build/tidy -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DRAICHI_UNITY=OFF
  git ls-files '*.cc' ':!tests/' ':!web/' | xargs -n 1 -P "$(jobs)" "$clang_tidy" -p build/tidy --quiet 2>&1 |
    sed -E '/^[0-9]+ warnings?( and [0-9]+ errors?)? generated\.$/d; /^Suppressed|^Use -header-filter/d'
}

# Compiles the sources that use CUDA, as one source like a unity build, against CUDA's headers and each LibTorch on this
# machine, even one without CUDA. Links and runs nothing.
check_cuda() {
  local venv=build/cuda-headers torch include
  if ! compgen -G "$venv/lib/*/site-packages/nvidia/*/include/crt" >/dev/null; then
    pip_install "$venv" cuda
  fi
  for torch in /usr "$(python_torch .venv/bin/python || true)"; do
    is_libtorch "$torch" || continue
    include=(-isystem "$torch/include/torch/csrc/api/include"
      -isystem "$(compgen -G "$venv/lib/*/site-packages/nvidia/*/include")")
    if [ "$torch" != /usr ]; then include+=(-isystem "$torch/include"); fi
    git grep -l RAICHI_CUDA -- '*.cc' | sed 's/.*/#include "&"/' >"$venv/unity.cc"
    "${CXX:-g++}" -std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -I. "${include[@]}" \
      -DRAICHI_CUDA=1 -DC10_CUDA_NO_CMAKE_CONFIGURE_FILE "$venv/unity.cc"
    echo "LibTorch $(libtorch_version "$torch"): $(wc -l <"$venv/unity.cc") sources"
  done
}

# must_pass DIRECTORY CTEST-ARGUMENT...: runs tests and fails if one did.
must_pass() {
  run_tests "$@"
  echo "$1: $tests_passed passed, $tests_failed failed"
  [ "$tests_failed" = 0 ]
}

# run_sanitized PRESET: runs the C++ tests of the layers from rules/ to run/, without LibTorch's rooms, under the
# preset's sanitizers.
run_sanitized() {
  configure_preset "$1"
  build "build/$1" --target rules_tests mcts_tests stats_tests selfplay_tests solve_tests prove_tests nn_tests run_tests
  must_pass "build/$1" -L '^(rules|mcts|stats|selfplay|solve|prove|nn|run)$'
}
check_asan() { run_sanitized asan; }
check_tsan() { run_sanitized tsan; }

# Everything without LibTorch.
check_rules() {
  configure_preset rules
  build build/rules
  must_pass build/rules
}

# Every target of tests/fuzz, from its seeds and from what earlier checks here found.
check_fuzz() {
  local compiler target input log seeds fuzz=build/fuzz/tests/fuzz/fuzz
  compiler=$(clang_tool clang++)
  configure_preset fuzz "-DCMAKE_CXX_COMPILER=$compiler"
  build build/fuzz --target fuzz || return 1
  "$fuzz" --seeds=build/fuzz/seeds
  for target in $("$fuzz" --list); do
    input=build/fuzz/$target.input
    log=build/fuzz/$target.log
    mkdir -p "build/fuzz/corpus/$target"
    rm -f "$input"
    seeds=("build/fuzz/seeds/$target")
    if [ -d "tests/fuzz/corpus/$target" ]; then seeds+=("tests/fuzz/corpus/$target"); fi
    "$fuzz" "--target=$target" -max_total_time="$FUZZ_SECONDS" -timeout=$FUZZ_TIMEOUT "${FUZZ_LIMITS[@]}" \
      -exact_artifact_path="$input" "build/fuzz/corpus/$target" "${seeds[@]}" >"$log" 2>&1 || {
      grep -v '^stat::' "$log" | tail -n 25
      if [ -e "$input" ]; then echo "the input, in base64: $(base64 -w 0 "$input")"; fi
      return 1
    }
    echo "fuzz $target: $(awk '/number_of_executed_units/ {print $2}' "$log") runs, no failure"
  done
}

# What tools/quickstart.sh --play builds has only some of the program's sources, and compiles them together.
check_game() {
  local raichi=$PWD/build/game/tools/raichi
  configure_preset game
  build build/game
  "$raichi" rules linnaeus
  RAICHI_SOURCE_DIR=$PWD RAICHI_PROGRAM=$raichi PYTHONPATH=tests/tools python3 -B tests/tools/play_test.py -k answer -k clock -k level -k undo
}

# Builds against the other LibTorch than the one that tools/setup.sh chose, and runs the tests that use it.
check_torch() {
  local other
  if grep -q '"/usr"' build/torch.cmake; then
    pip_torch
    other=$pip_torch_folder
  else
    other=/usr
  fi
  configure_preset release -B build/other-torch "-DTorch_ROOT=$other"
  build build/other-torch --target raichi torch_tests
  must_pass build/other-torch -L torch
}

# Compiles the sources of the page with clang's own C++ library, which is as old as Emscripten's in Debian and, like that, lacks
# parts of C++20. Leaves out web/, which needs Emscripten, and what web/CMakeLists.txt leaves out. Links and runs nothing.
check_page() {
  local compiler left_out named
  compiler=$(clang_tool clang++)
  left_out=$(sed -n '/EXCLUDE REGEX/ { s/.*"\(.*\)".*/\1/; s/\\\\/\\/g; p }' web/CMakeLists.txt | paste -sd '|')
  mapfile -t named < <(grep -oE '(nn/model|prove)/[a-z_]*\.cc' web/CMakeLists.txt)
  git ls-files 'base/*.cc' 'rules/*.cc' 'mcts/*.cc' 'nn/input/*.cc' 'nn/cpu/*.cc' "${named[@]}" | grep -vE "$left_out" |
    xargs -n 4 -P "$(jobs)" "$compiler" -stdlib=libc++ -std=c++20 -fsyntax-only -I. -isystem /usr/include/eigen3 -include web/libcxx.h \
      -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -Wno-missing-field-initializers
}

# Tests in a browser: the page that plays, with the published models, one in f16, and a model from a small run; and the page
# of a balance study.
check_web() {
  local folder=build/web-check
  tools/setup.sh --check --web
  configure_preset release
  build build/release --target raichi app_tests
  rm -rf $folder
  mkdir -p $folder/pictures
  RAICHI_BALANCE_PAGE=$folder/balance.html build/release/tests/app_tests --gtest_filter='BalancePageTest.WritesTheSample' --gtest_brief=1
  build/release/tools/raichi run configs/runs/smoke.yaml --dir $folder/smoke >$folder/run.log
  build/release/tools/raichi export models/linnaeus --precision f16 -o $folder/half.safetensors
  tools/web.sh --build-only --output $folder/page --npm $folder/npm models/*/ $folder/half.safetensors $folder/smoke
  build/release/tools/raichi run configs/runs/smoke.yaml --dir $folder/runs/a 'rules=[linnaeus, brandubh]' budget.games=24 >>$folder/run.log
  build/release/tools/raichi run configs/runs/smoke.yaml --dir $folder/runs/b seed=2 budget.games=16 >>$folder/run.log
  RAICHI_BALANCE_PAGE=$folder/balance.html RAICHI_PAGE=$folder/page RAICHI_NPM=$folder/npm RAICHI_PICTURES=$folder/pictures RAICHI_PROGRAM=build/release/tools/raichi \
    RAICHI_REPORT_RUNS=$folder/runs test_pages
}

# Runs the tests of pages in both browsers. Firefox's pictures lie beside the others.
test_pages() {
  local browser
  for browser in chromium firefox; do
    mkdir -p "$RAICHI_PICTURES/$browser"
    RAICHI_BROWSER=$browser RAICHI_PICTURES=$RAICHI_PICTURES/$browser python3 -B -m unittest discover -s tests/web -p '*_test.py' || return 1
  done
}

# Builds a wheel of the Python package, installs it with what it can use, and runs its tests and a check of its types.
check_python() {
  local folder=build/python venv=build/python/venv
  configure_preset release
  build build/release --target raichi
  pip_install $venv python
  # A build for processors alone, as in pip_torch (tools/common.sh).
  alone pip_in $venv "torch==$(pinned torch torch)+cpu" 2>/dev/null || echo "note: pip knows no torch for processors; its tests are skipped"
  rm -rf $folder/wheels
  alone $venv/bin/pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir $folder/wheels ./python
  alone $venv/bin/pip install --quiet --disable-pip-version-check --force-reinstall --no-deps $folder/wheels/*.whl
  RAICHI_SOURCE_DIR=$PWD RAICHI_PROGRAM=$PWD/build/release/tools/raichi $venv/bin/python -B -m unittest discover -s python/tests
  $venv/bin/mypy --check-untyped-defs --config-file python/pyproject.toml python/src/raichi python/tests examples/python
}

# Makes everything that can be downloaded, and uses each in an empty environment.
check_packages() { tools/release.sh --output build/downloads --check; }

# Many machines: a run on a Slurm of four nodes that fail, and three minutes of processes that are killed and files that fail.
check_cluster() {
  tools/setup.sh --cluster
  configure_preset release
  build build/release --target raichi
  must_pass build/release -R '^tools/cluster_test'
  RAICHI=build/release/tools/raichi tests/cluster/chaos.sh --folder build/chaos
}

ci_checks=(scripts format game page asan fuzz torch)
all_checks=("${ci_checks[@]}" tsan rules tidy cuda web python packages cluster)
minutes=""
if [ "${1:-}" = --minutes ]; then
  [[ ${2:-} =~ ^[0-9]{1,4}$ ]] || wrong_use "--minutes ${2:-}: expected a whole number"
  minutes=$2 && shift 2
fi
checks=("$@")
case ${1:-} in
  --help | -h) sed -n '2,22s/^# //p' tools/check.sh && exit 0 ;;
  --release) checks=("${all_checks[@]}") ;;
  "") checks=("${ci_checks[@]}") ;;
esac
for check in "${checks[@]}"; do
  [[ " ${all_checks[*]} " == *" $check "* ]] || { echo "check.sh: $check: expected --release or some of ${all_checks[*]}" >&2 && exit 2; }
done

step "set up"
tools/setup.sh --check
failed=() passed=() left_out=()
for check in "${checks[@]}"; do
  if [ -n "$minutes" ] && [ $((SECONDS / 60)) -ge "$minutes" ]; then
    left_out+=("$check") && continue
  fi
  step "$check"
  # In a subshell, which ends at the first failing command. Inside `||` or `if` it would continue.
  set +e
  (
    set -e
    check_"$check"
  ) 2>&1 | tee "build/check-$check.log"
  status=${PIPESTATUS[0]}
  set -e
  if [ "$status" = 0 ]; then passed+=("$check"); else failed+=("$check"); fi
done
step_done
# The end of the output says why, however much came after the failure.
for check in "${failed[@]}"; do
  echo "==> $check failed; its last lines (all are in build/check-$check.log):"
  tail -n 40 "build/check-$check.log"
done
if [ ${#failed[@]} -gt 0 ]; then die "failed: ${failed[*]}"; fi
if [ ${#left_out[@]} -gt 0 ]; then echo "left out, because $minutes minutes were over: ${left_out[*]}"; fi
echo "all checks passed: ${passed[*]}"
