"""Searches with an exported network."""

import copy
import multiprocessing
import os
import pathlib
import pickle
import re
import subprocess
import tempfile
import unittest
import unittest.mock

try:
    from raichi.model import Model
except ImportError as error:
    raise unittest.SkipTest("onnxruntime is not installed") from error

import numpy as np

import raichi

# A network in ONNX's format that Raichi did not write: its output is its input.
IDENTITY = (b'\x08\x08:7\n\x10\n\x01x\x12\x01y"\x08Identity\x12\x01gZ\x0f\n\x01x\x12\n\n\x08\x08\x01\x12\x04\n\x02\x08\x01'
            b'b\x0f\n\x01y\x12\n\n\x08\x08\x01\x12\x04\n\x02\x08\x01B\x04\n\x00\x10\r')
PROGRAM = os.environ.get("RAICHI_PROGRAM", "")


@unittest.skipUnless(PROGRAM, "RAICHI_PROGRAM names no program that could export a model")
class ModelTest(unittest.TestCase):
    def test_it_plays_like_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "m.onnx"
            subprocess.run([PROGRAM, "export", "models/linnaeus", "-o", file], check=True, capture_output=True)
            model = Model(file)
            with unittest.mock.patch("raichi.model.ENCODER_VERSION", 99), self.assertRaisesRegex(raichi.Error, "m.onnx: made for encoder version"):
                Model(file)
            self.check_batches(model, folder)
            file.unlink()
        self.assertEqual((model.canvas, model.rules), (9, ["linnaeus"]))
        self.check_copies(model)
        game = raichi.Game(raichi.Rules("linnaeus"))
        result = raichi.Search(game).run(model, visits=50, in_flight=4)
        self.assertEqual(result.visits.sum(), 50)
        self.assertGreater(result.priors.max(), 2 / len(result.moves))
        with self.assertRaises(raichi.Error):
            raichi.Search(raichi.Game(raichi.Rules("copenhagen"))).run(model, visits=2)


    def check_batches(self, model, folder):
        """Exports for batches of a fixed size evaluate any number of games, and all exports none."""
        game = raichi.Game(raichi.Rules("linnaeus"))
        games = [game]
        for _ in range(4):
            games.append(games[-1].copy())
            games[-1].play(games[-1].legal_moves()[0])
        for batch in (1, 3):
            file = pathlib.Path(folder) / f"{batch}.onnx"
            subprocess.run([PROGRAM, "export", "models/linnaeus", "--batch", str(batch), "-o", file], check=True, capture_output=True)
            fixed = Model(file)
            for count in range(len(games) + 1):
                (wdl, priors), (expected, probabilities) = fixed(games[:count]), model(games[:count])
                self.assertEqual((wdl.shape, wdl.dtype), ((count, 3), np.float32))
                np.testing.assert_allclose(wdl, expected, atol=1e-5)
                for found, wanted in zip(priors, probabilities, strict=True):
                    np.testing.assert_allclose(found, wanted, atol=1e-5)

    def check_copies(self, model):
        games = [raichi.Game(raichi.Rules("linnaeus"))]
        for other in (copy.copy(model), copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
            self.assertEqual((repr(other), other.canvas, other.rules), (repr(model), model.canvas, model.rules))
            np.testing.assert_array_equal(other(games)[0], model(games)[0])
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            np.testing.assert_array_equal(pool.map(model, [games])[0][0], model(games)[0])


class WrongFilesTest(unittest.TestCase):
    def test_files_that_are_no_models(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "m.onnx"
            for content, text in ((None, "cannot open: No such file or directory"), (b"nonsense", "ONNX Runtime cannot load it"),
                                  (IDENTITY, "expected a file that `raichi export` wrote")):
                if content is not None:
                    file.write_bytes(content)
                with self.assertRaisesRegex(raichi.Error, f"^{re.escape(str(file))}: {text}.*$"):
                    Model(file)
            with self.assertRaisesRegex(raichi.Error, "cannot open: Is a directory"):
                Model(folder)
            for threads in (-1, 10**6, "x", None):
                with self.assertRaisesRegex(raichi.Error, "threads: expected 0 to 1024, found"):
                    Model(file, threads)  # type: ignore[arg-type]


if __name__ == "__main__":
    unittest.main()
