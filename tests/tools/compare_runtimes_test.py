#!/usr/bin/env python3
"""The script that compares runtimes of networks: its rows for Raichi, and its errors when something is missing."""
import json
import subprocess
import sys
import unittest

from program import PROGRAM, ROOT, ProgramTest, needs_libtorch

# Without the modules of other runtimes, wherever this runs.
SCRIPT = [sys.executable, "-B", "-I", "-S", str(ROOT / "tools/compare_runtimes.py"), "--raichi", PROGRAM]


class CompareRuntimesTest(ProgramTest):
    def compare(self, *arguments):
        return subprocess.run([*SCRIPT, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True, timeout=300)

    @needs_libtorch
    def test_our_own_network(self):
        done = self.compare("--network", "1x8", "--canvas", 7, "--batch", 4, 1, "--runtimes", "raichi/f32", "--rounds", 2,
                            "--seconds", "0.05", "--json", "rows.json")
        self.assertEqual(done.returncode, 0, done.stderr)
        heading, *shown = done.stdout.splitlines()
        self.assertIn("processor time", heading)
        rows = json.loads((self.folder / "rows.json").read_text())
        self.assertEqual([(row["model"], row["batch"], row["runtime"]) for row in rows],
                         [("1x8 on 7x7", 4, "raichi/f32"), ("1x8 on 7x7", 1, "raichi/f32")])
        for row, line in zip(rows, shown, strict=True):
            self.assertEqual((len(row["by_processor_time"]), len(row["by_clock"])), (2, 2))
            self.assertRegex(line, r"^1x8 on 7x7 +[41]  raichi/f32 +\d+ +1\.00  \d+ \d+$")

    def assert_says(self, expected, *arguments):
        done = self.compare(*arguments)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, rf"^compare_runtimes.py: .*{expected}.*\n$")

    def test_what_is_missing_is_named_in_one_line(self):
        self.assert_says("pip install openvino", "--network", "1x8")
        self.assert_says("pip install onnxruntime", "--runtimes", "onnxruntime/f32")
        self.assert_says("nothing: No such file.*--raichi", "--runtimes", "raichi/f32", "--raichi", "nothing")

    @needs_libtorch
    def test_an_error_of_the_program_is_passed_on(self):
        self.assert_says("6y64", "--runtimes", "raichi/f32", "--network", "6y64")


if __name__ == "__main__":
    unittest.main()
