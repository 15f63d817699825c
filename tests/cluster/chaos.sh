#!/usr/bin/env bash
# Trains a small run while processes are killed, files fail and directories are stale, and checks its promises; see --help.
source "$(dirname "$0")/../../tools/common.sh"
source tools/cluster/common.sh
cd "$called_from"

usage() {
  cat <<'TEXT'
usage: tests/cluster/chaos.sh [OPTION]... [KEY=VALUE]...

Starts a trainer, players and two evaluators on one new run, and beside it workers that share one small study or match after
another. They reach the folder through two bindfs mounts, which remember names and attributes for five seconds, as a network file
system does. Reads, writes and syncs of their files fail at random (faults.c). Every few seconds one process is killed with SIGKILL
and started again. At the end it checks:
  no shard lost, replaced or written twice; no good file set aside; no game id twice; every shard valid; no match counted twice;
  no block of a study or match lost or replaced, and the same files as one process alone writes in peace
Prints a table and, as the last line, JSON. Fails if a promise is broken, and if nothing was tested: no game, no match, no study
finished, or no call failed though errors were asked for.
KEY=VALUE changes the configuration of the run.

  --minutes M       how long (default 3); the processes may then take 30 s to end
  --every S         seconds between two kills (default 10); 0: none
  --errors PERCENT  reads, writes and syncs that fail with EIO (default 5); 0: none
  --players N       (default 3)
  --workers N       of the studies and matches (default 3)
  --folder DIR      where the run and the logs are (default: build/chaos); an earlier one is removed. With errors its path
                    must be free of blanks and colons, at which the dynamic linker splits LD_PRELOAD
  --seed N          chooses what is killed (default 1)

Needs Debian's package bindfs for the mounts and a C compiler for the errors; without one of them it leaves that part out and
says so.
RAICHI is the program (default: build/release/tools/raichi).
TEXT
}

STALE_SECONDS=5
END_SECONDS=30

minutes=3 every=10 errors=5 players=3 workers=3 seed=1 folder=$root/build/chaos
changes=()
while [ $# -gt 0 ]; do
  case $1 in
    --help | -h) usage && exit 0 ;;
    --minutes | --every | --errors | --players | --workers | --seed | --folder)
      [ $# -gt 1 ] || wrong_use "$1: expected a value"
      declare "${1#--}=$2" && shift 2
      ;;
    -*) wrong_use "$1: expected --minutes M, --every S, --errors PERCENT, --players N, --workers N, --seed N, --folder DIR or --help" ;;
    *=*) changes+=("$1") && shift ;;
    *) wrong_use "$1: expected an option or KEY=VALUE" ;;
  esac
done
for name in minutes every errors players workers seed; do
  [[ ${!name} =~ ^[0-9]+(\.[0-9]+)?$ ]] || wrong_use "--$name ${!name}: expected a number"
done
[[ $players =~ ^[1-9][0-9]?$ ]] || wrong_use "--players $players: expected 1 to 99"
[[ $workers =~ ^[0-9]$ ]] || wrong_use "--workers $workers: expected 0 to 9"
if [[ $errors =~ ^[0.]+$ ]]; then errors=0; fi
if [ "$errors" != 0 ] && [[ $(realpath -m -- "$folder") == *[[:space:]:]* ]]; then
  wrong_use "--folder $folder: expected a path without blanks and colons, or --errors 0"
fi
[[ $seed =~ ^[0-9]+$ ]] || wrong_use "--seed $seed: expected a whole number"

raichi=${RAICHI:-$root/build/release/tools/raichi}
[ -x "$raichi" ] || die "$raichi: no program here; build it, or set RAICHI"
RANDOM=$seed

# A small run whose games take a second or two.
configuration=("$root/configs/runs/smoke.yaml" budget.games=100000000 loop.games_per_iteration=40 loop.games_per_shard=4
  selfplay.full_visits=24 selfplay.fast_visits=8 window.min_positions=2000 loop.samples_per_position=0.1 evaluation.pairs=10
  workers.workers=1 workers.slots=8 "${changes[@]}")

# A study of a few seconds.
plan='rules: [brandubh, minitafl]
openings: {setup: 16, random4: 32}
stop: {half_width: 0.001, equivalence: 0, games: 384}
players: {playouts: [16, 32]}'

# ---- the folder and its mounts

prepare() {
  if [ -e "$folder" ] && [ ! -e "$folder/chaos" ] && [ -n "$(ls -A "$folder")" ]; then
    die "$folder: not a folder of this script; name another --folder"
  fi
  mkdir -p "$folder"
  folder=$(realpath "$folder")
  unmount_stale "$folder/near" "$folder/far"
  rm -rf "$folder"
  mkdir -p "$folder"/{store/shared,logs}
  touch "$folder/chaos"
  echo "$plan" >"$folder/plan.yaml"
  near=$folder/store far=$folder/store
  if ! can_mount; then
    echo "note: no bindfs or no /dev/fuse here; all processes see the folder itself (apt-get install bindfs)"
    return
  fi
  near=$folder/near far=$folder/far
  mount_stale "$folder/store" "$near" $STALE_SECONDS
  mount_stale "$folder/store" "$far" $STALE_SECONDS
}

# ---- processes

names=()
has_auto=false
faults=()

# prepare_faults: builds what lets files fail; needs `near` and `far`.
prepare_faults() {
  if [ "$errors" = 0 ]; then return; fi
  if ! command -v cc >/dev/null; then
    echo "note: no C compiler here; no reads or writes fail (apt-get install gcc)"
    return
  fi
  cc -O2 -shared -fPIC -o "$folder/faults.so" "$root/tests/cluster/faults.c"
  faults=(LD_PRELOAD="$folder/faults.so" FAULTS_COUNT="$folder/faults"
    FAULTS_PROBABILITY="$(awk -v percent="$errors" 'BEGIN {print percent / 100}')")
}

# work ROUND FOLDER: sets `command` to that of a round of work: a study if it is odd, otherwise a match.
work() {
  if (($1 % 2)); then
    command=(balance "$folder/plan.yaml" --dir "$2" --workers 1)
  else
    command=(match playouts:30 alphabeta:1 -n 256 --rules brandubh --json --dir "$2" --workers 1)
  fi
}

# round_of NAME: the round that a worker is in.
round_of() { cat "$folder/$1.round" 2>/dev/null || echo 1; }

# start NAME: replaces this shell by a process of the run, or by a worker.
start() {
  local command mount=$near
  case $1 in
    player-* | worker-2) mount=$far ;; # these mounts know nothing of locks in the other one, which evaluators need
  esac
  case $1 in
    trainer) command=(train "${configuration[@]}" --dir "$near/run") ;;
    evaluator-*) command=(evaluate "$near/run" workers.workers=1) ;;
    worker-*) work "$(round_of "$1")" "$mount/shared/$(round_of "$1")" ;;
    player-*)
      command=(selfplay "$far/run" --stream "$(if $has_auto; then echo auto; else echo "${1#player-}"; fi)")
      ;;
  esac
  exec env "${faults[@]}" FAULTS_FOLDER="$mount" "$raichi" "${command[@]}"
}

# supervise NAME: starts the process again whenever it ends, and notes each start and each end in NAME.starts and NAME.ends.
supervise() {
  local status
  while [ ! -e "$folder/stop" ]; do
    (start "$1") &
    echo $! >>"$folder/$1.starts"
    status=0
    wait $! || status=$?
    echo $status >>"$folder/$1.ends"
    if [[ $1 == worker-* && $status = 0 ]]; then echo $(($(round_of "$1") + 1)) >"$folder/$1.round"; fi
    sleep 1
  done
}

# signal SIGNAL NAME: succeeds if the process ran.
signal() {
  local pid
  pid=$(tail -n 1 "$folder/$2.starts" 2>/dev/null) && kill -s "$1" "$pid" 2>/dev/null
}

end_all() {
  local name until=$((SECONDS + END_SECONDS))
  touch "$folder/stop"
  for name in "${names[@]}"; do signal TERM "$name" || true; done
  for name in "${names[@]}"; do
    while signal 0 "$name" && [ $SECONDS -lt $until ]; do sleep 0.2; done
    signal KILL "$name" || true
  done
  for name in "${watchers[@]}"; do kill -s TERM "$name" || true; done
  watchers=()
  wait
  unmount_stale "$folder/near" "$folder/far"
}

# ---- the run

if "$raichi" selfplay --help | grep -q -w auto; then has_auto=true; fi
python=$(records_python)
watchers=()
prepare
trap 'exit 130' INT TERM
trap end_all EXIT
prepare_faults

# The first model is made in peace: until it is there, nobody can play.
"$raichi" train "${configuration[@]}" --dir "$folder/store/run" --steps 1 >"$folder/logs/first.log" 2>&1 &
first=$!
until compgen -G "$folder/store/run/models/*/model.raichi" >/dev/null; do
  kill -0 $first 2>/dev/null || die "the run did not start: $(tail -n 1 "$folder/logs/first.log")"
  sleep 0.2
done
kill -s TERM $first
wait $first || true

for name in run/games shared; do
  "$python" -B "$root/tests/cluster/check_run.py" watch "$folder/store/$name" --seen "$folder/seen-${name##*/}.jsonl" &
  watchers+=($!)
done
names=(trainer)
for ((i = 1; i <= players; ++i)); do names+=("player-$i"); done
if "$raichi" help | grep -q '^ *evaluate '; then names+=(evaluator-1 evaluator-2); else echo "note: this program has no command evaluate; left out"; fi
for ((i = 1; i <= workers; ++i)); do names+=("worker-$i"); done
for name in "${names[@]}"; do supervise "$name" </dev/null >>"$folder/logs/$name.log" 2>&1 & done

end=$(awk -v minutes="$minutes" -v now=$SECONDS 'BEGIN {print int(now + 60 * minutes)}')
declare -A killed
while [ $SECONDS -lt "$end" ]; do
  sleep "$(awk -v every="$every" -v left=$((end - SECONDS)) 'BEGIN {print (every > 0 && every < left) ? every : left}')"
  if [ $SECONDS -ge "$end" ]; then break; fi
  name=${names[RANDOM % ${#names[@]}]}
  if signal KILL "$name"; then killed[$name]=$((${killed[$name]:-0} + 1)); fi
done
end_all
trap - EXIT

lines_of() { if [ -e "$1" ]; then grep -c . "$1"; else echo 0; fi; }
printf '%-22s%10s%10s%10s\n' process starts killed failed
for name in "${names[@]}"; do
  # 137: killed; 143: ended before it could handle the signal to end
  failed=$(grep -c -v -x -E '0|137|143' "$folder/$name.ends" || true)
  printf '%-22s%10d%10d%10d\n' "$name" "$(lines_of "$folder/$name.starts")" "${killed[$name]:-0}" "$failed"
done
calls_failed=$(stat -c %s "$folder/faults" 2>/dev/null || echo 0)
if [ ${#faults[@]} -gt 0 ]; then printf '%-22s%10d\n' "calls that failed" "$calls_failed"; fi

# Whoever ended a round says that it is whole; the last one may have no end yet.
last=0
for ((i = 1; i <= workers; ++i)); do last=$(($(round_of "worker-$i") > last ? $(round_of "worker-$i") : last)); done
in_peace() {
  work "$1" "$2"
  "$raichi" "${command[@]}" >>"$folder/logs/in_peace.log" 2>&1 || die "$2: $(tail -n 1 "$folder/logs/in_peace.log")"
}
if ((workers > 0 && last < 2)); then die "no study was finished; expected at least one, so give it more --minutes or --workers 0"; fi
if ((last > 0)); then in_peace "$last" "$folder/store/shared/$last"; fi
for ((i = 1; i <= last && i <= 2; ++i)); do in_peace $i "$folder/alone/$i"; done
"$python" -B "$root/tests/cluster/check_run.py" check "$folder/store/run" --seen "$folder/seen-games.jsonl" --least 1 \
  --work "$folder/store/shared" --work-seen "$folder/seen-shared.jsonl" --alone "$folder/alone"
if [ ${#faults[@]} -gt 0 ] && [ "$calls_failed" = 0 ]; then die "no call failed; expected some with --errors $errors"; fi
