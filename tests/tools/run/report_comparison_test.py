"""The page that compares the reports of several runs."""

import shutil
import unittest

from report_case import ReportCase, data_of, read


class ReportComparisonTest(ReportCase):
    def compare(self, *arguments):
        """The data of a comparison of the run with another, and what the program printed."""
        shutil.copytree(self.run_folder, self.folder / "other")
        config = self.folder / "other/config.yaml"
        text = config.read_text().replace("warmup_steps: 2", "warmup_steps: 3")
        config.write_text(text[:text.index("# sum ")])  # as an older program wrote it
        printed = self.output("report", "run", "other", *arguments)
        return data_of(self.folder / printed.strip()), printed

    def test_several_runs_are_compared(self):
        data, printed = self.compare()
        self.assertEqual(printed.strip(), "comparison.html")
        self.assertEqual([run["name"] for run in data["runs"]], ["run", "other"])
        self.assertEqual(data["differences"], [{"key": "train.warmup_steps", "values": ["2", "3"]}])
        self.assertEqual(data["warnings"], [])
        one = self.report()
        for run in data["runs"]:
            self.assertEqual(run["progress"], one["progress"])
            self.assertEqual(run["evaluation"], one["evaluation"])
        page = read(self.folder / "comparison.html")
        self.assertEqual(page.open, [])
        self.assertLessEqual({"runs", "strength", "games", "learning", "speed", "configuration"}, page.ids)

    def test_a_run_is_not_compared_with_itself(self):
        self.assert_fails(2, "report: ./run is named twice", "report", "run", "./run")

    def test_a_comparison_tells_of_what_it_lacks(self):
        shutil.copytree(self.run_folder, self.folder / "more/run")
        (self.folder / "more/run/config.yaml").write_text("rules: [")
        matches = self.folder / "more/run/metrics/matches.jsonl"
        matches.write_text("".join(line + "\n" for line in matches.read_text().splitlines() if '"b":"random"' in line))
        done = self.run_program("report", "run", "more/run", "-o", "page.html")
        self.assertEqual(done.returncode, 0, done.stderr)
        data = data_of(self.folder / "page.html")
        self.assertEqual([run["name"] for run in data["runs"]], ["run", "more/run"])
        self.assertRegex("\n".join(data["warnings"]), r"more/run: .*config.yaml")
        self.assertRegex("\n".join(data["warnings"]), r"relative to different players \(playouts:2, random\)")
        self.assertIsNone(data["runs"][1]["facts"])
        self.assertEqual(len(data["runs"][1]["progress"]["games"]), len(data["runs"][0]["progress"]["games"]))


if __name__ == "__main__":
    unittest.main()
