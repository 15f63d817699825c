"""Holds the line of the layers: reads every #include of the project, and who has threads. Run by ctest."""

import os
import pathlib
import re
import unittest

ROOT = pathlib.Path(os.environ.get("RAICHI_SOURCE_DIR", pathlib.Path(__file__).parent.parent))
LAYERS = ["rules", "mcts", "selfplay", "nn", "tools"]
# The page's WebAssembly stands beside the line: of nn/ it has what knows no LibTorch.
WEB = "web"
WEB_MAY_INCLUDE = {"nn/encoder.h", "nn/network_answers.h"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)

TORCH = {"torch", "ATen", "c10", "caffe2"}
COMMENT = re.compile(r"//.*")
THREAD = re.compile(r"\bstd::(jthread|async|thread)\b(?!::)|\bpthread_create\b|#pragma omp")
# A file is named by its path without extension, so that it may have a header and a source.
THREAD_FILES = {
    "selfplay": 2,  # the workers; a helper that shares a batch
    "nn": 1,  # loading samples while the trainer computes
    "tools": 1,  # waiting for signals
}


def layer_of(path):
    """The layer whose rules hold for a file: its own, or that of the tests of a layer."""
    parts = path.parts[1:] if path.parts[0] == "tests" else path.parts
    return parts[0] if parts[0] in [*LAYERS, WEB] else "rules"


def may_include_system(path, name):
    """Whether the file at `path` may #include <name>."""
    layer, is_test = layer_of(path), path.parts[0] == "tests"
    first = name.split("/")[0]
    if first in TORCH or "cuda" in name:
        return layer == "nn"
    if first == "yaml-cpp":
        return path.as_posix() == "rules/rule_yaml.cc" or layer == "tools"
    if first == "spdlog":
        return layer in ("nn", "tools") or path.as_posix().startswith("selfplay/runner")
    if first == "CLI":
        return layer == "tools"
    if first == "Eigen":
        return layer != "rules"
    if first in ("gtest", "gmock"):
        return is_test
    if first == "emscripten":
        return layer == WEB
    return True


def may_include_own(path, name):
    """Whether the file at `path` may #include "name"."""
    target = pathlib.PurePosixPath(name)
    if target.parts[0] == "tests":
        return path.parts[0] == "tests"
    if layer_of(path) == WEB:
        return target.parts[0] in ("rules", "mcts", WEB) or name in WEB_MAY_INCLUDE
    if target.parts[0] not in LAYERS:
        return False  # not from the root, or a foreign header in quotes
    return LAYERS.index(target.parts[0]) <= LAYERS.index(layer_of(path))


def violations(files):
    """What breaks the line in `files`, a dict of path to text: one sentence each."""
    found, thread_files = [], {}
    for path, text in files.items():
        for bracket, name in INCLUDE.findall(text):
            allowed = may_include_system if bracket == "<" else may_include_own
            if not allowed(path, name):
                found.append(f"{path}: may not include {name}")
            if bracket == '"' and not (pathlib.PurePosixPath(name) in files):
                found.append(f"{path}: includes {name}, which is not there")
        if THREAD.search(COMMENT.sub("", text)) and path.parts[0] != "tests":
            thread_files.setdefault(path.parts[0], set()).add(path.with_suffix("").as_posix())
    for layer, names in thread_files.items():
        if len(names) > THREAD_FILES.get(layer, 0):
            found.append(f"{layer}/ has threads in too many files: {', '.join(sorted(names))}")
    return found


def project_files():
    files = {}
    for folder in [*LAYERS, WEB, "tests"]:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in (".h", ".cc"):
                files[pathlib.PurePosixPath(path.relative_to(ROOT).as_posix())] = path.read_text()
    return files


class LayersTest(unittest.TestCase):
    def test_the_project_holds_the_line(self):
        files = project_files()
        self.assertGreater(len(files), 20)
        self.assertEqual([], violations(files))

    def expect(self, count, path, line):
        files = {pathlib.PurePosixPath(path): line}
        for own in ("rules/game.h", "mcts/search.h", "nn/network.h", "tools/output.h", "tests/support/scene.h"):
            files.setdefault(pathlib.PurePosixPath(own), "")
        self.assertEqual(count, len(violations(files)), f"{path}: {line}")

    def test_a_layer_includes_itself_and_those_to_its_left(self):
        self.expect(0, "mcts/x.cc", '#include "mcts/search.h"\n#include "rules/game.h"\n#include <vector>')
        self.expect(1, "mcts/x.cc", '#include "nn/network.h"')
        self.expect(2, "rules/x.h", '#include <vector>\n  #  include "mcts/search.h"\n#include "tools/output.h"')
        self.expect(0, "tests/nn/x.cc", '#include "nn/network.h"\n#include "tests/support/scene.h"')
        self.expect(1, "tests/mcts/x.cc", '#include "nn/network.h"')
        self.expect(1, "tests/support/x.cc", '#include "mcts/search.h"')
        self.expect(1, "mcts/x.cc", '#include "tests/support/scene.h"')

    def test_the_page_has_no_libtorch(self):
        self.expect(0, "web/x.cc", '#include "mcts/search.h"\n#include <emscripten/val.h>')
        self.expect(1, "web/x.cc", '#include "nn/network.h"')
        self.expect(1, "web/x.cc", '#include "tools/output.h"')
        self.expect(1, "mcts/x.cc", "#include <emscripten/val.h>")

    def test_includes_are_from_the_root_and_exist(self):
        self.expect(2, "rules/x.cc", '#include "game.h"')
        self.expect(1, "rules/x.cc", '#include "rules/missing.h"')

    def test_libraries_stay_where_they_belong(self):
        self.expect(0, "nn/x.cc", "#include <torch/torch.h>\n#include <ATen/ATen.h>\n#include <spdlog/spdlog.h>")
        self.expect(1, "tools/x.cc", "#include <torch/torch.h>")
        self.expect(1, "selfplay/x.cc", "#include <c10/core/Device.h>")
        self.expect(1, "selfplay/x.cc", "#include <cuda_runtime_api.h>")
        self.expect(0, "rules/rule_yaml.cc", "#include <yaml-cpp/yaml.h>")
        self.expect(1, "rules/rule_set.cc", "#include <yaml-cpp/yaml.h>")
        self.expect(0, "selfplay/runner.cc", "#include <spdlog/spdlog.h>")
        self.expect(1, "selfplay/worker.cc", "#include <spdlog/spdlog.h>")
        self.expect(1, "rules/x.cc", "#include <gtest/gtest.h>")

    def test_threads_live_in_few_files(self):
        self.expect(0, "selfplay/runner.cc", "std::vector<std::jthread> threads;")
        self.expect(0, "mcts/x.cc", "std::thread::hardware_concurrency();  // std::thread")
        self.expect(1, "mcts/x.cc", "std::thread worker;")
        self.expect(1, "rules/x.cc", "auto later = std::async(Work);")
        pair = {pathlib.PurePosixPath(f"nn/loader{s}"): "std::jthread t;" for s in (".h", ".cc")}
        self.assertEqual([], violations(pair))
        pair[pathlib.PurePosixPath("nn/network.cc")] = "std::jthread t;"
        self.assertEqual(1, len(violations(pair)))


if __name__ == "__main__":
    unittest.main()
