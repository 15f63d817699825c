"""Names of files and variables of the environment are any bytes: no work is lost, no line is forged."""

import json
import os
import shutil
import subprocess
import unittest
import unittest.mock

from program import PROGRAM, ROOT, ProgramTest, needs_libtorch

BYTES = os.fsdecode(b"m\xff\n\x9b")
SHOWN = r"m\xFF\n\x9B"


class Names(ProgramTest):
    def model(self, name):
        """Copies a model into a folder of this name."""
        (self.folder / name).mkdir()
        shutil.copy(ROOT / "models/linnaeus/model.raichi", self.folder / name)
        return f"{name}/model.raichi"

    @needs_libtorch
    def test_a_game_against_any_model_is_saved(self):
        self.output("play", "--opponent", self.model(BYTES), input="save g.jsonl\nsave g.otg\nquit\n")
        saved = json.loads((self.folder / "g.jsonl").read_text())
        self.assertTrue(saved["defenders"].startswith("m\\xFF\n\\x9B/model.raichi"), saved)
        self.assertIn(f"[defenders:{SHOWN}/model.raichi", (self.folder / "g.otg").read_text())

    @needs_libtorch
    def test_results_name_any_model(self):
        models = [self.model(os.fsdecode(b"m\xff")) + "@4", self.model(r"m\xFF") + "@4", "random"]
        arguments = ["rate", *models, "--pairs", "1", "--results", "r.jsonl"]
        self.output(*arguments)
        results = (self.folder / "r.jsonl").read_text()
        names = {json.loads(line)[player] for line in results.splitlines() for player in "ab"}
        self.assertEqual(len(names), 3)
        self.assertIn(r"m\xFF/model.raichi@4", self.output(*arguments))  # and plays no more games
        self.assertEqual((self.folder / "r.jsonl").read_text(), results)

    @needs_libtorch
    def test_a_job_has_any_name(self):
        run = ["run", ROOT / "configs/runs/smoke.yaml", "--dir", "r", "budget.games=4", "evaluation.every=0"]
        with unittest.mock.patch.dict(os.environ, SLURM_JOB_ID=os.fsdecode(b"\xff\nr: healthy")):
            self.output(*run)
            self.output("selfplay", "r", "--games", "1")
        [claim] = (self.folder / "r/streams").iterdir()
        self.assertEqual(json.loads(claim.read_text())["SLURM_JOB_ID"], "\\xFF\nr: healthy")
        self.assertNotIn("r: healthy", self.lines("status", "r"))

    def test_an_error_is_one_line(self):
        done = subprocess.run([PROGRAM, "games", b"x\nraichi: \xe2\x80\xae\x9b"], capture_output=True, cwd=self.folder)
        self.assertEqual(done.stderr.count(b"\n"), 1)
        self.assertIn(rb"x\nraichi: \u202E\x9B", done.stderr)


if __name__ == "__main__":
    unittest.main()
