"""Runs the built program for the tests of this folder."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest
import unittest.mock

ROOT = pathlib.Path(os.environ.get("RAICHI_SOURCE_DIR", pathlib.Path(__file__).parents[2]))
PROGRAM = os.environ.get("RAICHI_PROGRAM", "raichi")
VECTORS = ROOT / "tests" / "vectors"
VARIANTS = sorted(path.stem for path in VECTORS.glob("*.jsonl"))
START = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 a"


class ProgramTest(unittest.TestCase):
    """A test with an empty folder of its own, in which the program runs."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, *arguments, input=None, timeout=300):
        return subprocess.run(
            [PROGRAM, *map(str, arguments)],
            cwd=self.folder, input=input, capture_output=True, text=True, timeout=timeout)

    def output(self, *arguments, input=None):
        """Standard output of a run that must succeed."""
        done = self.run_program(*arguments, input=input)
        self.assertEqual(done.returncode, 0, f"{arguments}: {done.stderr}")
        return done.stdout

    def lines(self, *arguments, input=None):
        return self.output(*arguments, input=input).splitlines()

    def objects(self, *arguments, input=None):
        """The JSON lines of a run that must succeed."""
        return [json.loads(line) for line in self.lines(*arguments, input=input)]

    def assert_fails(self, status, pattern, *arguments, input=None):
        """The run ends with this status and one line of error that matches the pattern."""
        done = self.run_program(*arguments, input=input)
        self.assertEqual(done.returncode, status, f"{arguments}: {done.stdout}{done.stderr}")
        errors = [line for line in done.stderr.splitlines() if "warning:" not in line]
        self.assertEqual(len(errors), 1, done.stderr)
        self.assertRegex(errors[0], "^raichi: .*" + pattern)

    def without_published_models(self):
        """A context in which Raichi's rules lie in this folder, beside which there is no models/."""
        rules = self.folder / "configs/rules"
        shutil.copytree(ROOT / "configs/rules", rules)
        return unittest.mock.patch.dict(os.environ, RAICHI_RULES=str(rules))

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path
