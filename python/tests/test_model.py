"""Searches with an exported network."""

import os
import pathlib
import subprocess
import tempfile
import unittest
import unittest.mock

try:
    from raichi.model import Model
except ImportError as error:
    raise unittest.SkipTest("onnxruntime is not installed") from error

import raichi

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
        self.assertEqual((model.canvas, model.rules), (9, ["linnaeus"]))
        game = raichi.Game(raichi.Rules("linnaeus"))
        result = raichi.Search(game).run(model, visits=50, in_flight=4)
        self.assertEqual(result.visits.sum(), 50)
        self.assertGreater(result.priors.max(), 2 / len(result.moves))
        with self.assertRaises(raichi.Error):
            raichi.Search(raichi.Game(raichi.Rules("copenhagen"))).run(model, visits=2)


if __name__ == "__main__":
    unittest.main()
