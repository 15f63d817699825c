"""Boards look alike on the page that plays, in reports and in pictures: the same shapes, and colours from one list."""

import os
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(os.environ.get("RAICHI_SOURCE_DIR", pathlib.Path(__file__).parents[2]))
sys.path.insert(0, str(ROOT / "web"))
try:
    import pack  # noqa: E402
except ImportError:
    raise unittest.SkipTest("no PyYAML, with which the page is built") from None

COLOURS = pack.board_colours((ROOT / "app/draw/colours.h").read_text())
OF_BOARDS = ["web/page/board.css", "app/report/page/report.css"]


class Drawing(unittest.TestCase):
    def text(self, file):
        return (ROOT / file).read_text()

    def test_the_page_has_every_colour(self):
        listed = re.findall(r'\{"([a-z-]+)",', self.text("app/draw/colours.h"))
        self.assertGreater(len(listed), 10)
        self.assertEqual(sorted(listed + listed), sorted(re.findall(r"--([a-z-]+): #[0-9a-f]{6};", COLOURS)))

    def test_styles_define_no_board_colour_again(self):
        names = set(re.findall(r"--([a-z-]+):", COLOURS))
        for file in [*OF_BOARDS, "web/page/style.css"]:
            self.assertEqual(set(), names & set(re.findall(r"--([a-z-]+):", self.text(file))), file)

    def test_boards_use_most_of_them(self):
        for file in OF_BOARDS:
            used = set(re.findall(r"var\(--([a-z-]+)\)", self.text(file)))
            self.assertLessEqual({"wood", "goal", "dark-wood", "cross", "board-line", "camp", "marked", "dark-piece", "light-piece", "piece-edge", "captured"}, used, file)

    def test_the_crown_is_the_same(self):
        crown = "M15 45 12 21l12 9 8-15 8 15 12-9-3 24z"
        for file in ("web/page/board.css", "app/report/page/board.js", "app/draw/board_svg.cc"):
            self.assertIn(crown, self.text(file), file)
        crown_of_page = self.text("web/page/board.css")
        for name in ("crown", "crown-edge"):
            self.assertIn("%23" + re.search(rf"--{name}: #([0-9a-f]+);", COLOURS)[1], crown_of_page)


if __name__ == "__main__":
    unittest.main()
