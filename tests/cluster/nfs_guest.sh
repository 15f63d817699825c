#!/bin/bash
# The first process of a guest of nfs.sh. The kernel's command line has role=server|trainer|player|evaluator, n=NUMBER, its last
# number of the address 10.7.0.N, and seconds=S, after which the program is asked to end. The server's is 10.7.0.1.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8
role='' n='' seconds=''

mount_basics() {
  mount -t proc proc /proc
  mountpoint -q /sys || mount -t sysfs sys /sys
  mountpoint -q /dev || mount -t devtmpfs dev /dev
  for folder in /tmp /run /dev/shm; do mkdir -p $folder && mount -t tmpfs tmp $folder; done
}

join_network() {
  local device=''
  modprobe virtio_net
  until device=$(find /sys/class/net -mindepth 1 ! -name lo -printf '%f\n' | head -n 1) && [ -n "$device" ]; do sleep 0.2; done
  ip link set lo up
  ip address add "10.7.0.$n/24" dev "$device"
  ip link set "$device" up
}

# Serves /export over NFS version 4.2. What clients hold is remembered on the disk, so that they can reclaim it after a restart.
serve() {
  modprobe nfsd
  mkdir -p /export && mount /dev/vdb /export
  mkdir -p /export/shared /export/recovery /var/lib/nfs/v4recovery /run/rpc_pipefs
  mount --bind /export/recovery /var/lib/nfs/v4recovery
  mountpoint -q /proc/fs/nfsd || mount -t nfsd nfsd /proc/fs/nfsd
  echo 20 >/proc/fs/nfsd/nfsv4leasetime
  echo 20 >/proc/fs/nfsd/nfsv4gracetime
  echo '/export 10.7.0.0/24(rw,sync,no_subtree_check,no_root_squash,fsid=0)' >/etc/exports
  rpcbind -w
  rpc.mountd
  exportfs -ra
  rpc.nfsd --no-nfs-version 3 --nfs-version 4.2 4
  echo "serving, up for $(cut -d' ' -f1 /proc/uptime) s"
  while :; do sleep 60; done
}

# As docs/scale.md says.
mount_shared() {
  modprobe nfsv4
  mkdir -p /shared
  until mount -t nfs4 -o hard,actimeo=5,vers=4.2 10.7.0.1:/shared /shared; do sleep 3; done
}

work() {
  local raichi=(timeout --kill-after=300 "$seconds" /raichi/bin/raichi)
  cd /root || exit
  case $role in
    trainer)
      "${raichi[@]}" train /raichi/share/raichi/configs/runs/smoke.yaml --dir /shared/run budget.games=100000000 \
        loop.games_per_iteration=8 loop.games_per_shard=2 window.min_positions=200 evaluation.pairs=1 workers.workers=1 \
        workers.slots=4
      ;;
    player) "${raichi[@]}" selfplay /shared/run --stream auto --wait ;;
    evaluator) "${raichi[@]}" evaluate /shared/run ;;
  esac
  echo "$role $n ended with $?"
}

mount_basics
read -ra words </proc/cmdline
for word in "${words[@]}"; do
  case $word in role=* | n=* | seconds=*) declare "$word" ;; esac
done
hostname "$role$n"
join_network
if [ "$role" = server ]; then serve; fi
mount_shared
work 2>&1
umount /shared
echo o >/proc/sysrq-trigger # power off
sleep 60
