"""Exports of models: their content, and that our own code and ONNX Runtime compute Raichi's outputs from them."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from models_test import fnv1a, with_checksum
from program import PROGRAM, ROOT, VARIANTS, ProgramTest, needs_libtorch, shown_on_terminal

sys.path.insert(0, str(ROOT / "tools"))
import encode  # noqa: E402

ONNX = os.environ.get("RAICHI_PYTHON", sys.executable)
HAS_ONNX = subprocess.run([ONNX, "-c", "import onnxruntime, onnx"], capture_output=True).returncode == 0


@needs_libtorch
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
        """Compares an export with its model under every rule set and returns all comparisons."""
        lines = self.objects("verify", name, "--model", self.model, "--positions", 20, "--json")
        self.assertEqual(len(lines), 1 + len(VARIANTS))
        return lines

    def check(self, name, *arguments):
        card = self.export(name, *arguments)
        for line in self.verify(name):
            self.assertTrue(line["good"], line)
            self.assertEqual(line["tolerance"], 0.02 if card["precision"] == "f16" else 0.0001)
        return card

    def test_safetensors(self):
        for precision in "f32", "f16":
            with self.subTest(precision):
                self.check("m", "--format", "safetensors", "--precision", precision)

    def test_the_ending_says_the_format(self):
        for ending, form in ((".safetensors", "safetensors"), (".onnx", "onnx"), ("", "onnx")):
            self.assertIn(f"m{ending}: {form}, f32", self.output("export", self.model, "-o", f"m{ending}"))
        self.assert_fails(2, "m.pth: expected the ending .onnx or .safetensors, or a --format", "export", self.model, "-o", "m.pth")
        self.assertIn("m.pth: safetensors", self.output("export", self.model, "-o", "m.pth", "--format", "safetensors"))
        self.assert_fails(2, "m.safetensors: is the name of a file in the format safetensors, not onnx",
                          "export", self.model, "-o", "m.safetensors", "--format", "onnx")

    def test_a_terminal_shows_the_progress_of_verify(self):
        self.export("progress.safetensors")
        status, text = shown_on_terminal("verify", self.folder / "progress.safetensors", "--model", self.model, "--rules", "brandubh",
                                         "--positions", "300")
        self.assertEqual(status, 0, text)
        self.assertRegex(text, r"\rbrandubh: \d+ of 300 positions.*\x1b\[K")

    @unittest.skipUnless(HAS_ONNX, f"{ONNX} has no onnxruntime")
    def test_onnx(self):
        for precision in "f32", "f16":
            with self.subTest(precision):
                self.check("m", "--precision", precision)
        with self.subTest("fixed batch"):
            self.assertEqual(self.check("m", "--batch", 7)["batch"], 7)

    @unittest.skipUnless(HAS_ONNX, f"{ONNX} has no onnxruntime")
    def test_onnx_is_what_its_specification_says(self):
        card = self.export("m.onnx")
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
        self.assertEqual(said["words"]["encoder"], "3")
        self.assertEqual(said["words"]["model_checksum"], card["training"]["model_checksum"])
        self.assertEqual(said["words"]["training.games"], card["training"]["more"]["games"])

    @unittest.skipUnless(HAS_ONNX, f"{ONNX} has no onnxruntime")
    def test_the_pages_python_says_what_the_card_says(self):
        card = self.export("quick.onnx")
        code = (ROOT / "docs/model-format.md").read_text().split("```python\n")[1].split("```")[0]
        done = subprocess.run([ONNX, "-c", code], cwd=self.folder, capture_output=True, text=True,
                              env=os.environ | {"PYTHONPATH": str(ROOT / "tools"), "PYTHONDONTWRITEBYTECODE": "1"})
        self.assertEqual(done.returncode, 0, done.stderr)
        value, policy = done.stdout.split(maxsplit=2)[1:]
        expected = card["samples"][3]["output"]
        self.assertAlmostEqual(float(value), expected["wdl"][0] - expected["wdl"][2], places=4)
        said = {move: float(p) for move, p in re.findall(r"'(\w+-\w+)': (?:np\.float\d+\()?([-.e\d]+)", policy)}
        self.assertEqual(said.keys(), expected["policy"].keys())
        for move, probability in expected["policy"].items():
            self.assertAlmostEqual(said[move], probability, places=4)

    def test_a_python_without_onnxruntime_is_an_error(self):
        self.export("m.onnx")
        done = subprocess.run([PROGRAM, "verify", "m.onnx"], cwd=self.folder, capture_output=True, text=True,
                              env=os.environ | {"RAICHI_PYTHON": "/nonexistent/python"})
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "m.onnx: .*pip install numpy onnxruntime.*: cannot run /nonexistent/python: No such file")
        # A Python without site-packages.
        bare = self.write("bare", f'#!/bin/sh\nexec {sys.executable} -I -S "$@"\n')
        bare.chmod(0o755)
        done = subprocess.run([PROGRAM, "verify", "m.onnx"], cwd=self.folder, capture_output=True, text=True,
                              env=os.environ | {"RAICHI_PYTHON": str(bare)})
        self.assertRegex(done.stderr, "m.onnx: .*pip install numpy onnxruntime.*: ModuleNotFoundError: ")
        unset = {name: value for name, value in os.environ.items() if name != "RAICHI_PYTHON"}
        said = [subprocess.run([PROGRAM, "verify", "m.onnx"], cwd=self.folder, capture_output=True, text=True, env=env)
                for env in (unset, unset | {"RAICHI_PYTHON": ""})]
        self.assertEqual((said[0].stdout, said[0].stderr), (said[1].stdout, said[1].stderr))

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
        [*_, iteration] = (self.model / "metrics/progress.jsonl").read_text().splitlines()
        self.assertEqual(int(card["training"]["more"]["games"]), json.loads(iteration)["games"])

    def test_a_card_that_a_line_was_changed_in(self):
        card = self.export("m.safetensors")

        def refused(pattern, change):
            changed = json.loads(json.dumps(card))
            change(changed)
            self.write("changed.json", json.dumps(changed))
            self.assert_fails(1, pattern, "verify", "m.safetensors", "--card", "changed.json")

        refused("checksum", lambda c: c.update(checksum="0" * 16))
        refused("the input of the sample", lambda c: c["samples"][3]["input"]["numbers"].__setitem__(6, 0.5))
        refused("the quiet_plies of the sample", lambda c: c["samples"][3].update(quiet_plies=77))
        refused("game is over|not legal|illegal", lambda c: c["samples"][3].update(moves="a1-a2"))
        refused("no samples", lambda c: c.update(samples=[]))
        refused("batch is 0", lambda c: c.update(batch=0))
        refused("canvas is 99", lambda c: c["network"].update(canvas=99))
        refused("ashton-bologna needs a canvas of 9", lambda c: c["network"].update(canvas=7))
        refused("differs by more", lambda c: c["samples"][0]["output"].update(wdl=[1, 0, 0]))
        refused("damaged", lambda c: c["samples"][0]["output"].pop("wdl"))
        refused("version", lambda c: c.update(version=2))
        refused("changed.json: the export is for encoder version a list", lambda c: c["network"].update(encoder=[[[]]]))
        refused("changed.json: the `wdl` of a sample has 1 number, expected 3",
                lambda c: c["samples"][0]["output"].update(wdl=[1]))
        self.write("none.json", "{}")
        self.assert_fails(1, "not a model card", "verify", "m.safetensors", "--card", "none.json")

    def test_a_card_of_another_model_is_named(self):
        self.export("m.safetensors", "--format", "safetensors")
        done = self.run_program("verify", "m.safetensors", "--model", "models/linnaeus", "--rules", "linnaeus", "--positions", "50")
        self.assertEqual(done.returncode, 1)
        self.assertIn("; by its card it was not exported from models/linnaeus", done.stderr)

    def test_what_is_not_there_is_named_before_the_work(self):
        self.assert_fails(1, "nope: there is no such file", "verify", "nope")
        self.write("alone.onnx", "version https://git-lfs.github.com/spec/v1")
        self.assert_fails(1, r"alone.onnx: its model card alone.onnx.json is missing; `raichi export` writes it", "verify", "alone.onnx")
        self.export("m.safetensors")
        for wrong in ("--model", "nowhere"), ("--model", self.model, "--rules", "nowhere"):
            done = self.run_program("verify", "m.safetensors", *wrong)
            self.assertIn("'nowhere'", done.stderr)
            self.assertEqual(done.stdout, "")

    @unittest.skipUnless(HAS_ONNX, f"{ONNX} has no onnxruntime")
    def test_a_damaged_onnx_file_is_not_blamed_on_python(self):
        card = self.export("m.onnx")
        (self.folder / "m.onnx").write_bytes(b"nonsense")
        self.write("m.onnx.json", json.dumps(card | {"checksum": f"{fnv1a(b'nonsense'):016x}"}))
        done = self.run_program("verify", "m.onnx")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "m.onnx: ONNX Runtime cannot run it: ")
        self.assertNotIn("pip install", done.stderr)

    def test_weights_that_lack_a_layer(self):
        card = self.export("m.safetensors")
        data = (self.folder / "m.safetensors").read_bytes()
        self.assertIn(b'"stem.weight"', data)
        data = with_checksum(data.replace(b'"stem.weight"', b'"stem.weighu"'))
        (self.folder / "m.safetensors").write_bytes(data)
        self.write("m.safetensors.json", json.dumps(card | {"checksum": f"{fnv1a(data):016x}"}))
        self.assert_fails(1, "m.safetensors: lacks the weights stem.weight$", "verify", "m.safetensors")

    def test_the_card_in_place_of_the_export(self):
        self.export("m.onnx")
        self.assert_fails(2, "m.onnx.json: is a model card; name the export beside it, m.onnx$", "verify", "m.onnx.json")
        self.write("m.onnx", "version https://git-lfs.github.com/spec/v1")
        self.assert_fails(1, "it holds a Git LFS pointer", "verify", "m.onnx")

    def test_a_file_name_that_is_not_utf_8(self):
        name = os.fsdecode(b"\xff.onnx")
        self.output("export", self.model, "-o", name, "--json")
        self.assertEqual(json.loads((self.folder / (name + ".json")).read_text())["file"], r"\xFF.onnx")

    def test_only_files_that_can_have_a_card(self):
        os.mkfifo(self.folder / "pipe.onnx")
        for output in "/dev/stdout", "pipe.onnx":
            self.assert_fails(2, "expected a regular file, since the model card lies beside it",
                              "export", self.model, "-o", output)
        self.assertFalse(os.path.exists("/dev/stdout.json"))

    def test_a_model_is_not_overwritten(self):
        other = self.folder / "other.raichi"
        other.write_text("another model")
        (self.folder / "link.onnx").symlink_to(other)
        for output in "other.raichi", "new.raichi", "link.onnx":
            self.assert_fails(2, "--output .*: .raichi is the ending of models", "export", self.model, "--format", "onnx", "-o", output)
        self.assertEqual(other.read_text(), "another model")
        self.assertFalse((self.folder / "new.raichi").exists())

    def test_a_full_disk_changes_neither_file(self):
        """A limit on the size of files stands for the full disk: the smaller of the two would fit."""
        self.export("m.onnx")
        files = [self.folder / "m.onnx", self.folder / "m.onnx.json"]
        before = [file.read_bytes() for file in files]
        done = self.run_on_full_disk("export", self.model, "-o", "m.onnx", "--precision", "f16", "--rules", ",".join(VARIANTS),
                                     most_bytes=max(map(len, before)) - 8192)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("cannot write: File too large", done.stderr)
        self.assertEqual([file.read_bytes() for file in files], before)
        self.assertEqual(sorted(self.folder.iterdir()), files)

    def test_another_file_than_the_cards(self):
        self.export("m.safetensors")
        (self.folder / "m.safetensors").write_bytes(bytes(100))
        self.assert_fails(1, "checksum", "verify", "m.safetensors")

    def test_rules_of_ones_own(self):
        text = (ROOT / "configs/rules/brandubh.yaml").read_text().replace("name: brandubh", "name: my-own")
        self.write("my.yaml", text)
        self.output("export", self.model, "-o", "m.safetensors", "--rules", "my.yaml")
        lines = self.objects("verify", "m.safetensors", "--model", self.model, "--positions", 70, "--json")
        self.assertEqual([line["compared"] for line in lines], ["samples of the card", "my-own"])

    def test_the_model_itself_is_not_overwritten(self):
        self.output("export", self.model, "-o", "m.onnx")
        shutil.copy(sorted((self.model / "models").glob("0*"))[-1] / "model.raichi", self.folder)
        self.assert_fails(2, "is the model itself", "export", "model.raichi", "-o", "model.raichi")
        self.assert_fails(1, "nowhere/m.onnx: cannot create: No such", "export", "model.raichi", "-o", "nowhere/m.onnx")
        self.assert_fails(1, "cannot write: Is a directory", "export", "model.raichi", "-o", ".")

    @unittest.skipUnless(HAS_ONNX, f"{ONNX} has no onnxruntime")
    def test_modules_in_the_folder_are_not_run(self):
        self.export("m.onnx")
        for name in "onnxruntime", "struct", "numpy":
            self.write(name + ".py", "raise SystemExit('not mine')")
        self.output("verify", "m.onnx")

    @unittest.skipUnless(HAS_ONNX, f"{ONNX} has no onnxruntime")
    def test_an_export_of_another_network(self):
        self.export("m.onnx")
        other = self.home / "other"
        if not other.exists():
            subprocess.run([PROGRAM, "run", ROOT / "configs/runs/smoke.yaml", "--dir", other, "budget.games=1",
                            "evaluation.final_pairs=0"], check=True, capture_output=True)
        self.output("export", other, "-o", "small.onnx")
        card = json.loads((self.folder / "small.onnx.json").read_text())
        card["network"]["canvas"] = 11
        self.write("small.onnx.json", json.dumps(card))
        self.assert_fails(1, "small.onnx", "verify", "small.onnx")

    def test_wrong_use(self):
        self.assert_fails(2, "expected a model", "export", "nothing")
        self.assert_fails(2, "takes any number", "export", self.model, "--format", "safetensors", "--batch", "4")
        self.assert_fails(2, "dynamic or a number", "export", self.model, "--batch", "none")
        self.assert_fails(2, "a number from 1 to 65536", "export", self.model, "--batch", "99999999999")
        self.assert_fails(2, "rules 'hnefatafl-of-nowhere': neither a file nor the name of a rule set(?!.*--rules)",
                          "export", self.model, "--rules", "hnefatafl-of-nowhere")


class Encoder(ProgramTest):
    """tools/encode.py against `raichi encode`, bit for bit, along games of many rule sets."""

    def test_every_position_of_games(self):
        for name in [*VARIANTS, "copenhagen", "magpie", "thrones-and-bones", "imperial-contest", "alea-evangelii",
                     "ard-ri-ludii", "minitafl"]:
            self.compare_games(name)

    def test_keys_that_no_shipped_rules_have(self):
        for name in ["thrones-and-bones+edge.hostile=[attackers]", "linnaeus+king.armed=hammer", "linnaeus+king.armed=anvil",
                     "ashton-bologna+camps.hostile=[attackers_same_camp]", "thrones-and-bones+throne.pass=[attackers,king]"]:
            self.compare_games(name)

    def test_the_royal_attacker_is_an_attacker(self):
        position = "4b4/9/2T6/9/9/9/9/1t1K5/9 a"
        rules = "thrones-and-bones+throne.pass=[attackers]+edge.hostile=[attackers]+board.setup=4b4/9/2T6/9/9/9/9/1t1K5/9"
        data = self.objects("rules", rules, "--json")[0]["rules"]
        line = self.objects("encode", "--rules", rules)[0]
        self.assertEqual(line["position"].split()[:2], position.split())
        planes, _ = encode.encode(data, line["position"])
        self.assertEqual(planes, line["input"]["planes"])
        self.assertTrue(planes[18][3] >> 4 & 1)  # he passes the throne

    def test_attackers_that_left_their_camp(self):
        """Uses changed rules, since no shipped rules let such attackers stop on a camp again."""
        text = (ROOT / "configs/rules/ashton-bologna.yaml").read_text().replace("stop: [attackers_same_camp]",
                                                                              "stop: [attackers, defenders]")
        self.write("open.yaml", text.replace("pass: [attackers_same_camp]", "pass: [attackers_same_camp, defenders]"))
        strays = self.compare_games("open.yaml", "random", pairs=3)
        self.assertGreater(strays, 20)

    def compare_games(self, rules, second="greedy", pairs=1):
        self.output("match", "random", second, "--rules", rules, "--pairs", pairs, "--records", "m.games")
        data = self.objects("rules", rules, "--json")[0]["rules"]
        strays = 0
        for game in self.objects("games", "m.games", "--json"):
            with self.subTest(rules, game=game["id"]):
                strays += self.compare(rules, data, " ".join(game["moves"].split()[:100]))
        (self.folder / "m.games").unlink()
        return strays

    def compare(self, name, rules, played):
        """Returns the number of positions that had strays."""
        moves = [tuple(encode.square(s) for s in word.split("x")[0].split("-")) for word in played.split()]
        strays = 0
        for line in self.objects("encode", "--rules", name, "--moves", played):
            planes, numbers = encode.encode(rules, line["position"], moves[:line["plies"]], line["occurrences"],
                                            line["quiet_plies"], line["plies"])
            self.assertEqual(planes, line["input"]["planes"], line["position"])
            self.assertEqual(numbers, [encode.f32(x) for x in line["input"]["numbers"]], line["position"])
            strays += any(planes[8])
        return strays


if __name__ == "__main__":
    unittest.main()
