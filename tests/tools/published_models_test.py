"""The models shipped in models/: small, described, exported correctly and used by default."""

import json
import os
import re
import subprocess
import sys
import unittest

from program import ROOT, ProgramTest, needs_libtorch

SPECIALISTS = [ROOT / "models/linnaeus"]
GENERALISTS = {ROOT / "models/tafl-11": 23, ROOT / "models/tafl-9": 37}  # and how many rule sets each plays
MODELS = [*SPECIALISTS, *GENERALISTS]
ONNX = os.environ.get("RAICHI_PYTHON", sys.executable)
HAS_ONNX = subprocess.run([ONNX, "-c", "import onnxruntime"], capture_output=True).returncode == 0


class PublishedModels(ProgramTest):
    def test_each_is_small_and_has_its_card(self):
        self.assertEqual(sorted((ROOT / "models").iterdir()), MODELS)
        for model in MODELS:
            self.assertEqual(sorted(path.name for path in model.iterdir()), ["README.md", "model.raichi"])
            self.assertLess((model / "model.raichi").stat().st_size, 4 << 20)
            card = (model / "README.md").read_text()
            for heading in "Rules", "Training", "Strength", "Made by":
                self.assertIn(f"\n## {heading}\n", card)

    def check_exports(self, form):
        for model in MODELS:
            for precision in "f32", "f16":
                self.output("export", model, "--format", form, "--precision", precision, "-o", "m")
                card = json.loads((self.folder / "m.json").read_text())
                rules = [one["name"] for one in card["rules"]]
                self.assertTrue(len(rules) == GENERALISTS[model] if model in GENERALISTS else rules == [model.name], rules)
                positions = 40 if model in GENERALISTS else 1000  # under each rule set
                lines = self.objects("verify", "m", "--model", model, "--positions", positions, "--json")
                self.assertEqual([line["compared"] for line in lines], ["samples of the card", *rules])
                self.assertTrue(all(line["good"] for line in lines), lines)

    @needs_libtorch
    def test_exports_say_what_the_model_says(self):
        self.check_exports("safetensors")

    @needs_libtorch
    @unittest.skipUnless(HAS_ONNX, f"{ONNX} has no onnxruntime")
    def test_so_does_onnx(self):
        self.check_exports("onnx")

    @needs_libtorch
    def test_the_word_names_it_from_any_folder(self):
        for model in SPECIALISTS:
            [result] = self.objects("match", f"models/{model.name}@8", "random", "--rules", model.name,
                                    "--pairs", "8", "--json")
            self.assertEqual(result["a"], f"models/{model.name}@8")
            self.assertGreaterEqual(result["score"], 0.9, result)

    @needs_libtorch
    def test_a_person_meets_it_by_default(self):
        for rules, model in (("linnaeus", "linnaeus"), ("cyningstan", "tafl-9"), ("brandubh", "tafl-9"), ("sea-battle-9", "tafl-9"),
                             ("copenhagen", "tafl-11")):
            text = self.output("play", "--rules", rules, "--level", "skilled", "--side", "defenders", input="quit\n")
            self.assertIn(f"against models/{model}@10 at the level skilled.", text)
            self.assertTrue(re.search(r"1\. Attackers [a-k]\d+-[a-k]\d+", text), text)

    @needs_libtorch
    def test_rule_sets_are_compared_with_the_model_that_plays_them_all(self):
        self.output("balance", "brandubh", "linnaeus", "--games", "4", "--visits", "2", "--dir", "study")
        self.assertIn("  models:\n    - models/tafl-9\n", (self.folder / "study/plan.yaml").read_text())


if __name__ == "__main__":
    unittest.main()
