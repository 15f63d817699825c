"""The page in use: whole games by clicks and keys, the display, phones, no connection."""

import http.client
import json
import pathlib
import random
import re
import tempfile
import threading
import unittest

import axe
from balance_page_test import OUTSIDE
from page_case import MODELS, PAGE, Handler, PageCase, serve
from size_test import CROWDED

MOST_PLIES = 400
NETWORK = next((model["file"] for model in MODELS if model["name"] == "linnaeus"), MODELS[0]["file"])

# From tests/vectors/linnaeus.jsonl.
GAME = ("f9-f6 g5-g9 e8-c8 d5-d2 i4-f4xf5 g9-g6xf6 d9-d5xc5 e7-i7 d5-d4xe4 i7-d7 f4-e4xe3 d7-d5 f1-f6 d2-d3xd4 "
        "i6-h6xg6 e5-f5 a4-c4 e6-d6 c8-c5xd5 f5-f1")

# From tests/vectors/brandubh.jsonl: the last move captures the king on b4.
CAPTURE = "b4-b5 d5-c5 d6-d5xc5 e4-e5 f4-f5xe5 c4-c5 d7-d6 d3-a3 d2-a2xa3 d4-e4 d5-d3 e4-b4 g4-c4"


class ServerTest(unittest.TestCase):
    def test_only_files_of_the_folder_are_served(self):
        with tempfile.TemporaryDirectory() as folder:
            page, secret = pathlib.Path(folder) / "page", pathlib.Path(folder) / "secret.txt"
            (page / "models").mkdir(parents=True)
            secret.write_text("secret")
            (page / "index.html").write_text("the page")
            (page / "inside.html").symlink_to("index.html")
            (page / "out.txt").symlink_to(secret)
            (page / "up").symlink_to(folder)
            (pathlib.Path(folder) / "link").symlink_to(page)
            for name in ("page", "link"):
                server = serve.server(pathlib.Path(folder) / name, 0, Handler)
                self.addCleanup(server.server_close)
                self.addCleanup(server.shutdown)
                threading.Thread(target=server.serve_forever, daemon=True).start()
                for path, status in {"/": 200, "/index.html?rules=brandubh": 200, "/inside.html": 200, "/out.txt": 404, "/up/secret.txt": 404, "/up/": 404,
                                     "/../secret.txt": 404, "/%2e%2e/secret.txt": 404, "/models/": 404, "/a%00b": 404, "/nothing": 404}.items():
                    with self.subTest(path=path):
                        connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=30)
                        connection.request("GET", path)
                        self.assertEqual(status, connection.getresponse().status)
                        connection.close()


class PageTest(PageCase):
    def play_at_random(self, rng):
        self.click(rng.choice(self.squares("movable")))
        self.click(rng.choice(self.squares("target")))
        return self.wait_for_turn()

    def test_a_whole_game(self):
        """Plays random legal moves by clicks against playouts and a network until the game is over, then replays the record."""
        for side, rules, model in (("defenders", "brandubh", ""), ("attackers", "linnaeus", ""),
                                   ("attackers", "linnaeus", NETWORK), ("defenders", "linnaeus", NETWORK)):
            with self.subTest(rules=rules, model=model):
                self.choose(rules=rules, people=side, strength="50v", model=model)
                self.browser.click("#new")
                self.wait_for_turn()
                rng = random.Random(7)
                while len(self.record()["moves"].split()) < MOST_PLIES and self.play_at_random(rng) == "person":
                    pass
                record = self.record()
                self.assertIn(record["result"], ("attackers", "defenders", "draw"))
                words = "draw" if record["result"] == "draw" else record["result"] + " win"
                self.assertIn(f"{words}: {record['reason']}", self.text("#status").lower())
                self.assertEqual([], self.squares("movable"))
                self.check_with_program(record)

    def test_the_engine_plays_itself_with_each_model(self):
        for model in MODELS:
            with self.subTest(model=model["name"]):
                self.choose(rules=model["rules"][0], model=model["file"], strength="10v")
                self.browser.choose("people", "none")
                self.browser.wait("document.querySelectorAll('#moves tr').length > 3")
                self.choose(people="both")
                self.assertRegex(self.record()["moves"], r"^([a-k]\d+-[a-k]\d+\S* ){5}")

    def test_keyboard(self):
        self.browser.run("document.querySelector('#board [tabindex=\"0\"]').focus()")
        self.browser.press("Down", "Down", "Down", "Enter")  # from e5, the throne, to e2
        self.assertEqual(["a2", "b2", "c2", "d2", "f2", "g2", "h2", "i2"], sorted(self.squares("target")))
        self.browser.press("Escape")
        self.assertEqual([], self.squares("target"))
        self.browser.press("Enter", "Left", "Left", "Enter")
        self.wait_for_turn()
        self.assertTrue(self.record()["moves"].startswith("e2-c2 "))
        labels = self.browser.run("return ['e5', 'a1'].map(s => document.querySelector(`[data-square=${s}]`).ariaLabel)")
        self.assertRegex(labels[0], "^e5, .*throne")
        self.assertEqual("a1, goal", labels[1])

    def test_take_back_flip_hint(self):
        self.click("e2")
        self.click("c2")
        self.wait_for_turn()
        self.browser.click("#back")
        self.wait_for_moves(0)
        self.assertTrue(self.browser.run("return document.getElementById('back').disabled"))
        self.browser.click("#flip")
        first = self.browser.run("return document.querySelector('#board button').dataset.square")
        self.assertEqual("i1", first)
        self.browser.click("#hint")
        self.browser.wait("document.querySelectorAll('#board .hint').length === 2")
        self.assertRegex(self.text("#status"), r"^Raichi would play [a-i]\d-[a-i]\d")

    def test_the_record_is_copied(self):
        self.browser.allow_clipboard()
        self.browser.click("#game-record summary")
        self.browser.click("#copy")
        self.browser.wait("document.querySelector('#status').textContent.includes('copied')")
        self.assertEqual(self.record(), json.loads(self.browser.run("return await navigator.clipboard.readText()")))

    def test_captures_and_calls_are_shown(self):
        """Plays a recorded game by clicks: captures and last moves are marked, raichi is called, the result is announced."""
        self.choose(people="both")
        said = []
        for ply, move in enumerate(GAME.split(), 1):
            source, target, captured = re.fullmatch(r"(\w\d)-(\w\d)(?:x(.+))?", move).groups()
            self.click(source)
            self.click(target)
            self.wait_for_moves(ply)
            self.assertEqual({source, target}, set(self.squares("last")))
            self.assertEqual(captured.split("/") if captured else [], self.squares("captured"))
            said.append(self.text("#status"))
        self.assertEqual(GAME, self.record()["moves"])
        self.assertIn("Defenders e5-f5. Raichi! The king sees an open road. Attackers to move: your turn.", said)
        self.assertEqual("Defenders f5-f1. Defenders win: king escaped.", said[-1])
        self.assertEqual("attackers 0\u00a0%, draw 0\u00a0%, defenders 100\u00a0%", self.text("#shares"))

    def test_the_end_of_a_game(self):
        """Who won, the captured king, and what can be done now."""
        for people, winner in (("attackers", "You won"), ("defenders", "Raichi won"), ("both", "The attackers won")):
            with self.subTest(people=people):
                self.open(f"rules=brandubh&people={people}&strength=1v&model=&seed=1#moves={'.'.join(CAPTURE.split())}")
                self.assertEqual("over", self.wait_for_turn())
                self.assertEqual([winner, "Attackers win: king captured, after 13 moves."], [self.text("#winner"), self.text("#ending")])
                self.assertEqual([["b4"], ["b4"]], [self.squares("captured"), self.squares("fallen")])
                self.assertEqual("b4, king captured here", self.browser.run("return document.querySelector('[data-square=b4]').ariaLabel"))
                self.assertEqual("g4-c4xb4", self.text("#moves tr:last-child td:nth-child(2) button"))
                self.assertTrue(self.record()["moves"].endswith(" g4-c4xb4"))
                self.check_with_program(self.record())
                self.assertEqual([["attackers"], "attackers 100\u00a0%, draw 0\u00a0%, defenders 0\u00a0%"], self.browser.run("""
                    const parts = [...document.getElementById('evaluation').children].filter(part => part.getClientRects().length > 0);
                    return [parts.map(part => part.dataset.share), document.getElementById('shares').textContent]"""))
                self.assertEqual([], axe.violations(self.browser))
                self.take_picture(f"end-{people}")
                for width, height in ((320, 568), (390, 844), (1024, 568), (1200, 850)):
                    self.browser.show(width, height)
                    self.assertEqual([[], []], [self.browser.run(OUTSIDE), self.browser.run(CROWDED)])
                self.browser.click("#end-review")
                self.browser.wait("document.querySelectorAll('#summary p').length === 2", 60)
                self.assertEqual(people == "both", self.browser.run("return document.getElementById('swap').hidden"))
                other = {"attackers": "defenders", "defenders": "attackers"}.get(people, "both")
                self.browser.click("#again" if people == "both" else "#swap")
                self.browser.wait("document.getElementById('end').hidden")
                self.assertTrue(self.browser.run("return document.getElementById('board').contains(document.activeElement)"))
                self.assertEqual(["person", other], [self.wait_for_turn(), self.browser.run("return document.querySelector('[name=people]').value")])
                self.assertLessEqual(len(self.record()["moves"].split()), 1)
                self.browser.click("#previous")
                self.wait_for_moves(13)
                self.browser.click("#earlier")
                self.browser.wait("document.getElementById('end').hidden")

    def test_again_begins_where_the_game_began(self):
        self.open("rules=brandubh&people=both&seed=1#position=7/3t3/1tT2t1/t2t3/3K3/t6/3t3+d&moves=c5-c7")
        start = self.record()["position"]
        self.browser.run("document.getElementById('again').click()")
        self.wait_for_moves(0)
        self.assertEqual(start, self.record()["position"])

    def test_evaluation(self):
        """The three parts of the bar fill it and agree with its text."""
        self.browser.wait("document.querySelector('#shares').textContent.includes('%')")
        shares, text, spoken = self.browser.run("""
            const bar = document.getElementById('evaluation');
            return [[...bar.children].map(part => Number(part.style.flexGrow)),
                    document.getElementById('shares').textContent, bar.getAttribute('aria-valuetext')]""")
        self.assertAlmostEqual(100, sum(shares), places=1)
        self.assertEqual(text, spoken)

    def test_what_is_proven(self):
        """A proof that comes with the page says who wins and by which move, also after moves that it does not play."""
        self.open("rules=ard-ri&people=both&seed=1")
        said = re.fullmatch(r"Proven: attackers win within (\d+) plies, by (\w\d)-(\w\d)\.", self.text("#proven"))
        self.assertTrue(said, self.text("#proven"))
        plies, source, target = said.groups()
        self.browser.click("#hint")
        self.browser.wait("document.querySelectorAll('#board .hint').length === 2")
        self.assertEqual(f"The proof plays {source}-{target}.", self.text("#status"))
        self.click(source)
        self.click(target)
        self.wait_for_moves(1)
        self.assertEqual(f"Proven: attackers win within {int(plies) - 1} plies.", self.text("#proven"))
        self.browser.click("#earlier")
        self.browser.wait("document.querySelectorAll('#board .hint').length === 2")
        self.assertEqual(said[0], self.text("#proven"))
        self.open("rules=ard-ri&people=attackers&seed=1")
        self.assertEqual(f"Proven: attackers win within {plies} plies.", self.text("#proven"))
        self.open("rules=ard-ri+king.armed=none&people=both&seed=1")
        self.assertEqual("", self.text("#proven"))

    def test_offline(self):
        self.browser.wait("navigator.serviceWorker.controller !== null")
        self.stop_server()
        try:
            for model in ("", NETWORK):
                self.open(f"rules=linnaeus&people=attackers&strength=1v&model={model}")
                self.assertEqual(model, self.browser.run("return document.querySelector('[name=model]').value"))
                self.click("a4")
                self.click("b4")
                self.wait_for_turn()
                self.assertRegex(self.record()["moves"], "^a4-b4 .*-")
            self.assertFalse(self.browser.run("const {showMissingFiles} = await import('./start.js'); return await showMissingFiles()"))
        finally:
            self.start_server()
        self.browser.errors()  # expected: there was no connection

    def test_a_change_of_any_file_is_stored(self):
        self.browser.wait("navigator.serviceWorker.controller !== null")
        kept = "return await (await caches.match('rules.json')).text()"
        before, names = self.browser.run(kept), self.browser.run("return await caches.keys()")
        ours = f"raichi {self.browser.run('return (await navigator.serviceWorker.ready).scope')} "
        others = "raichi https://elsewhere/ 0123456789abcdef"  # of another page on this site
        self.browser.run(f"await caches.open('{others}'); await caches.open('raichi 0123456789abcdef')")  # and of an older page
        changed = before.replace("read literally", "read anew").encode()
        worker = (PAGE / "service-worker.js").read_text()
        version = re.search("VERSION = '([0-9a-f]{16})'", worker)[1]
        Handler.damaged = {"rules.json": changed, "service-worker.js": worker.replace(version, "another").encode()}
        try:
            self.visit()
            self.browser.wait(f"await caches.keys().then(names => names.join() === '{others},{ours}another')")
            self.assertEqual(changed.decode(), self.browser.run(kept))
        finally:
            Handler.damaged = {}
            self.browser.run(f"await caches.delete('{others}')")
        self.assertEqual([ours + version], names)
        self.visit()
        self.browser.wait(f"await caches.keys().then(names => names.join() === '{ours}{version}')")

    def test_a_phone_and_the_dark(self):
        """Nothing is wider than the screen, and the board fills its width."""
        for width, height, scheme in ((390, 844, "light"), (320, 568, "dark")):
            self.browser.show(width, height, scheme, scale=2)
            content, board, page = self.browser.run("""
                return [document.documentElement.scrollWidth, document.getElementById('board').clientWidth,
                        getComputedStyle(document.body).backgroundColor]""")
            self.assertEqual(width, content)
            self.assertGreater(board, 0.9 * width)
            brightness = sum(map(int, page[4:-1].split(","))) / 3
            self.assertEqual(scheme == "light", brightness > 128)
            self.take_picture(f"{scheme}-{width}")


if __name__ == "__main__":
    unittest.main()
