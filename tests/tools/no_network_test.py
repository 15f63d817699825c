"""Only training and GPUs load LibTorch; a library that is missing or wrong is reported."""

import os
import re
import shutil
import subprocess
import unittest

from program import HAS_LIBTORCH, LIBRARIES, PROGRAM, ROOT, START, ProgramTest, needs_libtorch

OWN, TORCH = LIBRARIES / "libraichi_cpu.so", LIBRARIES / "libraichi_torch.so"


class NoNetworkTest(ProgramTest):
    def libraries(self, *arguments, input=None):
        """Runs the program, which must succeed, and returns the shared libraries that it loads."""
        trace = self.folder / "trace"
        done = subprocess.run(
            [PROGRAM, *arguments], cwd=self.folder, input=input, capture_output=True, text=True, timeout=300,
            env={**os.environ, "LD_DEBUG": "files", "LD_DEBUG_OUTPUT": str(trace)})
        self.assertEqual(done.returncode, 0, done.stderr)
        text = "".join(file.read_text() for file in self.folder.glob("trace.*"))
        names = {os.path.basename(path) for path in re.findall(r"calling init: (\S+)", text)}
        self.assertIn("libc.so.6", names)
        return names

    def assert_no_torch(self, names):
        self.assertEqual(set(), {name for name in names if re.search("torch|c10|dnnl|gomp|cuda", name)})

    def test_the_program_is_not_linked_with_libtorch(self):
        done = subprocess.run([PROGRAM], env={**os.environ, "LD_TRACE_LOADED_OBJECTS": "1"},
                              capture_output=True, text=True, check=True)
        names = [line.split()[0] for line in done.stdout.splitlines()]
        self.assertIn("libc.so.6", names)
        self.assert_no_torch(names)

    def test_commands_without_a_network_load_no_library(self):
        for arguments in [("--version",), ("help",), ("rules",), ("rules", "linnaeus"), ("moves",),
                          ("perft", "--depth", "1"), ("analyze", "--model", "playouts:10", "--position", START)]:
            with self.subTest(arguments):
                names = self.libraries(*arguments)
                self.assert_no_torch(names)
                self.assertNotIn(OWN.name, names)

    def test_networks_on_the_processor_need_no_libtorch(self):
        model = ROOT / "models/linnaeus"
        (self.folder / "games.yaml").write_text("rules: [linnaeus]\nworkers: {device: cpu, workers: 1}\nselfplay: {max_plies: 4}\n")
        for arguments in [("analyze", "--device", "cpu", "--model", model, "--visits", 5),
                          ("match", "--device", "cpu", f"{model}@1", "random", "--pairs", 1),
                          ("selfplay", "games.yaml", "--model", model, "--games", 1, "--output", "games"),
                          ("export", model, "-o", "m.safetensors"),
                          ("verify", "m.safetensors", "--model", model, "--positions", 4)]:
            with self.subTest(arguments):
                names = self.libraries(*map(str, arguments))
                self.assert_no_torch(names)
                self.assertTrue(any(name.startswith("libraichi_cpu") for name in names))

    @needs_libtorch
    def test_libtorch_says_nearly_the_same(self):
        """LibTorch is the definition of the network; our own code computes the same up to rounding."""
        def answer(device):
            [line] = self.objects("analyze", "--model", ROOT / "models/linnaeus", "--precision", "f32", "--visits", 1, "--device", device, "--json")
            return line
        own, libtorch = answer("cpu"), answer("libtorch")
        self.assertAlmostEqual(own["value"], libtorch["value"], delta=1e-3)
        self.assert_fails(2, "device `libtorch` computes in f32", "analyze", "--device", "libtorch", "--precision", "bf16")

    def test_an_engine_introduces_itself_without_libtorch(self):
        self.assert_no_torch(self.libraries("engine", "--protocol", "uci", input="uci\nquit\n"))

    def test_an_engine_says_hello_before_it_loads_a_network(self):
        done = subprocess.run([PROGRAM, "engine", "--protocol", "otep"], input="goodbye\n", cwd=self.folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, "LD_DEBUG": "files"})
        self.assertEqual(done.returncode, 0)
        before, _, after = done.stdout.partition("\nhello\n")
        self.assertNotRegex(before, r"calling init: \S*libraichi_cpu")
        self.assertRegex(after, r"calling init: \S*libraichi_cpu")


class LibraryTest(ProgramTest):
    """Gives a copy of the program other libraries than its own."""

    def analyze(self, library=None):
        """Runs the program with these bytes as its library, or without one."""
        program = shutil.copy(PROGRAM, self.folder / "raichi")
        if library is not None:
            (self.folder / OWN.name).write_bytes(library)
        return subprocess.run([program, "analyze", "--device", "cpu", "--model", ROOT / "models/linnaeus", "--visits", "2"],
                              cwd=self.folder, capture_output=True, text=True, env={**os.environ, "RAICHI_RULES": str(ROOT / "configs/rules")})

    def assert_refused(self, pattern, library=None):
        done = self.analyze(library)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, f"^raichi: {pattern}.*\n$")

    def test_a_missing_library_is_named(self):
        self.assert_refused(f"networks need {OWN.name}, which is neither in ")

    def test_an_engine_without_its_library_refuses_games(self):
        program = shutil.copy(PROGRAM, self.folder / "raichi")
        rules = self.lines("rules", "linnaeus", "--opentafl")[0]
        done = subprocess.run([program, "engine", "--protocol", "otep"], cwd=self.folder, input=f"rules {rules}\n",
                              capture_output=True, text=True, env={**os.environ, "RAICHI_RULES": str(ROOT / "configs/rules")})
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        hello, first, *_, last = done.stdout.splitlines()
        self.assertEqual(hello, "hello")
        self.assertRegex(first, f"^error 0 networks need {OWN.name}, ")
        self.assertRegex(last, f"^error -1 rules: networks need {OWN.name}, ")

    def test_a_library_of_another_build_is_refused(self):
        good = OWN.read_bytes()
        text, = set(re.findall(rb"raichi interface [0-9a-f]{16}", good))
        self.assertEqual(self.analyze(good).returncode, 0)
        for bad in b"not a library", good.replace(text, text[:-1] + (b"1" if text.endswith(b"0") else b"0")):
            self.assert_refused(f".*{OWN.name}: comes from another build than this raichi; build both again", bad)

    def test_a_library_that_cannot_be_loaded_is_an_error(self):
        self.assert_refused(f"cannot load .*{OWN.name}: .*; build raichi again", OWN.read_bytes()[64:])


@unittest.skipIf(HAS_LIBTORCH, "built with LibTorch")
class WithoutLibTorchTest(ProgramTest):
    def test_commands_that_need_it_say_so_and_write_nothing(self):
        smoke = ROOT / "configs/runs/smoke.yaml"
        for arguments in [("run", smoke, "--dir", "run"), ("train", smoke, "--dir", "run"),
                          ("ablate", smoke, "--vary", "train.batch=8,16", "--dir", "runs"),
                          ("bench", "train")]:
            with self.subTest(arguments):
                self.assert_fails(1, "this raichi was built without LibTorch, so it computes networks on the processor only", *arguments)
                self.assertEqual(list(self.folder.iterdir()), [])


class ExportsTest(ProgramTest):
    """Checks that the program exports all of Raichi's code that its libraries use."""

    def symbols(self, file, *options):
        done = subprocess.run(["nm", "-D", *options, file], capture_output=True, text=True, check=True)
        return {line.split()[-1] for line in done.stdout.splitlines() if "6raichi" in line}

    def assert_exported(self, library, least, *others):
        needed = self.symbols(library, "--undefined-only")
        self.assertGreater(len(needed), least)  # the list was read
        self.assertEqual(set(), needed.difference(*(self.symbols(file, "--defined-only") for file in (PROGRAM, *others))))

    def test_the_program_exports_what_its_own_library_needs(self):
        self.assert_exported(OWN, 3)

    @needs_libtorch
    def test_both_export_what_the_library_of_libtorch_needs(self):
        self.assert_exported(TORCH, 10, OWN)


if __name__ == "__main__":
    unittest.main()
