#!/usr/bin/env bash
# Builds the page that plays Tablut in the browser and serves it on this machine; see --help.
source "$(dirname "$0")/common.sh"

usage() {
  cat <<'TEXT'
usage: tools/web.sh [--build-only] [--port N] [--output DIR] [--npm DIR] [MODEL...]

Builds the page in build/web and serves it on http://localhost:8000 until Ctrl-C. It sets up what it needs.
MODEL is a model for the page to play with: the folder of a model or of a run, or a file NAME.safetensors written by
`raichi export` with its card NAME.safetensors.json beside it. The default is every model in models/; if there is none,
the newest model of each run in runs/. Paths count from the folder where the script is called.

  --build-only  builds the page and does not serve it; any web server can serve the folder
  --port N      serves on another port, from 1024 to 65535
  --output DIR  builds the page in another folder, which it replaces
  --npm DIR     also makes the folder of an npm package, which it replaces: `npm pack DIR` makes the package. It has the
                model linnaeus, which must be one of the page's
TEXT
}

target=$PWD/build/web package="" port=8000 serve=true words=()
while [ $# -gt 0 ]; do
  case $1 in
    --help | -h) usage && exit 0 ;;
    --build-only) serve=false ;;
    --port | --output | --npm)
      [ $# -gt 1 ] || wrong_use "$1: expected a value"
      case $1 in
        --port) port=$2 ;;
        --output) target=$(path_of_caller "$2") ;;
        --npm) package=$(path_of_caller "$2") ;;
      esac
      shift
      ;;
    -*) wrong_use "$1: expected --build-only, --port N, --output DIR, --npm DIR, --help or a model" ;;
    *) words+=("$1") ;;
  esac
  shift
done
if ! [[ $port =~ ^[0-9]{4,5}$ ]] || [ "$port" -lt 1024 ] || [ "$port" -gt 65535 ]; then
  wrong_use "--port $port: expected a number from 1024 to 65535"
fi
must_be_ours --output "$target" files.json
if [ -n "$package" ]; then must_be_ours --npm "$package" raichi.wasm; fi
page=$target.new # until it is complete
raichi=$PWD/build/release/tools/raichi
port_in_use() { (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; }
if $serve && port_in_use; then die "port $port is in use; expected a free one, as in --port $((port + 1))"; fi

# Emscripten's own tools are scripts of node; another node than the distribution's must be told where their modules are.
build_wasm() {
  export NODE_PATH=/usr/share/nodejs${NODE_PATH:+:$NODE_PATH}
  command -v emcmake >/dev/null || die "no Emscripten here; expected the package emscripten, which tools/setup.sh --web installs"
  mkdir -p build/web-wasm
  emcmake cmake -G Ninja -S web -B build/web-wasm -DCMAKE_BUILD_TYPE=Release \
    >build/web-wasm/configure.log 2>&1 || {
    tail -n 20 build/web-wasm/configure.log >&2
    die "build/web-wasm: CMake failed; all it said is in build/web-wasm/configure.log"
  }
  build build/web-wasm
}

# add_model WORD: exports it into the page. runs/x/models/000120 becomes x-000120. Paths count from the working folder.
add_model() {
  local name
  name=$(sed -E 's,/+$,,; s,/?model\.raichi$,,; s,\.(raichi|safetensors)$,,; s,(.)/models/([0-9]+)$,\1-\2,; s,^.*/,,' <<<"$1")
  name=$page/models/$(tr -c 'A-Za-z0-9_.\n' - <<<"${name:-model}")
  case $1 in
    *.safetensors) cp "$1" "$name.safetensors" && cp "$1.json" "$name.safetensors.json" ;;
    *) "$raichi" export "$1" -o "$name.safetensors" ;;
  esac || die "$1: cannot be used; expected a model, a run's folder or NAME.safetensors with NAME.safetensors.json"
}

add_models() {
  local word folder=$called_from
  if [ ${#words[@]} = 0 ]; then
    mapfile -t words < <(compgen -G 'models/*/' || compgen -G 'runs/*/' || true)
    folder=$PWD
  fi
  for word in "${words[@]}"; do
    if [[ $word != *.safetensors ]] && [ ! -x "$raichi" ]; then
      configure_preset release
      build build/release --target raichi
    fi
    (cd "$folder" && add_model "$word")
  done
  if [ ${#words[@]} = 0 ]; then echo "no model here: the page will search with random playouts"; fi
}

make_package() {
  [ -e "$page/models/linnaeus.safetensors" ] || die "--npm: expected the model linnaeus among those of the page"
  rm -rf "$package"
  mkdir -p "$package/models"
  cp web/npm/* "$page/raichi.mjs" "$page/raichi.wasm" "$page/rules.json" "$package"
  cp "$page/models/linnaeus.safetensors" "$package/models"
  echo "the npm package is in $package: npm pack $package"
}

step "set up"
tools/setup.sh --web
rm -rf "$page"
mkdir -p "$page/models"
step "build"
build_wasm
cp build/web-wasm/raichi.mjs build/web-wasm/raichi.wasm web/page/* "$page"
add_models
/usr/bin/python3 web/pack.py . "$page"
if [ -n "$package" ]; then make_package; fi
rm -rf "$target"
mv "$page" "$target"
step_done
echo "the page is in $target ($(du -sh "$target" | cut -f1))"
if $serve; then
  exec /usr/bin/python3 -B web/serve.py --port "$port" "$target"
fi
