#!/usr/bin/env bash
# Starts a Slurm of several nodes on this machine, to try and test the job scripts; see --help.
source "$(dirname "$0")/../common.sh"
cd "$called_from"

usage() {
  cat <<'TEXT'
usage: tools/cluster/local.sh start [--nodes N] [--folder DIR]   starts the controller and N nodes (4)
       tools/cluster/local.sh status|stop [--folder DIR]
       tools/cluster/local.sh run [--nodes N] COMMAND...         starts, runs the command, stops
       tools/cluster/local.sh kill|revive NAME [--folder DIR]    NAME: n1, n2, … or slurmctld

Starts slurmctld and N times slurmd (nodes n1, n2, …) on the loopback address. Configuration, logs and state are in one
folder: build/slurm, or DIR; `run` makes one and removes it. Nothing outside it is changed, and no system service is
used. After `start`, the commands of Slurm need the variable that `start` prints:
  export SLURM_CONF=build/slurm/slurm.conf

  stop          cancels all jobs and ends every process of this Slurm
  kill NAME     ends a node (its slurmd and the jobs on it) or the controller at once, as a power cut does
  revive NAME   starts it again
  --cpus N      processors of each node, for the scheduler only (default 2)

The user who starts it owns it; root is not needed. There is no authentication: do not use it on a machine
whose other users are not trusted. Needs Debian's packages slurmctld, slurmd and slurm-client.
TEXT
}

READY_SECONDS=60 # for the nodes to become idle
STOP_SECONDS=20  # for cancelled jobs to end; longer than KillWait below
CONTROLLER=slurmctld

command=${1:-}
if [ $# -gt 0 ]; then shift; fi
folder=$(dirname "$0")/../../build/slurm nodes=4 cpus=2 words=()
while [ $# -gt 0 ]; do
  case $1 in
    --help | -h) usage && exit 0 ;;
    --nodes | --folder | --cpus)
      [ $# -gt 1 ] || wrong_use "$1: expected a value"
      declare "${1#--}=$2" && shift 2
      ;;
    -*) wrong_use "$1: expected --nodes N, --cpus N, --folder DIR or --help" ;;
    *)
      if [ "$command" = run ]; then words=("$@") && break; fi
      words+=("$1") && shift
      ;;
  esac
done
[[ $nodes =~ ^[1-9][0-9]?$ ]] || wrong_use "--nodes $nodes: expected 1 to 99"
[[ $cpus =~ ^[1-9][0-9]?$ ]] || wrong_use "--cpus $cpus: expected 1 to 99"

require_slurm() {
  local program
  PATH=$PATH:/usr/sbin:/sbin
  for program in slurmctld slurmd sinfo scontrol; do
    command -v $program >/dev/null || die "no $program here; install it: apt-get install --no-install-recommends slurm-wlm"
  done
}

# refuse_blanks FOLDER: slurm.conf has no way to write a path with blanks.
refuse_blanks() {
  if [[ $(realpath -m -- "$1") == *[[:space:]]* ]]; then wrong_use "$1: expected a path without blanks because of slurm.conf"; fi
}

# enter_folder MODE: makes `folder` absolute, and sets SLURM_CONF for the commands of Slurm.
enter_folder() {
  if [ "$1" = new ]; then
    if [ -e "$folder" ] && [ ! -e "$folder/slurm.conf" ] && [ -n "$(ls -A "$folder")" ]; then
      die "$folder: not a folder of this script; name another --folder"
    fi
    mkdir -p "$folder"
  elif [ ! -e "$folder/slurm.conf" ]; then
    die "$folder: no Slurm was started here; expected tools/cluster/local.sh start"
  fi
  folder=$(realpath "$folder")
  export SLURM_CONF=$folder/slurm.conf
}

# ---- processes

# daemons_of [NAME]: prints the ids of the daemons of a node or of the controller, or of all. They hold their log open;
# a node's slurmstepd processes, which watch its jobs, hold the log of the node.
daemons_of() {
  find /proc/[0-9]*/fd -lname "$folder/${1:-*}.log" 2>/dev/null | cut -d/ -f3 | sort -un |
    while read -r pid; do
      if grep -qs '^slurm' "/proc/$pid/comm"; then echo "$pid"; fi
    done
}

# jobs_of [NAME]: prints the ids of the processes of jobs, which have two variables from Slurm.
jobs_of() {
  grep -lsxz -- "SLURM_CONF=$SLURM_CONF" /proc/[0-9]*/environ |
    xargs -r grep -lsxz -- "SLURMD_NODENAME=${1:-.*}" | cut -d/ -f3 || true
}

# end_processes [NAME]: kills them until none is left, for 20 seconds at most. Daemons come first, so that a killed node
# cannot report the end of its jobs.
end_processes() {
  local pids tries
  for tries in {1..80}; do
    mapfile -t pids < <(daemons_of "${1:-}" && jobs_of "${1:-}")
    if [ ${#pids[@]} = 0 ]; then return; fi
    if ! kill -s KILL "${pids[@]}" 2>/dev/null; then continue; fi # some had ended
    if [ "$tries" -gt 1 ]; then sleep 0.25; fi
  done
  return 1
}

# spawn NAME: starts a daemon in a session of its own.
spawn() {
  local daemon=(slurmd -D -N "$1")
  if [ "$1" = $CONTROLLER ]; then daemon=(slurmctld -D); fi
  (cd "$folder" && exec setsid "${daemon[@]}" </dev/null >>"$folder/$1.out" 2>&1) &
  disown
}

names() { sed -n 's/^NodeName=\(n[0-9]*\) .*/\1/p' "$SLURM_CONF"; }

# ---- commands

# free_ports COUNT: prints the first of COUNT ports in a row on which nothing listens.
free_ports() {
  python3 - "$1" <<'PYTHON'
import random, socket, sys

def is_free(port):
    with socket.socket() as s:
        try:
            s.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True

count = int(sys.argv[1])
for _ in range(100):
    first = random.randrange(20000, 32000 - count)  # below the ports that the kernel gives out
    if all(is_free(port) for port in range(first, first + count)):
        print(first)
        break
else:
    sys.exit("no free ports")
PYTHON
}

# SlurmdTimeout, cred_expire and KillWait are short, so that a lost node and a requeued job do not take minutes.
write_configuration() {
  local port user host i
  port=$(free_ports $((nodes + 1))) || die "no $((nodes + 1)) free ports in a row on 127.0.0.1"
  user=$(id -un) host=$(hostname -s)
  mkdir -p "$folder/state"
  cat >"$SLURM_CONF" <<TEXT
ClusterName=local
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
CommunicationParameters=NoInAddrAny
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/none
CredType=cred/none
AuthInfo=cred_expire=5
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool-%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/%n.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/%n.log
SlurmctldTimeout=30
SlurmdTimeout=10
KillWait=15
MinJobAge=3600
ReturnToService=2
SchedulerParameters=sched_interval=5,sched_min_interval=0,batch_sched_delay=0,bf_interval=5
SelectType=select/cons_tres
SelectTypeParameters=CR_Core,CR_LLN
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
MailProg=/bin/true
SlurmdParameters=config_overrides
TEXT
  for ((i = 1; i <= nodes; ++i)); do
    echo "NodeName=n$i NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + i)) CPUs=$cpus RealMemory=1000000"
  done >>"$SLURM_CONF"
  cat >>"$SLURM_CONF" <<TEXT
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP PriorityTier=1
PartitionName=urgent Nodes=ALL MaxTime=INFINITE State=UP PriorityTier=2
TEXT
}

wait_until_idle() {
  local until=$((SECONDS + READY_SECONDS)) states
  while [ $SECONDS -lt $until ]; do
    states=$(timeout 10 sinfo --noheader --partition=main --Format=StateLong 2>/dev/null | tr -d ' ' | sort -u)
    if [ "$states" = idle ]; then return; fi
    sleep 0.5
  done
  tail -n 5 "$folder"/*.log >&2 || true
  return 1
}

start() {
  local name
  refuse_blanks "$folder"
  require_slurm
  enter_folder new
  if [ -n "$(daemons_of)" ]; then die "$folder: a Slurm is running here; stop it first, or name another --folder"; fi
  rm -rf "$folder"/{state,spool-*,*.log,*.out,*.pid}
  write_configuration
  for name in $CONTROLLER $(names); do spawn "$name"; done
  wait_until_idle || {
    stop
    die "the nodes were not ready after $READY_SECONDS s; the logs are in $folder"
  }
}

# Cancelled jobs may finish what they must; what is left then ends at once.
stop() {
  local until=$((SECONDS + STOP_SECONDS))
  timeout 10 scancel --user="$(id -un)" >/dev/null 2>&1 || true
  while [ -n "$(jobs_of)" ] && [ $SECONDS -lt $until ]; do sleep 0.5; done
  end_processes || die "$folder: processes of this Slurm do not end: $(daemons_of | xargs) $(jobs_of | xargs)"
}

remove_after_run() {
  stop
  rm -rf "$folder"
}

run() {
  [ ${#words[@]} -gt 0 ] || wrong_use "run: expected a command"
  refuse_blanks "${TMPDIR:-/tmp}"
  folder=$(mktemp -d "${TMPDIR:-/tmp}/raichi-slurm.XXXXXX")
  trap 'exit 130' INT TERM
  trap remove_after_run EXIT
  start
  "${words[@]}"
}

# named: the daemon that the command line names.
named() {
  local name=${words[0]:-}
  if [ ${#words[@]} != 1 ] || [[ " $CONTROLLER $(names | xargs) " != *" $name "* ]]; then
    wrong_use "$command: expected $CONTROLLER or one of $(names | xargs)"
  fi
  echo "$name"
}

case $command in
  start | stop | status) [ ${#words[@]} = 0 ] || wrong_use "${words[0]}: unexpected" ;;
esac
case $command in
  start)
    start
    echo "nodes $(names | xargs) are idle; logs in $folder; for the commands of Slurm:"
    echo "export SLURM_CONF=$SLURM_CONF"
    ;;
  stop)
    require_slurm
    enter_folder old
    stop
    echo "stopped; logs are in $folder"
    ;;
  status)
    require_slurm
    enter_folder old
    timeout 10 sinfo --Node || die "the controller does not answer; its log is $folder/slurmctld.log"
    timeout 10 squeue
    ;;
  run) run ;;
  kill)
    require_slurm
    enter_folder old
    name=$(named)
    end_processes "$name" || die "$name: its processes do not end"
    ;;
  revive)
    require_slurm
    enter_folder old
    name=$(named)
    if [ -n "$(daemons_of "$name")" ]; then die "$name: runs already"; fi
    spawn "$name"
    ;;
  --help | -h) usage ;;
  *) wrong_use "${command:-no command}: expected start, stop, status, run, kill, revive or --help" ;;
esac
