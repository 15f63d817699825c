#!/usr/bin/env bash
# Sets up, builds, and learns Tablut from nothing in about ten minutes: `raichi run configs/runs/quick.yaml`.
# With --play it sets up, builds, and starts a game against a published model: `raichi play`.
# usage: tools/quickstart.sh [--torch=DIR|pip|debian] [--play] [ARGUMENT OF raichi run (or play)...]
source "$(dirname "$0")/common.sh"

setup_arguments=()
command=(run configs/runs/quick.yaml)
while [ $# -gt 0 ]; do
  case $1 in
    --torch=*) setup_arguments=("$1") && shift ;;
    --play) command=(play) && shift ;;
    --help | -h) sed -n '2,4s/^# //p' tools/quickstart.sh && exit 0 ;;
    *) break ;;
  esac
done
step "set up"
tools/setup.sh "${setup_arguments[@]}"
step "build"
configure_preset release
build build/release --target raichi # the tests can wait
step_done
echo "==> raichi ${command[*]} $*"
exec build/release/tools/raichi "${command[@]}" "$@"
