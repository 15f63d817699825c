"""What documents say of files and tests."""

import re
import unittest

from program import ROOT


class Documents(unittest.TestCase):
    def test_the_tests_that_the_list_of_faults_names_are_there(self):
        rows = re.findall(r"^\| (?!situation|---).*\|$", (ROOT / "docs/faults.md").read_text(), re.MULTILINE)
        self.assertGreater(len(rows), 50)
        for row in rows:
            file, name = re.search(r"\| `(tests/\S+)`: `(\w+)` \|$", row).groups()
            pattern = rf"def {name}\(self\)" if file.endswith(".py") else rf"TEST(_F|_P)?\(\w+, {name}\)"
            self.assertRegex((ROOT / file).read_text(), pattern, row)


if __name__ == "__main__":
    unittest.main()
