"""The page that tools/web.sh built, in a headless Chromium. Run by tools/check.sh web.

RAICHI_PAGE is its folder (build/web), RAICHI_PROGRAM the program that it is compared with, if there is one, and
RAICHI_PICTURES a folder for pictures of the page."""

import functools
import http.server
import json
import math
import os
import pathlib
import random
import re
import subprocess
import tempfile
import threading
import unittest

from browser import Browser

ROOT = pathlib.Path(os.environ.get("RAICHI_SOURCE_DIR", pathlib.Path(__file__).parents[2]))
PAGE = pathlib.Path(os.environ.get("RAICHI_PAGE", ROOT / "build/web"))
PROGRAM = os.environ.get("RAICHI_PROGRAM", "")
MODELS = json.loads((PAGE / "models.json").read_text())
GAMES_A_VARIANT = 20
MOST_PLIES = 400


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def program(*arguments):
    return subprocess.run([PROGRAM, *arguments], check=True, capture_output=True, text=True).stdout


def recorded_games(variant):
    file = ROOT / f"tests/vectors/{variant}.jsonl"
    lines = file.read_text().splitlines() if file.exists() else []
    return [vector for vector in map(json.loads, lines) if "moves" in vector][:GAMES_A_VARIANT]


def soft_max(logits):
    weights = [math.exp(logit - max(logits)) for logit in logits]
    return [weight / sum(weights) for weight in weights]


def policy_index(move, canvas):
    """As docs/network.md has it."""
    (x, y), (to_x, to_y) = ((ord(square[0]) - 97, int(square[1:]) - 1) for square in move.split("-"))
    distance = abs(to_x - x) + abs(to_y - y)
    direction = (0 if to_x > x else 1) if to_y == y else (2 if to_y > y else 3)
    return (y * canvas + x) * 4 * (canvas - 1) + (distance - 1) * 4 + direction


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        handler = functools.partial(Handler, directory=PAGE)
        cls.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.addClassCleanup(cls.server.server_close)
        cls.addClassCleanup(cls.server.shutdown)
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)
        cls.open()  # a page that does not even begin fails here, once

    @classmethod
    def open(cls, settings="seed=1"):
        cls.browser.open(f"http://127.0.0.1:{cls.server.server_port}/?{settings}")
        cls.wait_for_turn()

    def setUp(self):
        self.browser.show(1200, 850)
        self.open()

    def tearDown(self):
        self.assertEqual([], self.browser.errors())

    # ---- what a person does and sees

    @classmethod
    def wait_for_turn(cls):
        """Until a person is to move or the game is over; returns which."""
        turn = cls.browser.wait("document.body.dataset.turn !== 'engine' && document.body.dataset.turn")
        if turn not in ("person", "over"):
            raise AssertionError(cls.browser.run("return document.getElementById('status').textContent"))
        return turn

    def choose(self, **settings):
        for name, value in settings.items():
            self.browser.choose(name, value)
            self.wait_for_turn()

    def text(self, selector):
        return self.browser.run(f"return document.querySelector('{selector}').textContent")

    def squares(self, mark):
        return self.browser.run(f"return [...document.querySelectorAll('#board .{mark}')].map(c => c.dataset.square)")

    def click(self, square):
        self.browser.click(f"#board [data-square={square}]")

    def play_at_random(self, rng):
        self.click(rng.choice(self.squares("movable")))
        self.click(rng.choice(self.squares("target")))
        return self.wait_for_turn()

    def wait_for_moves(self, count):
        shown = "[...document.querySelectorAll('#moves td:nth-child(n + 2)')].filter(td => td.textContent)"
        self.browser.wait(f"{shown}.length === {count}")

    def record(self):
        return json.loads(self.browser.run("return document.getElementById('record').value"))

    # ---- tests

    def test_a_whole_game(self):
        """Clicks one of the legal moves, drawn at random, until the game is over; then the record is replayed."""
        for side, rules in (("defenders", "brandubh"), ("attackers", "linnaeus")):
            with self.subTest(rules=rules):
                self.choose(rules=rules, people=side, strength="50v", model="")
                rng = random.Random(7)
                while len(self.record()["moves"].split()) < MOST_PLIES and self.play_at_random(rng) == "person":
                    pass
                record = self.record()
                self.assertIn(record["result"], ("attackers", "defenders", "draw"))
                words = "draw" if record["result"] == "draw" else record["result"] + " win"
                self.assertIn(f"{words}: {record['reason']}", self.text("#status").lower())
                self.assertEqual([], self.squares("movable"))
                self.check_with_program(record)

    def check_with_program(self, record):
        if not PROGRAM:
            return
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            file.write(json.dumps(record) + "\n")
            file.flush()
            said = program("replay", "--rules", record["rules"], "--input", file.name, "--check")
        self.assertIn("1 games agree", said)

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
        self.assertEqual("a1", labels[1])

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
        self.browser.devtools("Browser.grantPermissions", permissions=["clipboardReadWrite"])
        self.browser.click("summary")
        self.browser.click("#copy")
        self.browser.wait("document.querySelector('#status').textContent.includes('copied')")
        self.assertEqual(self.record(), json.loads(self.browser.run("return await navigator.clipboard.readText()")))

    def test_captures_and_calls_are_shown(self):
        """A recorded game, played by clicks: captures and last moves are marked, raichi is called, the end is told."""
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

    def test_evaluation(self):
        """The bar's three parts fill it, and say what its text says."""
        self.browser.wait("document.querySelector('#shares').textContent.includes('%')")
        shares, text, spoken = self.browser.run("""
            const bar = document.getElementById('evaluation');
            return [[...bar.children].map(part => Number(part.style.flexGrow)),
                    document.getElementById('shares').textContent, bar.getAttribute('aria-valuetext')]""")
        self.assertAlmostEqual(100, sum(shares), places=1)
        self.assertEqual(text, spoken)

    def test_the_rules_are_the_programs(self):
        """Each rule set as read from JSON is that of the YAML, and recorded games come out the same."""
        for path in sorted((ROOT / "configs/rules").glob("*.yaml")):
            with self.subTest(rules=path.stem):
                yaml, wrong = self.browser.run(REPLAY, path.stem, recorded_games(path.stem))
                self.assertEqual([], wrong)
                if PROGRAM:
                    self.assertEqual(json.loads(program("rules", path.stem, "--json"))["yaml"], yaml)

    def test_the_networks_say_what_their_cards_say(self):
        """A card's samples, in encoder and network: the inputs the same, the outputs within 1e-4."""
        for model in MODELS:
            with self.subTest(model=model["name"]):
                card = json.loads((PAGE / f"{model['file']}.json").read_text())
                self.assertGreater(len(card["samples"]), 0)
                for sample in card["samples"]:
                    seen, said = self.browser.run(EVALUATE, model, sample)
                    if seen:  # else the search needed no network
                        self.assertEqual(sample["input"]["planes"], seen["planes"])
                        self.assert_near(sample["input"]["numbers"], seen["numbers"], 1e-7)
                    self.assert_near(sample["output"]["wdl"], said["wdl"], 1e-4)
                    policy = sample["output"]["policy"]
                    self.assert_near(policy.values(), soft_max([said["policy"][policy_index(move, model["canvas"])]
                                                                for move in policy]), 1e-4)
                    plies = sample["output"]["moves_left"]
                    self.assert_near([plies], said["moves_left"], 1e-3 * (1 + plies))

    def assert_near(self, wanted, got, most):
        self.assertEqual(len(wanted), len(got))
        self.assertLessEqual(max(abs(a - b) for a, b in zip(wanted, got)), most)

    def test_offline(self):
        self.browser.wait("navigator.serviceWorker.controller !== null")
        self.browser.devtools("Network.enable")
        network = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        self.browser.devtools("Network.emulateNetworkConditions", offline=True, **network)
        try:
            self.open("rules=brandubh&people=attackers&strength=1v&model=")
            self.assertEqual("brandubh", self.record()["rules"])
            self.click("d2")
            self.click("c2")
            self.wait_for_turn()
            self.assertRegex(self.record()["moves"], "^d2-c2 .*-")
        finally:
            self.browser.devtools("Network.emulateNetworkConditions", offline=False, **network)
        self.browser.errors()  # that there was no network

    def test_a_phone_and_the_dark(self):
        """Nothing is wider than the screen, and the board is as wide."""
        for width, height, scheme in ((390, 844, "light"), (320, 568, "dark")):
            self.browser.show(width, height, scheme, scale=2)
            content, board, page = self.browser.run("""
                return [document.documentElement.scrollWidth, document.getElementById('board').clientWidth,
                        getComputedStyle(document.body).backgroundColor]""")
            self.assertEqual(width, content)
            self.assertGreater(board, 0.9 * width)
            brightness = sum(map(int, page[4:-1].split(","))) / 3
            self.assertEqual(scheme == "light", brightness > 128)
            if pictures := os.environ.get("RAICHI_PICTURES"):
                self.browser.screenshot(pathlib.Path(pictures) / f"{scheme}-{width}.png")


# From tests/vectors/linnaeus.jsonl.
GAME = ("f9-f6 g5-g9 e8-c8 d5-d2 i4-f4xf5 g9-g6xf6 d9-d5xc5 e7-i7 d5-d4xe4 i7-d7 f4-e4xe3 d7-d5 f1-f6 d2-d3xd4 "
        "i6-h6xg6 e5-f5 a4-c4 e6-d6 c8-c5xd5 f5-f1")

# In the page: [canonical text of a rule set, names of the games that came out otherwise].
REPLAY = """
    const [name, games] = args;
    const raichi = await (await import('./raichi.mjs')).default();
    const rules = JSON.stringify((await (await fetch('rules.json')).json())[name]);
    const wrong = games.filter(game => {
        const table = new raichi.Table(rules);
        const errors = game.moves.split(' ').map(move => table.play(move)).filter(Boolean);
        const state = table.state();
        table.delete();
        return errors.length > 0 || state.result !== (game.result ?? null) || state.position !== game.final;
    });
    return [new raichi.Table(rules).board().yaml, wrong.map(game => game.moves)];
"""

# In the page: [the inputs as a card has them, or null if the search needs none; the network's outputs for the card's].
EVALUATE = """
    const [model, sample] = args;
    const raichi = await (await import('./raichi.mjs')).default();
    const {Network} = await import('./network.js');
    const table = new raichi.Table(JSON.stringify((await (await fetch('rules.json')).json())[sample.rules]));
    sample.moves.split(' ').filter(Boolean).forEach(move => table.play(move));
    const thinker = new raichi.Thinker(model.canvas, 1, 0, 1);
    thinker.begin(table);
    let seen = null;
    if (thinker.select() === 1) {
        thinker.encode();
        const bits = [...thinker.planes()];
        const words = Array.from({length: raichi.planes}, () => Array.from({length: model.canvas},
            () => bits.splice(0, model.canvas).reduce((word, bit, x) => word | bit << x, 0)));
        seen = {planes: words, numbers: [...thinker.numbers()]};
    }
    const planes = sample.input.planes.flatMap(plane => plane.flatMap(
        word => Array.from({length: model.canvas}, (_, x) => word >> x & 1)));
    const network = await Network.open(model);
    const said = await network.run(1, Float32Array.from(planes), Float32Array.from(sample.input.numbers));
    return [seen, Object.fromEntries(Object.entries(said).map(([name, data]) => [name, [...data]]))];
"""

if __name__ == "__main__":
    unittest.main()
