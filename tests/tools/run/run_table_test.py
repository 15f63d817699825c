"""The tables that `raichi run` prints at its end."""

import unittest

from program import ROOT, ProgramTest, needs_libtorch

SMOKE = ROOT / "configs/runs/smoke.yaml"


@needs_libtorch
class RunTableTest(ProgramTest):
    def table(self, *changes):
        """The last table: its heading and the first two columns of its rows."""
        lines = self.output("run", SMOKE, "--dir", "run", "budget.games=4", *changes).splitlines()
        begin = next(i for i, line in enumerate(lines) if line.startswith("last model against"))
        end = lines.index("", begin)
        return lines[begin], [line.split()[:2] for line in lines[begin + 1:end]]

    def test_several_rule_sets_are_named(self):
        heading, rows = self.table("rules=[linnaeus, brandubh]")
        self.assertRegex(heading, r"^last model against +under +as attackers +as defenders +score +elo +±$")
        self.assertEqual(sorted(rows), [[player, rules] for player in ("playouts:2", "random") for rules in ("brandubh", "linnaeus")])

    def test_one_rule_set_is_not(self):
        heading, rows = self.table()
        self.assertNotIn("under", heading)
        self.assertEqual(sorted(row[0] for row in rows), ["playouts:2", "random"])


if __name__ == "__main__":
    unittest.main()
