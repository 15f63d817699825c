"""tools/pool_effects.py computes published comparisons again."""
import importlib.util
import os
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(os.environ["RAICHI_SOURCE_DIR"])


@unittest.skipUnless(importlib.util.find_spec("scipy"), "needs scipy")
class PoolEffects(unittest.TestCase):
    def rows(self, study):
        command = [sys.executable, ROOT / "tools/pool_effects.py", ROOT / "docs/balance" / study]
        lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
        cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
        return {(kind, label): (points, elo, float(p), float(holm)) for kind, label, points, elo, p, holm in cells}

    def test_the_table_of_the_documentation(self):
        rows = self.rows("eleven")
        self.assertEqual(rows["change", "weak king"][1], "+296 (+187 to +404)")
        self.assertLess(rows["change", "weak king"][3], 1e-4)
        self.assertEqual(rows["change", "defenders first"][3], 1)
        for kind in ("change", "path"):
            family = sorted((p, holm) for (of, _), (_, _, p, holm) in rows.items() if of == kind)
            self.assertAlmostEqual(family[0][1], min(1, len(family) * family[0][0]), delta=0.05 * family[0][1])

    def test_a_factorial_is_left_out(self):
        rows = self.rows("networks")
        self.assertEqual({kind for kind, _ in rows}, {"change", "path"})
        self.assertLess(rows["change", "king may return"][3], 0.05)


if __name__ == "__main__":
    unittest.main()
