#!/usr/bin/env bash
# Makes everything that can be downloaded, with checksums; see --help.
source "$(dirname "$0")/common.sh"

usage() {
  cat <<'TEXT'
usage: tools/release.sh [--output DIR] [--check] [PART...]

Makes in DIR (build/downloads) everything that can be downloaded, SHA256SUMS, and manifest.json, which lists each file with its
part, size and sum. What a part made before is replaced. Sets up what it needs. A PART is one of (default: all):

  wheels     the Python package for 3.10, 3.11, and 3.12 and later, as far as these are here, with what it needs of libraries
             inside
  npm        the package of the page's module, with the network linnaeus
  page       the page in the browser as a folder to host
  models     the published models as ONNX and safetensors, with their cards
  debs       packages of the program, the libraries and the page for this release of Debian or Ubuntu
  container  a file from which `podman build` or `docker build` makes an image with the program (needs debs)

  --check    uses each download of these parts in an empty environment afterwards
Other Pythons than those on the PATH are found in PYENV_ROOT (~/.pyenv).
TEXT
}

ALL=(wheels npm page models debs container)
output=$PWD/build/downloads check=false parts=()
while [ $# -gt 0 ]; do
  case $1 in
    --help | -h) usage && exit 0 ;;
    --check) check=true ;;
    --output)
      [ $# -gt 1 ] || wrong_use "--output: expected a folder"
      output=$(path_of_caller "$2")
      shift
      ;;
    *)
      [[ " ${ALL[*]} " == *" $1 "* ]] || wrong_use "$1: expected --output DIR, --check, --help or parts: ${ALL[*]}"
      parts+=("$1")
      ;;
  esac
  shift
done
if [ ${#parts[@]} = 0 ]; then parts=("${ALL[@]}"); fi
version=$(sed -n 's/^project(raichi VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
work=$PWD/build/release-work
raichi=$PWD/build/release/tools/raichi

# keep PART FILE...: puts the files in place of those that the part made before.
keep() {
  rm -rf "${output:?}/$1"
  mkdir -p "$output/$1"
  cp -r "${@:2}" "$output/$1"
}

build_program() {
  tools/setup.sh
  configure_preset release
  build build/release --target raichi
}

# ---- wheels

# can_build PYTHON: it works, and has its headers.
can_build() {
  "$1" -c 'import os, sys, sysconfig; sys.exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))' 2>/dev/null
}

# pythons: prints the interpreters that wheels are made for, one a line. A wheel of 3.12 serves all later ones.
pythons() {
  local minor python
  for minor in 10 11 12 13 14; do
    for python in "$(command -v "python3.$minor" || true)" $(compgen -G "${PYENV_ROOT:-$HOME/.pyenv}/versions/3.$minor.*/bin/python3" || true); do
      if [ -n "$python" ] && can_build "$python"; then
        echo "$python"
        if [ "$minor" -ge 12 ]; then return; fi
        break
      fi
    done
  done
}

make_wheels() {
  local python folder=$work/wheels
  tools/setup.sh
  rm -rf "$folder"
  pip_install "$work/tools" release
  while read -r python; do
    echo "$("$python" --version) ($python)"
    "$python" -m venv --clear "$folder/venv"
    alone "$folder/venv/bin/pip" wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$folder/raw" ./python
  done < <(pythons)
  compgen -G "$folder/raw/*.whl" >/dev/null || die "wheels: no Python from 3.10 on with its headers here; expected one (apt-get install python3-dev)"
  PATH=$work/tools/bin:$PATH "$work/tools/bin/auditwheel" repair --wheel-dir "$folder/wheels" "$folder"/raw/*.whl
  keep wheels "$folder"/wheels/*.whl
}

# Each wheel in an environment that has nothing else, by the interpreter that it is for.
check_wheels() {
  local python tag wheel venv=$work/wheels/empty
  while read -r python; do
    tag=$("$python" -c 'import sys; print("cp3%d" % min(sys.version_info[1], 12))')
    wheel=$(compgen -G "$output/wheels/raichi-*-$tag-*.whl")
    "$python" -m venv --clear "$venv"
    alone "$venv/bin/pip" install --quiet --disable-pip-version-check --only-binary=:all: "$wheel"
    (cd / && env -i "$venv/bin/python" -c '
import raichi
game = raichi.Game("linnaeus")
result = raichi.Search(game).run(raichi.Network("linnaeus"), visits=50)
game.play(str(result.best))
print(f"{raichi.__version__}: {result.best}, then {len(game.legal_moves())} moves")')
    echo "used: $(basename "$wheel")"
  done < <(pythons)
}

# ---- npm, page

build_page() {
  if [ ! -e "$work/npm/raichi.wasm" ]; then tools/web.sh --build-only --npm "$work/npm"; fi
}

make_npm() {
  tools/setup.sh --npm
  build_page
  rm -rf "$work/packed"
  mkdir -p "$work/packed"
  (cd "$work/packed" && npm pack --silent "$work/npm" >/dev/null)
  keep npm "$work"/packed/*.tgz
}

check_npm() {
  local folder=$work/empty-npm
  rm -rf "$folder"
  mkdir -p "$folder"
  cp examples/javascript/play.mjs "$folder"
  (cd "$folder" && npm install --silent --offline --no-audit --no-fund "$output"/npm/*.tgz && echo e2-c2 | node play.mjs | tail -n 3)
}

make_page() {
  build_page
  tar -C build -czf "$work/raichi-page-$version.tar.gz" --transform "s,^web,raichi-page-$version," web
  keep page "$work/raichi-page-$version.tar.gz"
}

check_page() {
  local folder=$work/empty-page file
  rm -rf "$folder"
  mkdir -p "$folder"
  tar -C "$folder" -xzf "$output/page/raichi-page-$version.tar.gz"
  while read -r file; do
    [ -s "$folder/raichi-page-$version/$file" ] || die "the page lacks $file"
  done < <(python3 -c 'import json, sys; print(*json.load(open(sys.argv[1])), sep="\n")' "$folder/raichi-page-$version/files.json")
  echo "used: all files of the page are there"
}

# ---- models

make_models() {
  local model name folder=$work/models
  build_program
  rm -rf "$folder"
  mkdir -p "$folder"
  for model in models/*/; do
    name=$(basename "$model")
    "$raichi" export "$model" -o "$folder/$name.onnx"
    "$raichi" export "$model" -o "$folder/$name.safetensors"
    cp "$model/README.md" "$folder/$name.md"
  done
  keep models "$folder"/*
}

check_models() {
  local file
  onnx_runtime
  for file in "$output"/models/*.onnx "$output"/models/*.safetensors; do
    RAICHI_PYTHON=$PWD/build/onnx/bin/python "$raichi" verify "$file" | tail -n 1
  done
}

# ---- debs, container

make_debs() {
  tools/setup.sh --packages
  build_page
  configure_preset package -DTorch_ROOT=/usr
  build build/package
  rm -rf "$work/debs"
  (cd build/package && cpack -B "$work/debs") >"$work/cpack.log"
  keep debs "$work"/debs/*.deb
}

# Installs the packages in a minimal system of this release, which is removed afterwards, and uses them there.
check_debs() {
  local release file command options=()
  release=$(. /etc/os-release && echo "$VERSION_CODENAME")
  for file in "$output"/debs/*.deb; do options+=("--include=$file"); done
  for command in "raichi version" "raichi match models/linnaeus@20 greedy --pairs 2" "raichi-page --help" \
    "test -e /usr/share/raichi/page/index.html -a -e /usr/share/bash-completion/completions/raichi" \
    "test -e /usr/share/zsh/vendor-completions/_raichi -a -e /usr/share/fish/vendor_completions.d/raichi.fish" \
    "raichi rules --names" "test -e /usr/share/man/man1/raichi-match.1"; do
    options+=("--customize-hook=chroot \"\$1\" $command")
  done
  mmdebstrap --quiet --variant=apt --hook-dir=/usr/share/mmdebstrap/hooks/file-mirror-automount "${options[@]}" "$release" /dev/null
}

make_container() {
  local id
  compgen -G "$output/debs/raichi_*.deb" >/dev/null || die "container: expected packages in $output/debs; make the part debs, too"
  id=$(. /etc/os-release && echo "$ID:$VERSION_ID")
  mkdir -p "$work"
  cat >"$work/Containerfile" <<TEXT
# The program raichi. In the folder of the downloads: podman build -t raichi -f container/Containerfile .
# Then: podman run -it --rm raichi play; with files of yours: -v "\$PWD":/work
FROM $id
COPY debs/raichi_*.deb /tmp/
RUN apt-get update && apt-get install -y --no-install-recommends /tmp/raichi_*.deb libedit2 && rm -rf /tmp/*.deb /var/lib/apt/lists/*
WORKDIR /work
ENTRYPOINT ["raichi"]
TEXT
  keep container "$work/Containerfile"
}

check_container() {
  local tool
  for tool in podman docker ""; do
    [ -n "$tool" ] || { echo "not used: neither podman nor docker works here" && return; }
    if "$tool" info >/dev/null 2>&1; then break; fi
  done
  "$tool" build -q -t raichi-check -f "$output/container/Containerfile" "$output"
  "$tool" run --rm raichi-check match models/linnaeus@20 greedy --pairs 1
}

# ---- all

write_manifest() {
  (cd "$output" && find . -mindepth 2 -type f -printf '%P\n' | LC_ALL=C sort | xargs --no-run-if-empty sha256sum >SHA256SUMS)
  python3 - "$output" "$version" "$(git rev-parse HEAD 2>/dev/null || true)" <<'PY'
import json, pathlib, sys
folder, version, commit = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
files = []
for line in (folder / "SHA256SUMS").read_text().splitlines():
    checksum, name = line.split(maxsplit=1)
    files.append({"name": name, "part": name.split("/")[0], "bytes": (folder / name).stat().st_size, "sha256": checksum})
(folder / "manifest.json").write_text(json.dumps({"version": version, "commit": commit, "files": files}, indent=1) + "\n")
PY
}

must_be_ours --output "$output" manifest.json
mkdir -p "$work" "$output"
write_manifest # what is here, so that the folder is known as ours even if a part fails
rm -rf "$work/npm"
for part in "${parts[@]}"; do
  step "make $part"
  "make_$part"
done
step_done
write_manifest
if $check; then
  for part in "${parts[@]}"; do
    step "use $part"
    "check_$part"
  done
  step_done
fi
echo "the downloads are in $output: $(wc -l <"$output/SHA256SUMS") files, $(du -sh "$output" | cut -f1)"
