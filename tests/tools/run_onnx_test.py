#!/usr/bin/env python3
"""The script that runs ONNX files for the program: its answers when it cannot run one."""
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(os.environ["RAICHI_SOURCE_DIR"]) / "tools/run_onnx.py"


class RunOnnxTest(unittest.TestCase):
    def text_of(self, file, folder, script=SCRIPT):
        """Returns the single text that the script answers."""
        done = subprocess.run([sys.executable, "-B", script, file], cwd=folder,
                              stdin=subprocess.DEVNULL, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        length = struct.unpack("i", done.stdout[:4])[0]
        self.assertEqual(len(done.stdout), 4 + length)
        return done.stdout[4:].decode()

    def test_a_file_that_it_cannot_run_is_one_line_of_error(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "m.onnx").write_bytes(b"nonsense")
            text = self.text_of("m.onnx", folder)
            self.assertRegex(text, r"^\w+: .")
            self.assertNotIn("\n", text)

    def test_modules_beside_it_are_not_run(self):
        with tempfile.TemporaryDirectory() as folder:
            script = shutil.copy(SCRIPT, folder)
            for name in "numpy", "onnxruntime":
                pathlib.Path(folder, name + ".py").write_text("raise ImportError('stranger')\n")
            self.assertNotIn("stranger", self.text_of("m.onnx", folder, script))


if __name__ == "__main__":
    unittest.main()
