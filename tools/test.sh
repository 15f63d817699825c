#!/usr/bin/env bash
# Sets up, builds and runs every test. The last line is "N passed, N failed"; fails if a test did.
# usage: tools/test.sh [--torch=DIR|pip|debian] [ARGUMENT OF ctest...]
source "$(dirname "$0")/common.sh"

setup_arguments=()
case ${1:-} in
  --torch=*) setup_arguments=("$1") && shift ;;
  --help | -h) sed -n '2,3s/^# //p' tools/test.sh && exit 0 ;;
esac
step "set up"
(cd "$called_from" && "$root/tools/setup.sh" --test "${setup_arguments[@]}")
onnx_runtime
step_done
tools/build.sh release
step "test"
run_tests build/release "$@"
step_done
echo "$tests_passed passed, $tests_failed failed"
[ "$tests_failed" = 0 ]
