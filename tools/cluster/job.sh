#!/usr/bin/env bash
# Runs a command of raichi as a job of Slurm, for the scripts *.sbatch; see --help.
set -uo pipefail

usage() {
  cat <<'TEXT'
usage: tools/cluster/job.sh COMMAND ARGUMENT...      in a job of Slurm

Runs `raichi COMMAND ARGUMENT...`, and as `srun raichi …` where the job has several tasks. What happens then:
  the command ends                        the job ends; players and evaluators end when the run is finished
  the time limit is near (SIGUSR1)        the command finishes what it must, and the job is put in the queue again
  scancel, preemption, requeue (SIGTERM)  the command finishes what it must; Slurm decides about the job
  the command fails                       the job is put in the queue again, except after wrong use (status 2), if another process has
                                          taken over its work (status 3), and after a failure within a minute of its start if the
                                          job was restarted ten times before

variables
  RAICHI          the program (default: build/release/tools/raichi under the folder where sbatch was called, or the one on PATH)
  RAICHI_LAUNCH   what starts several tasks (default: srun --mpi=pmix --kill-on-bad-exit=1)
TEXT
}

case ${1:-} in
  --help | -h) usage && exit 0 ;;
  "" | -*) echo "job.sh: ${1:-no command}: expected a command of raichi, or --help" >&2 && exit 2 ;;
esac

QUICK_FAILURE_SECONDS=60
QUICK_FAILURES=10
WRONG_USE=2
LOST_LOCK=3

program=${RAICHI:-${SLURM_SUBMIT_DIR:-.}/build/release/tools/raichi}
if [ -n "${RAICHI:-}" ] && { [ ! -f "$program" ] || [ ! -x "$program" ]; }; then
  echo "job.sh: RAICHI: $program: expected a program" >&2
  exit $WRONG_USE
elif [ ! -x "$program" ] && ! program=$(command -v raichi); then
  echo "job.sh: no raichi here; call sbatch in the folder in which it was built, or set RAICHI" >&2
  exit $WRONG_USE
fi

say() { echo "job.sh: $(date -u +%FT%TZ) ${SLURMD_NODENAME:-$(hostname)}: $*"; }

# put_back: asks Slurm to start this job again, and ends the script if it will.
put_back() {
  if [ -z "${SLURM_JOB_ID:-}" ]; then
    say "outside Slurm nothing starts it again; start it yourself, or call sbatch with a script of tools/cluster"
    return
  fi
  if scontrol requeue "$SLURM_JOB_ID"; then
    say "put back in the queue"
    exit
  fi
  say "could not put the job back in the queue"
}

launch=()
if [ "${SLURM_NTASKS:-1}" -gt 1 ]; then read -ra launch <<<"${RAICHI_LAUNCH:-srun --mpi=pmix --kill-on-bad-exit=1}"; fi

is_ending=false time_is_up=false child=0
trap 'is_ending=true' TERM
# Slurm sends SIGTERM to every process of the job. raichi gets it once: a second one would end it at once.
# shellcheck disable=SC2317 # the trap calls it
finish_in_time() {
  time_is_up=true
  if [ ${#launch[@]} = 0 ]; then kill -s TERM "$child"; else scancel --signal=TERM "$SLURM_JOB_ID"; fi
}
trap finish_in_time USR1

say "raichi $*, start $((${SLURM_RESTART_COUNT:-0} + 1))"
"${launch[@]}" "$program" "$@" &
child=$!
while kill -0 "$child" 2>/dev/null; do wait "$child"; done # a trapped signal ends `wait`
wait "$child"
status=$?
say "ended with status $status after $SECONDS s"

if $is_ending; then exit "$status"; fi
if $time_is_up; then
  put_back
elif [ "$status" != 0 ] && [ "$status" != $WRONG_USE ] && [ "$status" != $LOST_LOCK ]; then
  if [ $SECONDS -ge $QUICK_FAILURE_SECONDS ] || [ "${SLURM_RESTART_COUNT:-0}" -lt $QUICK_FAILURES ]; then put_back; fi
fi
exit "$status"
