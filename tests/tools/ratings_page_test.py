"""docs/ratings.md says what the results beside it say."""

import shutil
import unittest

from program import ROOT, ProgramTest


class RatingsPage(ProgramTest):
    def test_the_tables_are_those_of_the_results(self):
        page = (ROOT / "docs/ratings.md").read_text()
        files = sorted((ROOT / "docs/ratings").iterdir())
        self.assertGreater(len(files), 0)
        for file in files:
            shutil.copy(file, self.folder)
            self.assertIn(self.output("rate", "--results", file.name), page)

    def test_every_pairing_was_played_to_its_end(self):
        self.assertEqual(len((ROOT / "docs/ratings/linnaeus.jsonl").read_text().splitlines()), 9 * 8 // 2)


if __name__ == "__main__":
    unittest.main()
