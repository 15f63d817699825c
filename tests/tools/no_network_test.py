"""Commands that need no network do not load LibTorch; those that need one report a library that is missing or wrong."""

import os
import re
import shutil
import subprocess
import unittest

from program import HAS_NETWORKS, LIBRARY, PROGRAM, ROOT, START, ProgramTest, needs_networks


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

    def test_commands_without_a_network_load_no_libtorch(self):
        for arguments in [("--version",), ("help",), ("rules",), ("rules", "linnaeus"), ("moves",),
                          ("perft", "--depth", "1"), ("analyze", "--model", "playouts:10", "--position", START)]:
            with self.subTest(arguments):
                self.assert_no_torch(self.libraries(*arguments))

    def test_an_engine_introduces_itself_without_libtorch(self):
        self.assert_no_torch(self.libraries("engine", "--protocol", "uci", input="uci\nquit\n"))

    @needs_networks
    def test_an_engine_says_hello_before_it_loads_libtorch(self):
        done = subprocess.run([PROGRAM, "engine", "--protocol", "otep"], input="goodbye\n", cwd=self.folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, "LD_DEBUG": "files"})
        self.assertEqual(done.returncode, 0)
        before, _, after = done.stdout.partition("\nhello\n")
        self.assertNotRegex(before, r"calling init: \S*libtorch")
        self.assertRegex(after, r"calling init: \S*libtorch")


@needs_networks
class LibraryTest(ProgramTest):
    """Gives the program other libraries, in a copy of it without its own one."""

    def bench(self, library=None):
        """Runs the program with these bytes as its library, or without one."""
        program = shutil.copy(PROGRAM, self.folder / "raichi")
        if library is not None:
            (self.folder / LIBRARY.name).write_bytes(library)
        return subprocess.run([program, "bench", "network", "--network", "1x8", "--seconds", "0.01"],
                              cwd=self.folder, capture_output=True, text=True)

    def assert_refused(self, pattern, library=None):
        done = self.bench(library)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, f"^raichi: {pattern}.*\n$")

    def test_a_missing_library_is_named(self):
        self.assert_refused(f"networks need {LIBRARY.name}, which is neither in ")

    def test_an_engine_without_its_library_refuses_games(self):
        program = shutil.copy(PROGRAM, self.folder / "raichi")
        rules = self.lines("rules", "linnaeus", "--opentafl")[0]
        done = subprocess.run([program, "engine", "--protocol", "otep"], cwd=self.folder, input=f"rules {rules}\n",
                              capture_output=True, text=True, env={**os.environ, "RAICHI_RULES": str(ROOT / "configs/rules")})
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        hello, first, *_, last = done.stdout.splitlines()
        self.assertEqual(hello, "hello")
        self.assertRegex(first, f"^error 0 networks need {LIBRARY.name}, ")
        self.assertRegex(last, f"^error -1 rules: networks need {LIBRARY.name}, ")

    def test_a_library_of_another_build_is_refused(self):
        good = LIBRARY.read_bytes()
        text, = set(re.findall(rb"raichi interface [0-9a-f]{16}", good))
        self.assertEqual(self.bench(good).returncode, 0)
        for bad in b"not a library", good.replace(text, text[:-1] + (b"1" if text.endswith(b"0") else b"0")):
            self.assert_refused(f".*{LIBRARY.name}: comes from another build than this raichi; build both again", bad)

    def test_a_library_that_cannot_be_loaded_is_an_error(self):
        self.assert_refused("cannot load LibTorch .*; install that version", LIBRARY.read_bytes()[64:])


@unittest.skipIf(HAS_NETWORKS, "built with LibTorch")
class WithoutLibTorchTest(ProgramTest):
    def test_commands_that_need_a_network_say_so_and_write_nothing(self):
        smoke, model = ROOT / "configs/runs/smoke.yaml", "models/linnaeus@2"
        for arguments in [("run", smoke, "--dir", "run"), ("train", smoke, "--dir", "run"),
                          ("selfplay", smoke, "--games", "1", "--output", "games"),
                          ("ablate", smoke, "--vary", "train.batch=8,16", "--dir", "runs"),
                          ("match", model, "random"), ("rate", model, "random", "--results", "results.jsonl"),
                          ("play",), ("analyze", "--model", model), ("export", "models/linnaeus"),
                          ("bench", "network"), ("bench", "selfplay"), ("bench", "train")]:
            with self.subTest(arguments):
                self.assert_fails(1, "this raichi was built without LibTorch and cannot compute networks; ", *arguments)
                self.assertEqual(list(self.folder.iterdir()), [])


@needs_networks
class ExportsTest(ProgramTest):
    """Checks that the program exports all of Raichi's code that the library uses."""

    def symbols(self, file, *options):
        done = subprocess.run(["nm", "-D", *options, file], capture_output=True, text=True, check=True)
        return {line.split()[-1] for line in done.stdout.splitlines() if "6raichi" in line}

    def test_the_program_exports_what_the_library_needs(self):
        needed = self.symbols(LIBRARY, "--undefined-only")
        self.assertGreater(len(needed), 10)  # the list was read
        self.assertEqual(set(), needed - self.symbols(PROGRAM, "--defined-only"))


if __name__ == "__main__":
    unittest.main()
