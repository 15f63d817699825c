"""What documents say of files and tests."""

import re
import unittest

from program import ROOT

DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("python/*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("models/**/*.md")]


def anchors(text):
    """The anchors of a document in Markdown: those that it names, and those that GitHub gives its headings."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
    words = [re.sub(r"\]\([^)]*\)", "", heading).lower() for heading in headings]
    return {re.sub(r"[^\w\- ]", "", word).replace(" ", "-") for word in words} | set(re.findall(r'<a id="([^"]+)">', text))


class Documents(unittest.TestCase):
    def check_test(self, file, name, where):
        pattern = rf"def {name}\(self\)" if file.endswith(".py") else rf"TEST(_F|_P)?\(\w+, {name}\)"
        self.assertRegex((ROOT / file).read_text(), pattern, where)

    def test_links_lead_to_files_and_headings(self):
        seen = 0
        for document in DOCUMENTS:
            for link in re.findall(r"\]\(([^)\s]+)\)", document.read_text()):
                if "://" in link:
                    continue
                seen += 1
                place, _, anchor = link.partition("#")
                target = document.parent / place if place else document
                with self.subTest(document=document.relative_to(ROOT), link=link):
                    self.assertTrue(target.exists())
                    if anchor:
                        self.assertIn(anchor, anchors(target.read_text()))
        self.assertGreater(seen, 250)

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
