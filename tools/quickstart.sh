#!/usr/bin/env bash
# Sets up, builds, and learns Tablut from nothing in about ten minutes: `raichi run configs/runs/quick.yaml`.
# usage: tools/quickstart.sh [--torch=DIR|pip|debian] [ARGUMENT OF raichi run...]
source "$(dirname "$0")/common.sh"

setup_arguments=()
case ${1:-} in
  --torch=*) setup_arguments=("$1") && shift ;;
  --help | -h) sed -n '2,3s/^# //p' tools/quickstart.sh && exit 0 ;;
esac
step "set up"
tools/setup.sh "${setup_arguments[@]}"
step "build"
configure_preset release
build build/release --target raichi # the tests can wait
step_done
echo "==> raichi run configs/runs/quick.yaml $*"
exec build/release/tools/raichi run configs/runs/quick.yaml "$@"
