# shellcheck shell=bash
# What the scripts of this folder share; sourced by them, after tools/common.sh.

# records_python: prints a Python that can read game records.
records_python() {
  local python
  for python in python3 /usr/bin/python3; do
    if "$python" -c 'import msgpack, zstandard' 2>/dev/null; then echo "$python" && return; fi
  done
  die "no python3 has the modules msgpack and zstandard; run tools/setup.sh"
}

# A bindfs mount makes one folder look like that of another machine.

can_mount() { command -v bindfs >/dev/null && [ -w /dev/fuse ]; }

# mount_stale FOLDER MOUNT SECONDS: mounts a folder at a new one. The kernel then remembers names, missing names and
# attributes for that long, so changes made elsewhere are seen late. Locks of two mounts do not exclude each other.
mount_stale() {
  mkdir -p "$2"
  bindfs --no-allow-other -o "entry_timeout=$3,attr_timeout=$3,negative_timeout=$3" "$1" "$2"
}

# unmount_stale MOUNT...: also mounts that are in use. A folder that is no mount is left alone.
unmount_stale() {
  local mount
  for mount in "$@"; do
    if mountpoint --quiet "$mount" 2>/dev/null; then fusermount -u -z "$mount"; fi
  done
}
