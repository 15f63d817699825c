"""Trained models as players in every command that takes a player."""

import pathlib
import re
import shutil
import struct
import subprocess
import tempfile
import unittest

from program import PROGRAM, ROOT, ProgramTest, needs_libtorch


def with_checksum(data):
    """The bytes of a safetensors file of ours with the checksum that they should have."""
    key = b'"checksum":"'
    at = data.index(key) + len(key)
    digits = f"{fnv1a(data[:at] + b'0' * 16 + data[at + 16:]):016x}".encode()
    return data[:at] + digits + data[at + 16:]


def fnv1a(data):
    value = 0xcbf29ce484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001b3 % (1 << 64)
    return value


@needs_libtorch
class Models(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.home = pathlib.Path(tempfile.mkdtemp(prefix="raichi-models-"))
        cls.addClassCleanup(shutil.rmtree, cls.home)
        subprocess.run([PROGRAM, "run", ROOT / "configs/runs/smoke.yaml", "--dir", cls.home / "run"],
                       check=True, capture_output=True)

    def setUp(self):
        super().setUp()
        (self.folder / "runs").mkdir()
        shutil.copytree(self.home / "run", self.folder / "runs" / "small")

    def match(self, a, b, *arguments):
        [result] = self.objects("match", a, b, "--pairs", "1", "--visits", "4", "--json", *arguments)
        return result

    def test_words(self):
        newest = "runs/small/models/000002"
        for word, name in [("runs/small", newest + "@4"), ("runs/small/", newest + "@4"),
                           ("runs/small@6", newest + "@6"), (newest + ":3", newest + "@3"),
                           ("runs/small@4x2", newest + "@4x2"),
                           ("runs/small@0.002s", newest + "@0.002sx16"),
                           ("runs/small@0.002sx3", newest + "@0.002sx3"),
                           ("runs/small/models/000000", "runs/small/models/000000@4"),
                           (newest + "/model.raichi", newest + "/model.raichi@4")]:
            with self.subTest(word):
                result = self.match(word, "random")
                self.assertEqual(result["a"], name)
                self.assertEqual(sum(result["a_attackers"].values()), 1)

    def test_models_against_each_other(self):
        result = self.match("runs/small", "runs/small/models/000001")
        self.assertEqual(sum(result["pairs"]), 1)
        lines = self.objects("rate", "runs/small@2", "runs/small@4", "random", "--pairs", "1", "--json",
                             "--results", "r.jsonl")
        self.assertEqual(len([line for line in lines if "player" in line]), 3)

    def test_records_name_the_model_and_hold_its_values(self):
        self.match("runs/small", "random", "--records", "m.games")
        [first, second] = self.objects("games", "m.games", "--json")
        self.assertEqual((first["attackers"], second["defenders"]), ("runs/small/models/000002@4",) * 2)

    def test_shards_of_a_run_print(self):
        text = self.output("games", "runs/small/games", "--id", "1")
        self.assertRegex(text, r"value [+-]\d\.\d+  network [+-]\d\.\d+  policy +\d+\.\d %")

    def test_play_meets_the_newest_model_where_none_is_published(self):
        with self.without_published_models():
            text = self.output("play", "--visits", "4", input="hint\ni4-i3\nquit\n")
        self.assertIn("against runs/small/models/000002@4", text)
        self.assertRegex(text, r"2\. Defenders ")
        # The model supports no other rules.
        text = self.output("play", "--rules", "copenhagen-13", input="quit\n")
        self.assertIn("against alphabeta:4", text)

    def test_models_that_cannot_be_used(self):
        model = self.folder / "runs/small/models/000002/model.raichi"
        good = model.read_bytes()
        self.assert_fails(1, "000002.*fetlar", "match", "runs/small", "random", "--rules", "fetlar")
        flipped = bytearray(good)
        flipped[len(good) // 2] ^= 16
        for bad in [good[:-1], bytes(flipped), b"", b"junk"]:
            model.write_bytes(bad)
            self.assert_fails(1, "model.raichi", "match", "runs/small", "random")
        # A weight that is no number, in a file whose checksum is right.
        model.write_bytes(with_checksum(good[:-4] + struct.pack("<f", float("nan"))))
        self.assert_fails(1, "model.raichi: weights .* contain NaN or infinity", "match", "runs/small", "random")
        model.unlink()
        self.assert_fails(2, "there is no such model", "match", "runs/small/models/000002", "random")
        for bad in ("0", "0s", "4x0", "4x999", "1.5", "s", "x3", "3sx"):
            self.assert_fails(2, "up to .* visits .* seconds", "match", "runs/small/models/000001@" + bad, "random")
        self.assert_fails(2, "device", "match", "runs/small/models/000001", "random", "--device", "moon")


if __name__ == "__main__":
    unittest.main()
