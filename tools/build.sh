#!/usr/bin/env bash
# usage: tools/build.sh [PRESET [CMAKE-ARGUMENT...]]   configures and builds a preset (release) in build/PRESET.
source "$(dirname "$0")/common.sh"

preset=${1:-release}
case $preset in
  --help | -h) sed -n '2s/^# //p' "tools/build.sh" && exit 0 ;;
  -*) echo "build.sh: $preset: expected a preset of CMakePresets.json" >&2 && exit 2 ;;
esac
step "configure $preset"
configure_preset "$preset" "${@:2}"
step "build $preset"
build "build/$preset"
step_done
