#!/usr/bin/env bash
# Sets up, builds, and learns Tablut from nothing in about ten minutes: `raichi run configs/runs/quick.yaml`.
# With --play it sets up and builds only what plays, in one to two minutes, and starts a game against a published model:
# `raichi play`.
# usage: tools/quickstart.sh [--torch=DIR|pip|debian] [--play] [ARGUMENT OF raichi run (or play)...]
# Paths count from the folder where the script is called, and the run is made there, in runs/quick.
source "$(dirname "$0")/common.sh"

# Whether docs/keys.md has a key of runs, or keys of that section.
is_key() {
  [[ $1 =~ ^[a-z_.]+$ ]] && sed -n '/^## Of run/,/^## Of [^r]/p' docs/keys.md | grep -E "^\| \`${1//./\\.}(\`|\.)" >/dev/null
}

setup_arguments=()
preset=release
command=(run "$root/configs/runs/quick.yaml")
words="KEY=VALUE --json "
options="--dir --from --log-level" # have a value
while [ $# -gt 0 ]; do
  case $1 in
    --torch=?*) preset=release setup_arguments=("$1") ;;
    --play)
      command=(play) words=""
      if [ ! -e build/release/CMakeCache.txt ] && [ ${#setup_arguments[@]} = 0 ]; then preset=game setup_arguments=(--game); fi
      options="-r --rules -p --position --resume --opponent -s --side --visits --move-time --in-flight --level --certificate --clock"
      options+=" --device --seed --log-level"
      ;;
    --help | -h) sed -n '2,6s/^# //p' tools/quickstart.sh && exit 0 ;;
    *) break ;;
  esac
  shift
done

# What raichi would refuse is refused now rather than after set-up and build.
option=""
for word in "$@"; do
  if [ -n "$option" ]; then
    option="" # this word is its value
  elif [[ " $options " == *" ${word%%=*} "* ]]; then
    [[ $word == *=* ]] || option=$word
  elif [ -z "$words" ] || [[ ! $word =~ ^(--json|[^-].*=.*)$ ]]; then
    wrong_use "$word: expected some of $words$options; before them --torch=DIR|pip|debian, --play or --help"
  elif [[ $word != --* ]] && ! is_key "${word%%=*}"; then
    wrong_use "${word%%=*}: expected a key of docs/keys.md"
  fi
done
[ -z "$option" ] || wrong_use "$option: expected a value"

step "set up"
(cd "$called_from" && "$root/tools/setup.sh" "${setup_arguments[@]}")
step "build"
configure_preset $preset
if [ $preset = game ]; then
  build build/game
else
  build build/release --target raichi made # the tests can wait
fi
step_done
program=$(from_caller build/$preset/tools/raichi)
echo "==> $program ${command[*]} $*"
cd "$called_from"
exec "$program" "${command[@]}" "$@"
