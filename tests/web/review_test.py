"""The review of a game and the editor of positions."""

import re

import axe
from balance_page_test import OUTSIDE
from page_case import PageCase, unittest

# Brandubh: the attackers let the king reach a6, beside the corner.
GAME = ["d6-f6", "d5-g5", "d2-f2", "d4-d6", "f2-e2", "d6-a6", "e2-d2"]


class ReviewTest(PageCase):
    def open_game(self, moves=GAME, more=""):
        self.open(f"rules=brandubh&people=both&model=&seed=1{more}#moves={'.'.join(moves)}")

    def click_during_a_review(self, selector):
        """Begins a review and clicks an element in its course, from within the page: a review takes a fraction of a second."""
        self.browser.run("""
            document.getElementById('review').click();
            while (!document.getElementById('progress').textContent.includes('Position')) await new Promise(done => setTimeout(done));
            document.querySelector(args[0]).click();""", selector)

    def reviewed(self):
        return self.browser.run("return [...document.querySelectorAll('#moves tr')].flatMap(tr => [...tr.querySelectorAll('td:nth-child(n + 2) span')].map(s => s.textContent))")

    def test_a_review_marks_what_was_lost(self):
        self.open_game()
        self.browser.click("#review")
        self.browser.wait("document.querySelectorAll('#summary p').length === 2")
        self.assertEqual("", self.text("#progress"))
        points = [int(text) for text in self.reviewed()]
        self.assertEqual(len(GAME), len(points))
        marks = self.browser.run("return [...document.querySelectorAll('#moves button')].map(b => b.className)")
        said = self.browser.run("return [...document.querySelectorAll('#summary p')].map(p => p.textContent)")
        self.assertRegex(said[0], r"^Attackers: \d \w+, \d \w+, \d \w+; [\d.]+ points lost a move\.$")
        for name, plural in (("inaccuracy", "inaccuracies"), ("mistake", "mistakes"), ("blunder", "blunders")):
            counted = sum(int(count) for count in re.findall(rf"(\d) (?:{name}|{plural})\b", " ".join(said)))
            self.assertEqual(marks.count(name), counted)
        for ply, mark in enumerate(marks):  # what the marks mean, from the points that the list shows, which are rounded
            if 0 < ply:
                fell = (points[ply - 1] - points[ply]) * (1 if ply % 2 == 0 else -1)
                for name, least, most in (("inaccuracy", 5, 10), ("mistake", 10, 20), ("blunder", 20, 101)):
                    if mark == name:
                        self.assertTrue(least - 1 <= fell <= most + 1, (ply, name, points))
                if fell > 6:
                    self.assertNotEqual("", mark)
        self.assertTrue(any(marks), "no move was marked")
        for size in ((390, 844), (844, 390), (1200, 850)):
            self.browser.show(*size)
            self.assertEqual([], self.browser.run(OUTSIDE))
            self.assertEqual([], axe.violations(self.browser))
        wrong = next(ply for ply, mark in enumerate(marks) if mark)
        self.browser.click(f"#moves [data-ply='{wrong}']" if wrong else "#first")
        self.browser.wait("document.querySelectorAll('#board .hint').length === 2")  # the better move
        self.browser.click(f"#moves [data-ply='{wrong + 1}']")
        self.browser.wait("/: loses \\d+ points. Better: \\w+-\\w+/.test(document.getElementById('judgement').textContent)")
        self.assertEqual(marks.count("blunder"), len(self.browser.run("return [...document.querySelectorAll('#curve .blunder')]")))
        self.take_picture("review")

    def test_a_review_can_be_stopped(self):
        self.open_game()
        self.click_during_a_review("#review")
        self.browser.wait("document.getElementById('progress').textContent === 'The review was stopped.'")
        self.browser.run("await new Promise(done => setTimeout(done, 500))")
        self.assertEqual([0, "Review the game"], self.browser.run(
            "return [document.querySelectorAll('#summary p').length, document.getElementById('review').textContent]"))

    def test_a_hint_comes_during_a_review(self):
        self.open_game()
        self.click_during_a_review("#hint")
        self.wait_for_status("Raichi would play")

    def test_the_editor_ends_a_review(self):
        self.open_game()
        self.click_during_a_review("#setup summary")
        self.browser.wait("document.getElementById('progress').textContent === 'The review was stopped.'")
        self.assertTrue(self.browser.run("return document.getElementById('review').disabled"))
        self.browser.click("#setup summary")
        self.browser.wait("!document.getElementById('review').disabled")
        self.browser.click("#review")
        self.browser.wait("document.querySelectorAll('#summary p').length === 2")

    def test_another_move_ends_a_review(self):
        self.open_game()
        self.browser.click("#review")
        self.browser.wait("document.querySelectorAll('#summary p').length === 2")
        self.click_during_a_review("#back")
        self.wait_for_moves(len(GAME) - 1)
        self.assertEqual(["", 0], [self.text("#progress"), self.browser.run("return document.querySelectorAll('#summary p').length")])

    def test_moves_are_worth_something_without_a_review(self):
        self.open("people=both&seed=1")
        self.browser.wait("document.getElementById('thinking').textContent.startsWith('100 of') || document.getElementById('thinking').textContent.startsWith('400 of')")
        self.play("e2-c2")
        self.browser.wait("/^ \\d+$/.test(document.querySelector('#moves span').textContent)")

    def test_short_searches_of_the_opponent_judge_nothing(self):
        self.open("people=none&model=&strength=2v&seed=1")
        self.browser.wait("document.querySelectorAll('#moves button').length >= 4")
        worths, marks = self.browser.run("""
            return [[...document.querySelectorAll('#moves span')].map(span => span.textContent),
                    [...document.querySelectorAll('#moves button')].map(button => button.className)]""")
        self.assertEqual([[""] * 4] * 2, [worths[:4], marks[:4]])  # later ones may be of proven results
        self.browser.wait("document.getElementById('shares').textContent.includes('%')")  # the bar shows them all the same


class SetupTest(PageCase):
    def put(self, piece, *squares):
        self.browser.click(f"[name=setup-piece][value={piece}]")
        for square in squares:
            self.click(square)

    def wait_for_problem(self, text):
        self.browser.wait(f"document.getElementById('setup-error').textContent.includes({text!r})")

    def test_a_position_is_set_up_played_and_linked(self):
        self.choose(people="both")
        self.browser.click("#setup summary")
        self.browser.click("#setup-clear")
        self.put("t", "a1", "b1", "i9")
        self.click("i9")  # away again
        self.put("T", "c3")
        self.put("K", "d4")  # there is one king
        self.browser.click("#setup-side option[value=defenders]")
        self.take_picture("setup")
        self.browser.click("#setup-link")
        self.browser.wait("document.getElementById('setup-link').textContent.includes('copied')")
        link = self.browser.run("return document.getElementById('setup-link-text').value")
        self.browser.click("#setup-play")
        self.browser.wait("document.getElementById('record').value.includes('9/9/9/9/9/3K5/2T6/9/tt7 d')")
        self.play("c3-c2")
        self.assertEqual("9/9/9/9/9/3K5/2T6/9/tt7 d", self.record()["position"])
        self.check_with_program(self.record())
        self.open(link.split("?")[1])
        self.assertEqual("9/9/9/9/9/3K5/2T6/9/tt7 d", self.record()["position"])

    def test_no_royal_attacker_stays_chosen_under_rules_without_one(self):
        self.open("rules=thrones-and-bones&people=both&seed=1")
        self.browser.click("#setup summary")
        self.browser.click("[name=setup-piece][value=b]")
        self.browser.click("#setup summary")
        self.choose(rules="linnaeus")
        self.browser.click("#setup summary")
        self.assertEqual("t", self.browser.run("return document.querySelector('[name=setup-piece]:checked').value"))

    def test_the_engine_refuses_impossible_positions(self):
        self.choose(people="both")
        self.browser.click("#setup summary")
        self.put("K", "e5")  # away
        self.wait_for_problem("no king")
        self.assertTrue(self.browser.run("return document.getElementById('setup-play').disabled"))
        self.put("K", "a5")
        self.browser.click("#setup-side option[value=defenders]")
        self.browser.click("#setup-reset")
        self.browser.wait("document.getElementById('setup-error').textContent === ''")
        self.assertEqual("attackers", self.browser.run("return document.getElementById('setup-side').value"))
        self.browser.click("#setup-clear")
        self.browser.click("#setup-side option[value=attackers]")
        self.wait_for_problem("the game is over")
        self.browser.click("#setup summary")  # leaves
        self.browser.wait("!document.getElementById('board').classList.contains('edited')")
        self.play("e2-c2")

    def test_raichi_waits_for_the_editor(self):
        self.choose(strength="10s")
        for square in ("e2", "c2"):
            self.click(square)
        self.wait_for_moves(1)
        self.browser.click("#setup summary")
        self.put("t", "a1")
        self.browser.run("await new Promise(done => setTimeout(done, 11000))")
        self.assertEqual(["e2-c2", "attacker"], [self.record()["moves"], self.browser.run("return document.querySelector('[data-square=a1]').dataset.piece")])
        self.browser.click("#setup summary")  # leaves
        self.wait_for_moves(2)

    def test_an_editor_opened_while_a_game_loads_begins_with_it(self):
        self.browser.run("document.getElementById('setup').open = true; document.getElementById('new').click(); document.getElementById('setup').open = true")
        self.wait_for_turn()
        self.browser.click("#setup-clear")
        self.put("t", "a1")
        self.browser.wait("document.getElementById('setup-link-text').value.includes('t8')")

    def test_analysis_is_for_both_sides(self):
        self.browser.click("#setup summary")
        self.put("t", "e1")
        self.browser.click("#setup-analyse")
        self.browser.wait("document.getElementById('thinking').textContent.includes('visits: ')")
        self.assertEqual("both", self.browser.run("return document.querySelector('[name=people]').value"))


if __name__ == "__main__":
    unittest.main()
