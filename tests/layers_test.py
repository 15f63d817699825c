"""Checks the order of the rooms (docs/architecture.md) in every #include, and that only listed files start threads."""

import os
import pathlib
import re
import unittest

ROOT = pathlib.Path(os.environ.get("RAICHI_SOURCE_DIR", pathlib.Path(__file__).parent.parent))
# Every folder with sources, called a room, in order. A room may include itself and the rooms before it.
ROOMS = """
base base/files base/yaml
rules/board rules rules/files rules/opentafl rules/words
mcts mcts/search mcts/evaluators mcts/alphabeta mcts/players
stats/ratings stats/balance
selfplay/records selfplay/play selfplay/match
solve solve/truth
prove
nn/input nn/data nn/model nn/export nn/ranks nn/backend
nn/cpu nn/network nn/cuda nn/inference nn/train nn/torch
nn/mpi
console
run/config run/sharing run/files run/metrics run/status run/evaluation run/stream run/ranks run/players run/truth run
app/draw app/status app/matches app/analysis app/solve app/prove app/truth app/engine app/play app/report app/report/live app/ablate app/bench app/export app/balance/study app/balance/figures app/balance
tools/options tools/shell tools/arguments tools/commands tools
""".split()
LAYERS = ["rules", "mcts", "stats", "selfplay", "solve", "prove", "nn", "torch", "console", "run", "app", "tools"]
# The rooms that use LibTorch. They form a separate library, which is loaded when a network is used, so no other room
# may include them; other rooms use nn/backend.
TORCH_ROOMS = {"nn/cuda", "nn/network", "nn/inference", "nn/train", "nn/torch"}
# The room whose code for processors that library and the page share. It uses no LibTorch.
CPU_ROOM = "nn/cpu"
CPU_MAY_INCLUDE = ("base", "rules", "mcts", "nn/input", "nn/model", "nn/backend", CPU_ROOM)  # no files of games
# The room that uses MPI, which is a library like that. Other rooms use nn/ranks and nn/backend/open_ranks.
MPI_ROOM = "nn/mpi"
# The page's WebAssembly is outside this order. It may include only the following folders.
WEB = "web"
WEB_MAY_INCLUDE = ("base", "rules", "mcts", "prove", "nn/input", "nn/model", CPU_ROOM, WEB)
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)

TORCH = {"torch", "ATen", "c10", "caffe2"}
COMMENT = re.compile(r"//.*")
THREAD = re.compile(r"\bstd::(jthread|async|thread)\b(?!::)|\bpthread_create\b|#pragma omp")
# Files that start threads, named without extension since each may have a header and a source.
THREAD_FILES = {
    "base/threads",  # the workers; helpers that share a batch; says why a thread cannot start
    "prove/proof_search",  # its workers
    "nn/data/sample_loader",  # loads samples while the trainer computes
    "app/bench/bench",  # shows progress
    "nn/cuda/cuda_graph",  # records CUDA graphs
    "console/interrupt",  # waits for signals
}
# JSON is written and read by base/json.cc alone, which bounds what it reads and can write any text; MessagePack beside it.
OWN_JSON = re.compile(r"\.dump\(|\b[Jj]son::(parse|accept|sax_parse|(from|to)_\w+)\(")
# What runs the code in a file that it reads: TorchScript modules and pickles. The program does so nowhere.
RUNS_FILES = re.compile(r"\b(jit::(load|import\w*|pickle\w*|unpickle\w*)|torch::(load|pickle_load)|\w*Unpickler|InputArchive)\b")
# What std::filesystem throws without an error code, no caller expects: base/files/paths.h asks instead.
ASKS = re.compile(r"(?:\bfs|std::filesystem)::(?:exists|is_\w+|status|symlink_status|absolute|canonical|weakly_canonical|equivalent|"
                  r"file_size|last_write_time|read_symlink|remove|remove_all|rename|copy|copy_file|create_\w+|permissions|resize_file|"
                  r"current_path|temp_directory_path|directory_iterator(?: \w+)?|recursive_directory_iterator(?: \w+)?)\(")


def room_of(path):
    return path.parent.as_posix()


def layer_of(path):
    """The layer of a file; for a test, the layer that it tests; for fuzz targets, the last that they are linked with."""
    parts = path.parts[1:] if path.parts[0] == "tests" else path.parts
    if path.parts[:2] == ("tests", "fuzz"):
        return "app"
    if path.parent.as_posix() in TORCH_ROOMS:
        return "torch"
    return parts[0] if parts[0] in [*LAYERS, WEB] else "rules"


def may_include_system(path, name):
    """Whether the file at `path` may #include <name>."""
    layer, is_test = layer_of(path), path.parts[0] == "tests"
    first = name.split("/")[0]
    if first in TORCH or "cuda" in name:
        return layer == "torch"
    if first == "mpi.h":
        return room_of(path) == MPI_ROOM
    if first == "yaml-cpp":
        return path.as_posix() == "base/yaml/parse.cc" or layer in ("console", "run", "app", "tools")
    if first == "nlohmann":
        return is_test or path.as_posix() == "base/json.h"
    if first == "spdlog":
        return LAYERS.index(layer) >= LAYERS.index("nn") or path.as_posix().startswith("selfplay/play/selfplay_job")
    if first == "CLI":
        return room_of(path) == "tools/options"
    if first == "Eigen":
        return LAYERS.index(layer) >= LAYERS.index("stats")
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
        return name.startswith(tuple(f"{room}/" for room in WEB_MAY_INCLUDE))
    if room_of(target) not in ROOMS:
        return False  # not from the root, or a foreign header in quotes
    if room_of(target) in TORCH_ROOMS and layer_of(path) != "torch":
        return False
    if room_of(target) == CPU_ROOM and layer_of(path) != "torch" and room_of(path) != CPU_ROOM:
        return False
    if room_of(path) == CPU_ROOM and not name.startswith(tuple(f"{room}/" for room in CPU_MAY_INCLUDE)):
        return False
    if room_of(target) == MPI_ROOM and room_of(path) != MPI_ROOM:
        return False
    if path.parts[0] == "tests":
        return LAYERS.index(layer_of(target)) <= LAYERS.index(layer_of(path))
    return ROOMS.index(room_of(target)) <= ROOMS.index(room_of(path))


def throwing_questions(text):
    """The calls of std::filesystem in a source whose last argument is no error code, and no status that was asked with one."""
    text = COMMENT.sub("", text)
    harmless = set(re.findall(r"(?:std::error_code|file_status)&? (\w+)", text))
    for match in ASKS.finditer(text):
        depth, last = 1, match.end()
        for at in range(match.end(), len(text)):
            depth += (text[at] in "([{") - (text[at] in ")]}")
            if depth == 0:
                break
            if depth == 1 and text[at] == ",":
                last = at + 1
        if text[last:at].strip() not in harmless:
            yield text[match.start():at + 1]


def violations(files):
    """Returns one sentence for each violation in `files`, a dict of path to text."""
    found = []
    for path, text in files.items():
        if path.parts[0] not in ("tests", WEB) and room_of(path) not in ROOMS:
            found.append(f"{path}: is in no room")
            continue
        for bracket, name in INCLUDE.findall(text):
            allowed = may_include_system if bracket == "<" else may_include_own
            if not allowed(path, name):
                found.append(f"{path}: may not include {name}")
            if bracket == '"' and not (pathlib.PurePosixPath(name) in files):
                found.append(f"{path}: includes {name}, which is not there")
        name = path.with_suffix("").as_posix()
        if THREAD.search(COMMENT.sub("", text)) and path.parts[0] != "tests" and name not in THREAD_FILES:
            found.append(f"{path}: may not start threads")
        if OWN_JSON.search(COMMENT.sub("", text)) and path.parts[0] != "tests" and path.as_posix() not in ("base/json.cc", "base/message_pack.cc"):
            found.append(f"{path}: may not write or read JSON by itself")
        if RUNS_FILES.search(COMMENT.sub("", text)) and path.parts[0] != "tests":
            found.append(f"{path}: may not run the code in a file")
        if path.parts[0] not in ("tests", WEB, "run") and room_of(path) != "base/files":
            found += [f"{path}: {call} throws an error of its own" for call in throwing_questions(text)]
    return found


def project_files():
    files = {}
    for folder in ["base", *LAYERS, WEB, "tests"]:
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
        for own in ("base/error.h", "rules/game.h", "rules/files/rule_file.h", "mcts/search/search.h", "selfplay/records/shard.h", "nn/input/encoder.h",
                    "nn/backend/devices.h", "nn/cpu/winograd.h", "nn/network/network.h", "nn/mpi/x.h", "run/loop.h", "console/output.h", "app/engine/engine.h",
                    "tools/commands/commands.h", "tests/support/scene.h"):
            files.setdefault(pathlib.PurePosixPath(own), "")
        self.assertEqual(count, len(violations(files)), f"{path}: {line}")

    def test_a_room_includes_itself_and_those_before_it(self):
        self.expect(0, "mcts/search/x.cc", '#include "mcts/search/search.h"\n#include "rules/game.h"\n#include <vector>')
        self.expect(1, "mcts/search/x.cc", '#include "nn/input/encoder.h"')
        self.expect(0, "rules/board/x.cc", '#include "base/error.h"')
        self.expect(1, "base/x.h", '#include "rules/game.h"')
        self.expect(1, "rules/x.cc", '#include "rules/files/rule_file.h"')
        self.expect(1, "run/x.cc", '#include "app/engine/engine.h"')
        self.expect(1, "app/engine/x.cc", '#include "tools/commands/commands.h"')
        self.expect(2, "rules/x.h", '#include <vector>\n  #  include "mcts/search/search.h"\n#include "console/output.h"')
        self.expect(0, "tests/torch/x.cc", '#include "nn/network/network.h"\n#include "tests/support/scene.h"')
        self.expect(1, "tests/nn/x.cc", '#include "nn/network/network.h"')
        self.expect(1, "tests/support/x.cc", '#include "mcts/search/search.h"')
        self.expect(1, "mcts/search/x.cc", '#include "tests/support/scene.h"')

    def test_libtorch_is_used_through_the_backend(self):
        for path in ("console/x.cc", "run/x.cc", "app/bench/x.cc", "tools/main.cc", "tests/run/x.cc"):
            self.expect(0, path, '#include "nn/backend/devices.h"')
            self.expect(1, path, '#include "nn/network/network.h"')
        self.expect(1, "nn/backend/x.cc", "#include <ATen/ATen.h>")
        self.expect(1, "nn/backend/x.cc", '#include "nn/network/network.h"')
        self.expect(0, "nn/torch/x.cc", '#include "nn/network/network.h"\n#include "nn/backend/devices.h"')

    def test_code_for_processors_uses_no_libtorch(self):
        self.expect(1, "nn/cpu/x.cc", "#include <ATen/ATen.h>")
        self.expect(1, "nn/cpu/x.cc", '#include "nn/network/network.h"')
        self.expect(1, "nn/cpu/x.cc", '#include "selfplay/records/shard.h"')
        self.expect(0, "nn/cpu/x.cc", '#include "nn/cpu/winograd.h"\n#include "nn/backend/devices.h"')
        for path in ("nn/network/x.cc", "tests/torch/x.cc", "web/x.cc"):
            self.expect(0, path, '#include "nn/cpu/winograd.h"')
        for path in ("nn/backend/x.cc", "run/x.cc", "tests/nn/x.cc"):  # they are not linked with it
            self.expect(1, path, '#include "nn/cpu/winograd.h"')

    def test_mpi_is_used_through_the_reducer(self):
        self.expect(0, "nn/mpi/x.cc", '#include <mpi.h>\n#include "nn/backend/devices.h"\n#include "nn/mpi/x.h"')
        self.expect(1, "nn/backend/x.cc", "#include <mpi.h>")
        self.expect(1, "nn/torch/x.cc", '#include "nn/mpi/x.h"')
        self.expect(1, "tests/nn/x.cc", '#include "nn/mpi/x.h"')

    def test_every_source_is_in_a_room(self):
        self.expect(1, "nn/x.cc", "")
        self.expect(1, "rules/attic/x.cc", "")

    def test_the_page_has_no_libtorch(self):
        self.expect(0, "web/x.cc", '#include "mcts/search/search.h"\n#include <emscripten/val.h>')
        self.expect(0, "web/x.cc", '#include "nn/input/encoder.h"')
        self.expect(1, "web/x.cc", '#include "nn/network/network.h"')
        self.expect(1, "web/x.cc", '#include "console/output.h"')
        self.expect(1, "mcts/search/x.cc", "#include <emscripten/val.h>")

    def test_includes_are_from_the_root_and_exist(self):
        self.expect(2, "rules/x.cc", '#include "game.h"')
        self.expect(1, "rules/x.cc", '#include "rules/missing.h"')

    def test_libraries_stay_where_they_belong(self):
        self.expect(0, "nn/train/x.cc", "#include <torch/torch.h>\n#include <ATen/ATen.h>\n#include <spdlog/spdlog.h>")
        self.expect(1, "nn/data/x.cc", "#include <ATen/ATen.h>")
        self.expect(1, "tools/commands/x.cc", "#include <torch/torch.h>")
        self.expect(1, "selfplay/play/x.cc", "#include <c10/core/Device.h>")
        self.expect(1, "selfplay/play/x.cc", "#include <cuda_runtime_api.h>")
        self.expect(0, "base/yaml/parse.cc", "#include <yaml-cpp/yaml.h>")
        self.expect(1, "rules/files/rule_file.cc", "#include <yaml-cpp/yaml.h>")
        self.expect(0, "selfplay/play/selfplay_job.cc", "#include <spdlog/spdlog.h>")
        self.expect(1, "selfplay/play/worker.cc", "#include <spdlog/spdlog.h>")
        self.expect(0, "stats/ratings/x.h", "#include <Eigen/Core>")
        self.expect(1, "mcts/search/x.h", "#include <Eigen/Core>")
        self.expect(0, "tools/options/options.cc", "#include <CLI/CLI.hpp>")
        self.expect(1, "tools/commands/x.cc", "#include <CLI/CLI.hpp>")
        self.expect(1, "rules/x.cc", "#include <gtest/gtest.h>")

    def test_json_is_written_and_read_in_one_place(self):
        self.expect(0, "base/json.h", "#include <nlohmann/json.hpp>")
        self.expect(1, "console/x.h", "#include <nlohmann/json.hpp>")
        for text in ("value.dump();", "Json::parse(text);", "nlohmann::json::parse(text)", "Json::from_msgpack(bytes)"):
            self.expect(0, "base/json.cc", text)
            self.expect(0, "base/message_pack.cc", text)
            self.expect(1, "run/files/x.cc", text)
        self.expect(0, "tests/run/x.cc", "Json::parse(text).dump()")

    def test_the_file_system_is_asked_with_an_error_code(self):
        self.expect(1, "app/engine/x.cc", "if (fs::exists(Folder() / name)) return;")
        self.expect(1, "app/engine/x.cc", "fs::rename(from, to);  // error")
        self.expect(2, "app/engine/x.cc", "for (auto e : std::filesystem::directory_iterator(f)) fs::remove(e.path());")
        self.expect(0, "app/engine/x.cc", "std::error_code none;\nreturn fs::exists(Folder(a, b), none);")
        self.expect(0, "app/engine/x.cc", "return Exists(file) && IsFolder(file);")

    def test_threads_live_in_few_files(self):
        self.expect(0, "base/threads.cc", "std::vector<std::jthread> threads;")
        self.expect(0, "mcts/search/x.cc", "std::thread::hardware_concurrency();  // std::thread")
        self.expect(1, "mcts/search/x.cc", "std::thread worker;")
        self.expect(1, "rules/x.cc", "auto later = std::async(Work);")
        self.expect(0, "nn/data/sample_loader.h", "std::jthread t;")
        self.expect(1, "nn/network/network.cc", "std::jthread t;")

    def test_no_file_is_a_program(self):
        self.expect(1, "nn/torch/x.cc", 'auto module = torch::jit::load("x.pt");')
        self.expect(1, "nn/train/x.cc", 'torch::load(optimizer, "x");')
        self.expect(0, "tests/torch/x.cc", 'torch::jit::load("x.pt");')
        self.expect(0, "nn/export/x.cc", 'torch::jit::Module module("raichi");')


if __name__ == "__main__":
    unittest.main()
