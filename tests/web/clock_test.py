"""Clocks: they count, are kept and taken back, and a side can lose on time."""

import json

import axe
from page_case import PageCase, unittest

QUIET = "people=both&model=&strength=1v&seed=1&clock="
TIMES = "return [...document.querySelectorAll('#clocks span')].map(one => one.textContent)"


class ClockTest(PageCase):
    def times(self):
        return self.browser.run(TIMES)

    def wait_for_times(self, *pattern):
        self.browser.wait(f"[...document.querySelectorAll('#clocks span')].every((one, i) => RegExp(args[i]).test(one.textContent))".replace("args", json.dumps(pattern)), 30)

    def with_time_left(self, attackers, defenders):
        """Goes on with the game of the page with these seconds left, as after a reload."""
        self.browser.run("""
            const kept = JSON.parse(localStorage.getItem('raichi.game'));
            localStorage.setItem('raichi.game', JSON.stringify({...kept, times: {attackers: args[0], defenders: args[1]}}))""", attackers, defenders)
        self.visit("seed=1")
        self.wait_for_turn()

    def test_there_are_none_unless_asked_for(self):
        self.open("people=both&model=&seed=1")
        self.assertTrue(self.browser.run("return document.getElementById('clocks').hidden"))
        self.browser.choose("clock", "5m+3s")
        self.assertEqual(["Attackers 5:00", "Defenders 5:00"], self.times())

    def test_they_start_with_the_first_move(self):
        self.open(QUIET + "10m+5s")
        self.assertEqual("", self.text("#notice"))
        self.run_after_settling("")
        self.assertEqual(["Attackers 10:00", "Defenders 10:00"], self.times())
        self.play("e2-c2")
        self.wait_for_times("^Attackers 10:00$", "^Defenders 9:59$")
        self.assertEqual(["defenders"], self.browser.run("return [...document.querySelectorAll('#clocks .runs')].map(one => one.dataset.side)"))
        self.play("e3-f3")
        self.wait_for_times("^Attackers 9:5", "^Defenders 10:0")
        self.assertEqual([], axe.violations(self.browser))

    def test_take_back_gives_the_time_back(self):
        self.open(QUIET + "10m")
        self.play("e2-c2", "e3-f3")
        self.with_time_left(100, 200)
        self.wait_for_times("^Attackers 1:38$", "^Defenders 3:20$")
        self.play("c2-c3")
        self.wait_for_times("^Attackers 1:3", "^Defenders 3:18$")
        self.browser.click("#back")
        self.wait_for_moves(2)
        self.wait_for_times("^Attackers 1:(39|40)$", "^Defenders 3:20$")
        self.browser.click("#redo")  # takes no time
        self.wait_for_moves(3)
        self.wait_for_times("^Attackers 1:(39|40)$", "^Defenders 3:19$")

    def test_a_side_loses_on_time(self):
        for people, winner in (("attackers", "Raichi won"), ("both", "The defenders won")):
            self.open(f"people={people}&model=&strength=1v&seed=1&clock=10m")
            for square in ("e2", "c2"):
                self.click(square)
            self.wait_for_moves(1 if people == "both" else 2)
            if people == "both":
                self.play("e3-f3")
            self.wait_for_turn()
            self.with_time_left(1, 600)
            self.wait_for_times("^Attackers 0:00.[0-9]$", "^Defenders 10:00$")
            self.assertEqual("over", self.browser.wait("document.body.dataset.turn === 'over' && 'over'", 30))
            self.assertEqual([winner, "Defenders win: out of time, after 2 moves."], [self.text("#winner"), self.text("#ending")])
            self.assertEqual("Attackers 0:00.0", self.times()[0])
            self.assertIn("Defenders win: out of time.", self.text("#status"))
            self.assertEqual(["defenders", "out of time"], [self.record()[key] for key in ("result", "reason")])
            self.assertEqual([], self.squares("movable"))
            self.assertEqual([], axe.violations(self.browser))
            self.take_picture(f"out-of-time-{people}")
            self.check_with_program(self.record())
            self.browser.click("#end-review")
            self.browser.wait("document.querySelectorAll('#summary p').length === 2", 60)
            self.assertEqual("over", self.browser.run("return document.body.dataset.turn"))
        self.browser.click("#back")
        self.wait_for_moves(1)
        self.assertEqual("person", self.wait_for_turn())

    def test_a_lost_game_goes_on_without_clocks(self):
        self.open(QUIET + "10m")
        self.play("e2-c2")
        self.with_time_left(600, 0.5)
        self.browser.wait("document.body.dataset.turn === 'over'", 30)
        self.browser.run("document.getElementById('no-clock').focus()")
        self.browser.press("Enter")
        self.assertEqual("person", self.wait_for_turn())
        self.assertTrue(self.browser.run("return document.getElementById('clocks').hidden"))
        self.play("e3-f3")
        self.assertIsNone(self.record()["result"])

    def test_raichi_has_a_clock_too(self):
        self.open("people=attackers&model=&strength=10s&seed=1&clock=10m")
        for square in ("e2", "c2"):
            self.click(square)
        self.wait_for_moves(1)
        self.with_time_left_of_raichi()
        self.assertEqual(["You won", "Attackers win: out of time, after 1 move."], [self.text("#winner"), self.text("#ending")])

    def with_time_left_of_raichi(self):
        self.browser.run("""
            const kept = JSON.parse(localStorage.getItem('raichi.game'));
            localStorage.setItem('raichi.game', JSON.stringify({...kept, times: {attackers: 600, defenders: 1}}))""")
        self.visit("seed=1")
        self.browser.wait("document.body.dataset.turn === 'over'", 30)

    def test_the_editor_stops_them(self):
        self.open(QUIET + "10m")
        self.play("e2-c2")
        self.browser.click("#setup summary")
        before = self.times()
        self.run_after_settling("await new Promise(done => setTimeout(done, 1500))")
        self.assertEqual(before, self.times())
        self.browser.click("#setup summary")
        self.wait_for_times("^Attackers 10:00$", "^Defenders 9:5[678]$")

    def test_wrong_clocks_of_the_address_are_named(self):
        self.open(QUIET + "5")
        self.assertEqual("The address has clock='5'; expected minutes and perhaps seconds a move, such as 10m+5s.", self.text("#notice"))


if __name__ == "__main__":
    unittest.main()
