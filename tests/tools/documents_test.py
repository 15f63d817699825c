"""What documents link to, and how long their sentences are."""

import re
import unittest

from program import ROOT

DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("python/*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("models/**/*.md")]

MOST_WORDS = 35  # of a sentence


def anchors(text):
    """The anchors of a document in Markdown: those that it names, and those that GitHub gives its headings."""
    headings = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE)
    words = [re.sub(r"\]\([^)]*\)", "", heading).lower() for heading in headings]
    return {re.sub(r"[^\w\- ]", "", word).replace(" ", "-") for word in words} | set(re.findall(r'<a id="([^"]+)">', text))


def sentences(text):
    """The sentences of a document in Markdown, without code blocks, tables and headings. An item of a list begins a new one,
    and code within a line counts as a word."""
    text = re.sub(r"^ *```.*?^ *```$", "\n", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^ *(\||#+ ).*$", "\n", text, flags=re.MULTILINE)
    text = re.sub(r"^ *([-*]|\d+\.) ", "\n\n", text, flags=re.MULTILINE)
    text = re.sub(r"`[^`]+`", "Code", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", lambda link: link[1][:1].upper() + link[1][1:], text)
    text = re.sub(r"<[^>]+>", "", text)
    for paragraph in re.split(r"\n\s*\n", text):
        yield from re.split(r"(?<=[.!?])[\"')*_]*\s+(?![a-z])", " ".join(paragraph.split()))


class Documents(unittest.TestCase):
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

    def test_sentences_are_short(self):
        for document in DOCUMENTS:
            name = str(document.relative_to(ROOT))
            if re.match("docs/balance/[^/]+/", name):  # pages of studies, some of them generated
                continue
            for sentence in sentences(document.read_text()):
                with self.subTest(document=name, sentence=sentence):
                    self.assertLessEqual(len(re.findall(r"\S*\w\S*", sentence)), MOST_WORDS)


if __name__ == "__main__":
    unittest.main()
