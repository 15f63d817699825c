"""Commands that need no network do not load LibTorch; those that need one report a missing library."""

import os
import re
import shutil
import subprocess
import unittest

from program import PROGRAM, START, ProgramTest

LIBRARY = "libraichi_torch.so"


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

    def alone(self):
        """Returns a copy of the program without the library beside it."""
        return shutil.copy(PROGRAM, self.folder / "raichi")

    def test_the_program_is_not_linked_with_libtorch(self):
        done = subprocess.run([PROGRAM], env={**os.environ, "LD_TRACE_LOADED_OBJECTS": "1"},
                              capture_output=True, text=True, check=True)
        names = done.stdout.split()
        self.assertIn("libc.so.6", names)
        self.assert_no_torch(names)

    def test_commands_without_a_network_load_no_libtorch(self):
        for arguments in [("--version",), ("help",), ("rules",), ("rules", "linnaeus"), ("moves",),
                          ("perft", "--depth", "1"), ("analyze", "--model", "playouts:10", "--position", START)]:
            with self.subTest(arguments):
                self.assert_no_torch(self.libraries(*arguments))

    def test_an_engine_introduces_itself_without_libtorch(self):
        self.assert_no_torch(self.libraries("engine", "--protocol", "uci", input="uci\nquit\n"))

    def test_a_missing_library_is_named(self):
        done = subprocess.run(
            [self.alone(), "bench", "network", "--seconds", "0.01"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, f"(?m)^raichi: (networks need {LIBRARY}, which is neither in .*|this raichi was "
                                      "built without LibTorch and cannot compute networks; .*)$")

    def test_a_library_that_is_none_is_named(self):
        program = self.alone()
        (self.folder / LIBRARY).write_text("not a library")
        done = subprocess.run([program, "bench", "network", "--seconds", "0.01"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "(?m)^raichi: (cannot load LibTorch .*|this raichi was built without .*)$")


class ExportsTest(ProgramTest):
    """Checks that the program exports all of Raichi's code that the library uses."""

    def symbols(self, file, *options):
        done = subprocess.run(["nm", "-D", *options, file], capture_output=True, text=True, check=True)
        return {line.split()[-1] for line in done.stdout.splitlines() if "6raichi" in line}

    def test_the_program_exports_what_the_library_needs(self):
        library = os.path.join(os.path.dirname(PROGRAM), "../lib/raichi", LIBRARY)
        if not os.path.exists(library):
            self.skipTest("built without LibTorch")
        needed = self.symbols(library, "--undefined-only")
        self.assertGreater(len(needed), 10)  # the list was read
        self.assertEqual(set(), needed - self.symbols(PROGRAM, "--defined-only"))


if __name__ == "__main__":
    unittest.main()
