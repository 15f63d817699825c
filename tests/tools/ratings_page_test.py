"""docs/ratings.md agrees with the results beside it."""

import json
import shutil
import unittest

from program import ROOT, ProgramTest


class RatingsPage(ProgramTest):
    def test_the_tables_are_those_of_the_results(self):
        page = (ROOT / "docs/ratings.md").read_text()
        files = sorted((ROOT / "docs/ratings").iterdir())
        self.assertLessEqual({path.name for path in (ROOT / "models").iterdir()}, {file.stem for file in files})
        for file in files:
            shutil.copy(file, self.folder)
            self.assertIn(self.output("rate", "--results", file.name), page)

    def test_every_pairing_was_played_to_its_end(self):
        for file in (ROOT / "docs/ratings").iterdir():
            results = [json.loads(line) for line in file.read_text().splitlines()]
            players = {result[name] for result in results for name in "ab"}
            self.assertEqual(len(results), len(players) * (len(players) - 1) // 2, file)


if __name__ == "__main__":
    unittest.main()
