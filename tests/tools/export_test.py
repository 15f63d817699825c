"""Exports of models: what they hold, and that they say what Raichi says, by LibTorch and by ONNX Runtime."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from program import PROGRAM, ROOT, ProgramTest

sys.path.insert(0, str(ROOT / "tools"))
import encode  # noqa: E402

VARIANTS = sorted(path.stem for path in (ROOT / "configs/rules").glob("*.yaml"))
ONNX = os.environ.get("RAICHI_PYTHON", sys.executable)
HAS_ONNX = subprocess.run([ONNX, "-c", "import onnxruntime, onnx"], capture_output=True).returncode == 0


class Exports(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.home = pathlib.Path(tempfile.mkdtemp(prefix="raichi-export-"))
        cls.addClassCleanup(shutil.rmtree, cls.home)
        subprocess.run([PROGRAM, "run", ROOT / "configs/runs/smoke.yaml", "--dir", cls.home / "run",
                        "network.canvas=11", "budget.games=1", "evaluation.final_pairs=0"],
                       check=True, capture_output=True)
        cls.model = cls.home / "run"

    def export(self, name, *arguments):
        [line] = self.objects("export", self.model, "-o", name, "--rules", ",".join(VARIANTS), "--json", *arguments)
        self.assertEqual(line["card"], name + ".json")
        return json.loads((self.folder / line["card"]).read_text())

    def verify(self, name):
        """Every comparison of an export with its model under every rule set."""
        lines = self.objects("verify", name, "--model", self.model, "-n", 20, "--json")
        self.assertEqual(len(lines), 1 + len(VARIANTS))
        return lines

    def check(self, name, *arguments):
        card = self.export(name, *arguments)
        for line in self.verify(name):
            self.assertTrue(line["good"], line)
            self.assertEqual(line["tolerance"], 0.02 if card["precision"] == "f16" else 0.0001)
        return card

    def test_torchscript_and_safetensors(self):
        for form in "torchscript", "safetensors":
            for precision in "f32", "f16":
                with self.subTest(form, precision=precision):
                    self.check("m", "--format", form, "--precision", precision)

    @unittest.skipUnless(HAS_ONNX, f"{ONNX} has no onnxruntime")
    def test_onnx(self):
        for precision in "f32", "f16":
            with self.subTest(precision):
                self.check("m", "--precision", precision)
        with self.subTest("fixed batch"):
            self.assertEqual(self.check("m", "--batch", 7)["batch"], 7)

    @unittest.skipUnless(HAS_ONNX, f"{ONNX} has no onnxruntime")
    def test_onnx_is_what_its_specification_says(self):
        self.export("m.onnx")
        code = """if True:
            import json, onnx, sys
            model = onnx.load("m.onnx")
            onnx.checker.check_model(model, full_check=True)
            print(json.dumps({"operators": [o.version for o in model.opset_import],
                              "domains": sorted({n.domain for n in model.graph.node}),
                              "words": {p.key: p.value for p in model.metadata_props}}))"""
        done = subprocess.run([ONNX, "-c", code], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        said = json.loads(done.stdout)
        self.assertEqual((said["operators"], said["domains"]), ([17], [""]))
        self.assertEqual(json.loads(said["words"]["rules"]), ["linnaeus"])
        self.assertEqual(said["words"]["encoder"], "1")

    def test_a_python_without_onnxruntime_is_an_error(self):
        self.export("m.onnx")
        done = subprocess.run([PROGRAM, "verify", "m.onnx"], cwd=self.folder, capture_output=True, text=True,
                              env=os.environ | {"RAICHI_PYTHON": "/nonexistent/python"})
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "m.onnx: .*pip install onnxruntime")

    def test_the_card(self):
        card = self.export("m.safetensors", "--format", "safetensors")
        self.assertEqual((card["format"], card["version"], card["file"]), ("raichi model card", 1, "m.safetensors"))
        self.assertEqual(card["bytes"], (self.folder / "m.safetensors").stat().st_size)
        self.assertEqual([rules["name"] for rules in card["rules"]], VARIANTS)
        self.assertEqual((len(card["samples"]), card["network"]["canvas"]), (10, 11))
        moves = card["policy"]["moves"]
        self.assertEqual((len(moves), moves[0], moves[1]), (4840, "a1-b1", None))
        self.assertEqual(moves[(3 * 11 + 4) * 40 + 1 * 4 + 2], "e4-e6")
        for sample in card["samples"]:
            self.assertAlmostEqual(sum(sample["output"]["wdl"]), 1, places=5)
            self.assertAlmostEqual(sum(sample["output"]["policy"].values()), 1, places=4)
        self.assertEqual(encode.check(card), [])

    def test_a_card_that_a_line_was_changed_in(self):
        card = self.export("m.pt", "--format", "torchscript")

        def refused(pattern, change):
            changed = json.loads(json.dumps(card))
            change(changed)
            self.write("changed.json", json.dumps(changed))
            self.assert_fails(1, pattern, "verify", "m.pt", "--card", "changed.json")

        refused("checksum", lambda c: c.update(checksum="0" * 16))
        refused("inputs of the position", lambda c: c["samples"][3]["input"]["numbers"].__setitem__(6, 0.5))
        refused("differs by more", lambda c: c["samples"][0]["output"].update(wdl=[1, 0, 0]))
        refused("damaged", lambda c: c["samples"][0]["output"].pop("wdl"))
        refused("version", lambda c: c.update(version=2))
        self.write("none.json", "{}")
        self.assert_fails(1, "no model card", "verify", "m.pt", "--card", "none.json")

    def test_another_file_than_the_cards(self):
        self.export("m.pt", "--format", "torchscript")
        (self.folder / "m.pt").write_bytes(b"PK" + bytes(100))
        self.assert_fails(1, "checksum", "verify", "m.pt")

    def test_wrong_use(self):
        self.assert_fails(2, "expected a model", "export", "nothing")
        self.assert_fails(2, "takes any number", "export", self.model, "--format", "torchscript", "--batch", "4")
        self.assert_fails(2, "dynamic or a number", "export", self.model, "--batch", "none")
        self.assert_fails(1, "neither a file nor", "export", self.model, "--rules", "hnefatafl-of-nowhere")


class Encoder(ProgramTest):
    """tools/encode.py against `raichi encode`, bit for bit, along games of every rule set."""

    def test_every_position_of_games(self):
        for name in VARIANTS:
            self.output("match", "random", "greedy", "--rules", name, "--pairs", 1, "--records", f"{name}.games")
            rules = self.objects("rules", name, "--json")[0]["rules"]
            for game in self.objects("games", f"{name}.games", "--json"):
                with self.subTest(name, game=game["id"]):
                    self.compare(name, rules, " ".join(game["moves"].split()[:100]))

    def compare(self, name, rules, played):
        words = [word for line in self.objects("replay", "--rules", name, "--moves", played, "--json")
                 if (word := line.get("move"))]
        moves = [tuple(encode.square(s) for s in word.split("x")[0].split("-")) for word in words]
        seen, quiet = [], 0
        for line in self.objects("encode", "--rules", name, "--moves", played):
            ply = line["plies"]
            if ply > 0:
                quiet = 0 if "x" in words[ply - 1] else quiet + 1
            seen.append(line["position"])
            planes, numbers = encode.encode(rules, line["position"], moves[:ply], seen.count(line["position"]), quiet, ply)
            self.assertEqual(planes, line["planes"], line["position"])
            self.assertEqual(numbers, [encode.f32(x) for x in line["numbers"]], line["position"])


if __name__ == "__main__":
    unittest.main()
