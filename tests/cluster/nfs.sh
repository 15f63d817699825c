#!/usr/bin/env bash
# A run on a real NFS server, with guests of their own kernels, and the server cut off and started again; see --help.
source "$(dirname "$0")/../../tools/common.sh"
source tools/cluster/common.sh
cd "$called_from"

usage() {
  cat <<'TEXT'
usage: tests/cluster/nfs.sh [--minutes M] [--restarts N] [--players N] [--accel tcg|kvm] [--folder DIR]

Starts guests of qemu in a network of their own: an NFS 4.2 server (lease and grace of 20 s), a trainer, players and an evaluator,
who mount its folder as docs/scale.md says. The server's power is cut N times, evenly spread, and it starts again with the same
disk. At the end the run is copied from that disk and checked: no shard lost, replaced or written twice; no good file set aside.

  --minutes M    how long the processes work (default 30); booting takes some more
  --restarts N   (default 2)
  --players N    (default 2)
  --accel NAME   tcg (the default) needs nothing of the machine, and is some twenty times slower than it
  --folder DIR   where guests, disks and logs are (default: build/nfs); its Debian system is made once

Needs root, and Debian's packages qemu-system-x86, mmdebstrap and e2fsprogs. Installs the program of build/release in the guests.
TEXT
}

minutes=30 restarts=2 players=2 accel=tcg folder=$root/build/nfs
while [ $# -gt 0 ]; do
  case $1 in
    --help | -h) usage && exit 0 ;;
    --minutes | --restarts | --players | --accel | --folder)
      [ $# -gt 1 ] || wrong_use "$1: expected a value"
      declare "${1#--}=$2" && shift 2
      ;;
    *) wrong_use "$1: expected --minutes M, --restarts N, --players N, --accel NAME, --folder DIR or --help" ;;
  esac
done
for name in minutes restarts players; do
  [[ ${!name} =~ ^[0-9]{1,3}$ ]] || wrong_use "--$name ${!name}: expected a whole number below 1000"
done
for program in qemu-system-x86_64 mmdebstrap mke2fs; do
  command -v $program >/dev/null || die "no $program; apt-get install qemu-system-x86 mmdebstrap e2fsprogs"
done
mkdir -p "$folder"
folder=$(realpath "$folder")

# What the guests run: the kernel, NFS, and what the program needs.
packages=linux-image-amd64,nfs-kernel-server,nfs-common,iproute2,kmod,procps,libtorch1.13,libspdlog1.10,libyaml-cpp0.7
packages+=,libzstd1,libopenblas0-openmp,libgomp1

make_guest() {
  local system=$folder/system
  if [ ! -e "$folder/system.made" ]; then
    step "make a Debian system"
    mmdebstrap --variant=minbase --include=$packages bookworm "$system" >"$folder/mmdebstrap.log" 2>&1
    touch "$folder/system.made"
  fi
  step "make the disks"
  rm -rf "$system/raichi"
  cmake --install "$root/build/release" --prefix "$system/raichi" >"$folder/install.log"
  install -m 755 "$root/tests/cluster/nfs_guest.sh" "$system/guest.sh"
  cp "$system"/boot/vmlinuz-* "$folder/kernel"
  cp "$system"/boot/initrd.img-* "$folder/initrd"
  rm -f "$folder"/{system,export}.img
  mke2fs -q -t ext4 -d "$system" "$folder/system.img" 3G
  mke2fs -q -t ext4 "$folder/export.img" 1G
}

declare -A guests=() # process by name
trap 'kill "${guests[@]}" 2>/dev/null || true' EXIT

# start_guest ROLE NUMBER QEMU-ARGUMENT...: its words go to ROLENUMBER.log.
start_guest() {
  local role=$1 n=$2
  shift 2
  qemu-system-x86_64 -accel "$accel" -cpu max -m 1024 -nodefaults -display none -no-reboot \
    -kernel "$folder/kernel" -initrd "$folder/initrd" \
    -append "root=/dev/vda rw init=/guest.sh console=ttyS0 quiet panic=1 role=$role n=$n seconds=$((minutes * 60))" \
    -drive "file=$folder/system.img,if=virtio,format=raw,snapshot=on" "$@" \
    -netdev socket,id=net,mcast=230.0.0.1:12345,localaddr=127.0.0.1 \
    -device "virtio-net-pci,netdev=net,mac=52:54:00:00:00:$(printf '%02x' "$n"),romfile=" \
    -chardev "file,id=log,path=$folder/$role$n.log,append=on" -serial chardev:log &
  guests[$role$n]=$!
}
cut_power() {
  kill -KILL "${guests[server1]}"
  wait "${guests[server1]}" 2>/dev/null || true
}
start_server() { start_guest server 1 -drive "file=$folder/export.img,if=virtio,format=raw"; }

# wait_for TEXT FILE COUNT: until so many lines of the file have the text.
wait_for() {
  until [ "$(grep -c "$1" "$2")" -ge "$3" ]; do sleep 2; done
}

run_guests() {
  local n restart
  rm -f "$folder"/*[0-9].log
  touch "$folder/server1.log"
  step "start the server"
  start_server
  wait_for serving "$folder/server1.log" 1
  step "work"
  start_guest trainer 2
  for ((n = 3; n < 3 + players; ++n)); do start_guest player "$n"; done
  start_guest evaluator "$n"
  for ((restart = 1; restart <= restarts; ++restart)); do
    sleep $((minutes * 60 / (restarts + 1)))
    cut_power
    echo "the server's power was cut; it starts again"
    sleep 10
    start_server
    wait_for serving "$folder/server1.log" $((restart + 1))
  done
  for n in "${!guests[@]}"; do [ "$n" = server1 ] || wait "${guests[$n]}" || true; done
  cut_power
}

check() {
  step "check"
  grep -ahE 'ended with|raichi: ' "$folder"/*[0-9].log | sort | uniq -c | sort -rn | head -n 20
  e2fsck -fp "$folder/export.img" || [ $? -le 1 ]
  rm -rf "$folder/copy" && mkdir "$folder/copy"
  debugfs -R "rdump /shared $folder/copy" "$folder/export.img" 2>/dev/null
  "$root/build/release/tools/raichi" status "$folder/copy/shared/run" || true # its processes have ended
  "$(records_python)" "$root/tests/cluster/check_run.py" check "$folder/copy/shared/run"
}

make_guest
run_guests
check
step_done
