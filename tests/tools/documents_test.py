"""What documents say of files and tests."""

import re
import unittest

from program import ROOT


class Documents(unittest.TestCase):
    def check_test(self, file, name, where):
        pattern = rf"def {name}\(self\)" if file.endswith(".py") else rf"TEST(_F|_P)?\(\w+, {name}\)"
        self.assertRegex((ROOT / file).read_text(), pattern, where)

    def test_the_tests_that_the_list_of_faults_names_are_there(self):
        rows = re.findall(r"^\| (?!situation|---).*\|$", (ROOT / "docs/faults.md").read_text(), re.MULTILINE)
        self.assertGreater(len(rows), 50)
        for row in rows:
            self.check_test(*re.search(r"\| `(tests/\S+)`: `(\w+)` \|$", row).groups(), row)

    def test_the_tests_that_the_notes_of_first_use_name_are_there(self):
        named = re.findall(r"`((?:python/)?tests/\S+?)`(?:: `(\w+)`)?", (ROOT / "docs/first-use.md").read_text())
        self.assertGreater(len(named), 10)
        for file, name in named:
            self.assertTrue((ROOT / file).exists(), file)
            if name:
                self.check_test(file, name, file)


if __name__ == "__main__":
    unittest.main()
