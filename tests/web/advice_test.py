"""What the page tells besides the game: arrows of the best moves, the study's figure of the rules; and its sound."""

import json

import axe
from page_case import PAGE, PageCase, unittest

ARROWS = "return [...document.querySelectorAll('#arrows path')].map(path => path.dataset.move)"


class ArrowTest(PageCase):
    def wait_for_arrows(self):
        self.browser.wait("document.querySelectorAll('#arrows path').length === 4", 30)

    def test_they_show_the_best_moves_if_asked(self):
        self.open("people=both&model=&seed=1")
        self.browser.wait("/400 of 400/.test(document.getElementById('thinking').textContent)", 60)
        self.assertEqual([], self.browser.run(ARROWS))
        self.browser.run("document.querySelector('[name=arrows]').focus()")
        self.browser.press("Space")
        self.wait_for_arrows()
        moves = self.browser.run(ARROWS)
        self.assertIn(f": {moves[-1]} ", self.text("#thinking"))  # the best is drawn last
        self.assertEqual(["arrow", "arrow", "arrow", "arrow best"], self.browser.run("return [...document.querySelectorAll('#arrows path')].map(path => path.getAttribute('class'))"))
        self.assert_they_lie_on_their_moves()
        self.browser.click("#flip")
        self.assertEqual(moves, self.browser.run(ARROWS))
        self.assert_they_lie_on_their_moves()
        self.assertEqual([], axe.violations(self.browser))
        self.take_picture("arrows")
        self.visit("seed=1")  # a reload
        self.wait_for_arrows()

    def assert_they_lie_on_their_moves(self):
        wrong = self.browser.run("""
            const at = selector => document.querySelector(selector).getBoundingClientRect();
            return [...document.querySelectorAll('#arrows path')].filter(path => {
                const [from, to] = path.dataset.move.split('-').map(square => at(`[data-square=${square}]`)), box = path.getBoundingClientRect();
                const left = Math.min(from.left, to.left), right = Math.max(from.right, to.right);
                const top = Math.min(from.top, to.top), bottom = Math.max(from.bottom, to.bottom);
                const slack = Math.max(right - left, bottom - top) - Math.max(box.width, box.height);
                return box.left < left || box.right > right || box.top < top || box.bottom > bottom || slack > 1.2 * from.width;
            }).map(path => path.dataset.move)""")
        self.assertEqual([], wrong)

    def test_none_help_a_person_against_raichi(self):
        self.open("people=attackers&model=&strength=1v&seed=1")
        self.browser.run("document.querySelector('[name=arrows]').click()")
        self.browser.wait("document.getElementById('shares').textContent.includes('%')", 30)
        self.assertEqual([], self.browser.run(ARROWS))
        for square in ("e2", "c2"):
            self.click(square)
        self.wait_for_moves(2)
        self.assertEqual([], self.browser.run(ARROWS))
        self.browser.click("#first")
        self.wait_for_arrows()
        self.browser.click("#last")
        self.wait_for_status("your turn")
        self.assertEqual([], self.browser.run(ARROWS))

    def test_an_analysis_and_a_review_have_them(self):
        self.open("people=attackers&model=&seed=1")
        self.browser.click("#setup summary")
        self.browser.click("#setup-analyse")
        self.wait_for_arrows()
        self.open("people=both&model=&seed=1#moves=e2-c2.e3-f3")
        self.browser.click("#review")
        self.browser.wait("document.querySelectorAll('#summary p').length === 2", 60)
        self.browser.click("#first")
        self.wait_for_arrows()


class FairnessTest(PageCase):
    def test_the_rules_have_their_figure_and_proof(self):
        known = json.loads((PAGE / "fairness.json").read_text())
        self.assertGreaterEqual(len(known), 60)
        for rules, said in (("linnaeus", "Between strong players the attackers score 71\u00a0% (61 to 79)."), ("minitafl", "Proven: defenders win within 14 plies."),
                            ("jarlshof-3", "Between strong players the attackers score 1\u00a0% (0 to 3). Proven: defenders win within 74 plies."),
                            ("linnaeus+first=defenders", "")):
            self.open(f"rules={rules}&people=both&model=&seed=1")
            self.assertEqual(said, self.text("#fairness"))


class SoundTest(PageCase):
    def test_moves_sound_if_asked(self):
        self.open("people=both&model=&seed=1")
        self.browser.run("""
            window.tones = [];
            const start = OscillatorNode.prototype.start;
            OscillatorNode.prototype.start = function (...when) { tones.push(this.frequency.value); return start.apply(this, when); };""")
        self.play("e2-c2")
        self.assertEqual([], self.browser.run("return tones"))
        self.browser.click("[name=sound]")
        self.play("e3-f3")
        self.browser.click("#back")
        self.wait_for_moves(1)
        self.assertEqual([440, 440], self.browser.run("return tones"))  # the switch, and the move


if __name__ == "__main__":
    unittest.main()
