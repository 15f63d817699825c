"""The page on every size of window, in a game long enough that its list of moves scrolls."""

import json

from page_case import ROOT, PageCase, unittest

HEIGHTS = {320: (480, 568), 390: (568, 844), 768: (500, 1024), 1024: (568, 1366), 1280: (568, 1024), 1366: (600, 768), 1440: (700, 900),
           1536: (700, 864), 1920: (700, 1200), 2560: (900, 1440), 3840: (900, 2160)}  # by width, of a low and of a high window
SIZES = [(width, height) for width, heights in HEIGHTS.items() for height in heights]
LEAST_CONTROLS = 260  # pixels
PLIES = 60
GAMES = [json.loads(line).get("moves", "").split() for line in (ROOT / "tests/vectors/linnaeus.jsonl").read_text().splitlines()]
GAME = next(moves for moves in GAMES if len(moves) > PLIES)[:PLIES]

# The buttons and summaries whose text is wider than they are, but for the board's.
CROWDED = """return [...document.querySelectorAll('#now button, #panel button, #panel summary')].filter(one => one.scrollWidth > one.clientWidth)
    .map(one => `${one.id}: ${one.textContent}`);"""
# What the reader sees of the current move: how far it is outside the box of the list, above or below.
HIDDEN = """
    const [box, move] = ['#moves', '#moves [aria-current]'].map(name => document.querySelector(name)?.getBoundingClientRect());
    return move ? Math.max(box.top - move.top, move.bottom - box.bottom) : 'no move is the current one';"""


class SizeTest(PageCase):
    def assert_fits(self, width):
        self.assertEqual(width, self.browser.run("return Math.max(innerWidth, document.documentElement.scrollWidth)"))
        controls = self.browser.run("return ['now', 'panel'].map(id => document.getElementById(id).getBoundingClientRect().width)")
        self.assertGreaterEqual(min(controls), LEAST_CONTROLS)
        self.assertEqual([], self.browser.run(CROWDED))

    def assert_sees_move(self, ply):
        self.browser.wait(f"document.querySelector('#moves [aria-current]')?.dataset.ply === '{ply}'", 30)
        self.assertLessEqual(self.browser.run(HIDDEN), 0)

    def at_every_size(self, check):
        """Calls `check(width, height)` with the game on every size of window."""
        self.open(f"people=both&model=&seed=1#moves={'.'.join(GAME)}")
        for width, height in SIZES:
            with self.subTest(width=width, height=height):
                self.browser.show(width, height)
                self.visit("people=both&model=&seed=1")  # a reload
                self.wait_for_turn()
                check(width, height)

    def test_nothing_is_wider_than_its_place(self):
        def check(width, _):
            self.assert_fits(width)
            self.browser.run("document.querySelector('#moves [data-ply=\"30\"]').click()")
            self.browser.wait("!document.getElementById('from-here').hidden")
            self.assert_fits(width)
            self.browser.run("for (const one of document.querySelectorAll('details:not(#setup)')) one.open = true")
            self.assert_fits(width)
            self.browser.run("document.getElementById('setup').open = true")
            self.assert_fits(width)
        self.at_every_size(check)

    def test_the_list_shows_the_current_move(self):
        def check(width, height):
            self.assert_sees_move(PLIES)
            self.browser.click("#first")
            self.browser.wait("document.getElementById('moves').scrollTop === 0")
            for selector, ply in (("#later", 1), ("#moves [data-ply='30']", 30), ("#earlier", 29), ("#last", PLIES)):
                self.browser.run("document.querySelector(args[0]).click()", selector)
                self.assert_sees_move(ply)
            self.take_picture(f"size-{width}-{height}")
        self.at_every_size(check)

    def test_the_board_is_as_large_as_the_window_allows(self):
        """Beside controls, the board takes the height of the window, or else all the width that the controls leave."""
        for width, height in SIZES:
            if width < 1000:
                continue
            with self.subTest(width=width, height=height):
                self.browser.show(width, height)
                board, controls = self.browser.run("return ['board', 'now'].map(id => document.getElementById(id).getBoundingClientRect().width)")
                self.assertTrue(board >= height - 160 or board + controls >= width - 80, (board, controls))


if __name__ == "__main__":
    unittest.main()
