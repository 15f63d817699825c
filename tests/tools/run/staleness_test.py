"""tools/cluster/staleness.py"""

import json
import os
import subprocess
import unittest

from program import PROGRAM, ROOT, ProgramTest, needs_libtorch

TINY = ["network.blocks=1", "network.channels=8", "network.policy_channels=8", "network.value_channels=8",
        "selfplay.full_visits=4", "selfplay.fast_visits=2", "selfplay.max_plies=30", "workers.precision=f32",
        "workers.bench=false", "train.batch=16", "loop.samples_per_position=0.2",
        "workers.workers=1", "workers.slots=2"]  # games that end together exceed an iteration: by one at most


@needs_libtorch
class Staleness(ProgramTest):
    def measure(self, *changes):
        return subprocess.run([str(ROOT / "tools/cluster/staleness.py"), "--lags", "0,2", "--games", "40", "--iteration", "10",
                               "--pairs", "1", "--visits", "2", "--folder", self.folder, *TINY, *changes], capture_output=True, text=True,
                              env={**os.environ, "RAICHI": PROGRAM})

    def test_games_are_as_old_as_the_lag_says(self):
        done = self.measure()
        self.assertEqual(done.returncode, 0, done.stderr)
        for lag, folders in [(0, ["000000", "000001", "000002", "000003"]), (2, ["000000", "000001"])]:
            games = self.folder / f"lag-{lag}" / "games"
            self.assertEqual(sorted(folder.name for folder in games.iterdir()), folders)
            self.assertEqual((self.folder / f"lag-{lag}/models/newest").read_text().splitlines()[0], "000004")
        results = json.loads((self.folder / "staleness.json").read_text())
        self.assertEqual([result["lag"] for result in results], [0, 2])
        self.assertEqual(len(done.stdout.splitlines()), 4)
        again = self.measure()  # repeats no run
        self.assertEqual(again.stdout, done.stdout)
        self.assertNotIn("model 0", again.stderr)

    def test_a_part_that_fails_ends_it(self):
        for change, part in [("nope=1", "train failed; see .*lag-0.log"), ("workers.device=cuda:99", "selfplay failed: .*")]:
            with self.subTest(change):
                done = self.measure(change, "seed=2")
                self.assertEqual((done.returncode, done.stdout), (1, ""))
                self.assertRegex(done.stderr.splitlines()[-1], f"^staleness.py: raichi {part}$")


if __name__ == "__main__":
    unittest.main()
