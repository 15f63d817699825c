"""Games as text: what is copied is what the program reads, and what is pasted is opened."""

from page_case import PROGRAM, PageCase, program, unittest

MOVES = ["e2-c2", "e3-f3", "c2-c3"]
POSITION = "9/9/9/9/9/3K5/2T6/9/tt7 d"


class RecordTest(PageCase):
    def setUp(self):
        super().setUp()
        self.browser.allow_clipboard()
        self.open(f"rules=linnaeus&people=both&model=&seed=1#moves={'.'.join(MOVES)}")
        self.browser.click("#game-record summary")

    def copied(self, button):
        self.browser.click(button)
        self.wait_for_status("copied")
        return self.browser.run("return await navigator.clipboard.readText()")

    def paste(self, text):
        self.browser.run("document.getElementById('pasted').value = args[0]; document.getElementById('open-pasted').focus()", text)
        self.browser.press("Enter")

    def wait_for_game(self, position, moves, rules="linnaeus"):
        self.browser.wait(f"JSON.parse(document.getElementById('record').value).moves === {' '.join(moves)!r}", 30)
        self.wait_for_turn()
        record = self.record()
        self.assertEqual(rules, record["rules"])
        if position:
            self.assertEqual(position, record["position"])

    def test_moves_and_positions_are_copied(self):
        self.assertEqual(" ".join(MOVES), self.copied("#copy-moves"))
        last = self.copied("#copy-position")
        self.assertEqual(self.record()["final"], last)
        self.browser.click("#earlier")
        self.wait_for_status("After move 2")
        earlier = self.copied("#copy-position")
        self.assertNotEqual(last, earlier)
        if PROGRAM:
            for argument, text in (("--moves", " ".join(MOVES)), ("--position", last), ("--position", earlier)):
                self.assertIn("to move", program("analyze", argument, text, "--model", "playouts:20", "--visits", "20"))

    def test_what_is_pasted_is_opened(self):
        record = self.copied("#copy")
        link = self.copied("#share")
        moves = self.copied("#copy-moves")
        numbered = "1. e2-c2 e3-f3\n2. c2-c3"
        for text in (record, link, moves, numbered):
            with self.subTest(text=text):
                self.paste(POSITION)
                self.wait_for_game(POSITION, [])
                self.paste(text)
                self.wait_for_game("", MOVES)
        self.paste('{"rules": "brandubh", "moves": "d1-c1"}')
        self.wait_for_game("", ["d1-c1"], "brandubh")

    def test_what_cannot_be_opened_is_refused(self):
        for text, said in (("", "expected a record, moves"), ("hello", "'hello': expected a record, moves"), ("{", "expected lines of JSON"), ("e2-c2 e2-c2", "ply 2: "),
                           ("9/9/9/9/9/9/9/9/9 a", "no king"), ("https://example.org/?rules=nosuch#moves=a1-a2", "there are no rules named 'nosuch' here")):
            with self.subTest(text=text):
                self.paste(text)
                self.wait_for_notice(said)
                self.assertEqual(MOVES, self.record()["moves"].split())
                self.assertEqual("person", self.wait_for_turn())


if __name__ == "__main__":
    unittest.main()
