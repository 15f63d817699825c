"""Helpers that run the built program for the tests in this folder."""

import fcntl
import json
import os
import pathlib
import pty
import resource
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import unittest
import unittest.mock

ROOT = pathlib.Path(os.environ.get("RAICHI_SOURCE_DIR", pathlib.Path(__file__).parents[2]))
PROGRAM = os.environ.get("RAICHI_PROGRAM", "raichi")
VECTORS = ROOT / "tests" / "vectors"
VARIANTS = sorted(path.stem for path in VECTORS.glob("*.jsonl"))
# One rule set of each kind: plain, with camps, with corners, without a throne.
SOME_VARIANTS = ["linnaeus", "ashton-bologna", "brandubh", "sea-battle-9"]
LIBRARIES = pathlib.Path(PROGRAM).parent / "../lib/raichi"
HAS_LIBTORCH = os.environ.get("RAICHI_TORCH", "1") == "1"
needs_libtorch = unittest.skipUnless(HAS_LIBTORCH, "built without LibTorch")
START = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 a"


def games_in(tally):
    return tally["wins"] + tally["draws"] + tally["losses"]


def shown_on_terminal(*arguments, timeout=300):
    """Runs the program with a terminal of 200 columns as its standard error. Returns its exit status and what it
    writes there."""
    terminal, end = pty.openpty()
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 200, 0, 0))
    run = subprocess.Popen([PROGRAM, *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=end,
                           env={**os.environ, "TERM": "xterm"})
    os.close(end)
    text = b""
    try:
        while data := os.read(terminal, 4096):
            text += data
    except OSError:  # the other end is closed
        pass
    os.close(terminal)
    return run.wait(timeout=timeout), text.decode()


class ProgramTest(unittest.TestCase):
    """Base of tests that run the program in an empty folder of their own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, *arguments, input=None, timeout=300):
        return subprocess.run(
            [PROGRAM, *map(str, arguments)],
            cwd=self.folder, input=input, capture_output=True, text=True, timeout=timeout)

    def run_on_full_disk(self, *arguments, most_bytes=0):
        """Runs the program with a limit on the size of each file, which acts like a full disk."""
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))

        return subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True, preexec_fn=limit)

    def output(self, *arguments, input=None):
        """Runs the program, which must succeed, and returns its standard output."""
        done = self.run_program(*arguments, input=input)
        self.assertEqual(done.returncode, 0, f"{arguments}: {done.stderr}")
        return done.stdout

    def lines(self, *arguments, input=None):
        return self.output(*arguments, input=input).splitlines()

    def objects(self, *arguments, input=None):
        """Runs the program, which must succeed, and returns the JSON lines that it prints."""
        return [json.loads(line) for line in self.lines(*arguments, input=input)]

    def assert_fails(self, status, pattern, *arguments, input=None):
        """Checks that a run exits with this status and one line of error that matches the pattern."""
        done = self.run_program(*arguments, input=input)
        self.assertEqual(done.returncode, status, f"{arguments}: {done.stdout}{done.stderr}")
        errors = [line for line in done.stderr.splitlines() if "warning:" not in line]
        self.assertEqual(len(errors), 1, done.stderr)
        self.assertRegex(errors[0], "^raichi: .*" + pattern)

    def without_published_models(self):
        """Returns a context in which Raichi's rules are in this folder, with no models/ beside it."""
        rules = self.folder / "configs/rules"
        shutil.copytree(ROOT / "configs/rules", rules)
        return unittest.mock.patch.dict(os.environ, RAICHI_RULES=str(rules))

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path
