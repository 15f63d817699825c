"""The page's engine agrees with the program: the same rules, search, encoder and network."""

import json
import math
import re
import unittest

from page_case import MODELS, PAGE, PROGRAM, ROOT, PageCase, program

GAMES_A_VARIANT = 20


def recorded_games(variant):
    file = ROOT / f"tests/vectors/{variant}.jsonl"
    lines = file.read_text().splitlines() if file.exists() else []
    return [vector for vector in map(json.loads, lines) if "moves" in vector][:GAMES_A_VARIANT]


def soft_max(logits):
    weights = [math.exp(logit - max(logits)) for logit in logits]
    return [weight / sum(weights) for weight in weights]


def policy_index(move, canvas):
    """As docs/network.md defines it."""
    (x, y), (to_x, to_y) = ((ord(square[0]) - 97, int(square[1:]) - 1) for square in move.split("-"))
    distance = abs(to_x - x) + abs(to_y - y)
    direction = (0 if to_x > x else 1) if to_y == y else (2 if to_y > y else 3)
    return (y * canvas + x) * 4 * (canvas - 1) + (distance - 1) * 4 + direction


class EngineTest(PageCase):
    def test_the_rules_are_the_programs(self):
        """Each rule set read from JSON equals that of the YAML, and recorded games end the same."""
        for path in sorted((ROOT / "configs/rules").glob("*.yaml")):
            with self.subTest(rules=path.stem):
                yaml, wrong = self.browser.run(REPLAY, path.stem, recorded_games(path.stem))
                self.assertEqual([], wrong)
                if PROGRAM:
                    self.assertEqual(json.loads(program("rules", path.stem, "--json"))["yaml"], yaml)

    def test_rules_can_be_changed(self):
        """As the program reads `linnaeus+first=defenders`; wrong changes have the program's error."""
        yaml, chapters, wrong = self.browser.run(CHANGE, "linnaeus", "+king.armed=none+first=defenders", "+first=nobody")
        self.assertIn("name: linnaeus+first=defenders+king.armed=none\n", yaml)
        self.assertIn("unknown word 'nobody'", wrong)
        self.assertIn("The king's side moves first.", " ".join(chapters[0]["paragraphs"]))

    @unittest.skipUnless(PROGRAM, "no program to compare with")
    def test_the_search_is_the_programs(self):
        """A search with playouts finds the same best moves with the same visits. (Values may differ by rounding.)"""
        for variant in ("linnaeus", "brandubh"):
            with self.subTest(rules=variant):
                hint = program("play", "--rules", variant, "--opponent", "playouts:800", "--in-flight", "16",
                               input="hint 800\nquit\n")
                points = float(re.search(r"to move, +([\d.]+) points", hint)[1])
                moves = re.findall(r"^  (\w+-\w+) +(\d+) visits", hint, re.MULTILINE)
                advice = self.browser.run(SEARCH, variant)
                self.assertAlmostEqual(points, 50 * (1 + advice["value"]), delta=0.5)
                self.assertEqual(moves[0][0], advice["moves"][0]["text"])
                self.assertAlmostEqual(int(moves[0][1]), advice["moves"][0]["visits"], delta=20)

    def test_the_networks_say_what_their_cards_say(self):
        """The samples of a card: the encoder gives the same inputs, the network the same outputs within the tolerance."""
        for model in MODELS:
            self.open("people=both&model=&seed=1")  # without a network of its own: Firefox has no memory for two runtimes
            with self.subTest(model=model["name"]):
                card = json.loads((PAGE / f"{model['file']}.json").read_text())
                self.assertGreater(len(card["samples"]), 0)
                most = 2e-2 if card["precision"] == "f16" else 1e-4
                for sample in card["samples"]:
                    seen, said = self.browser.run(EVALUATE, model, sample)
                    if seen:  # otherwise the search needed no network
                        self.assertEqual(sample["input"]["planes"], seen["planes"])
                        self.assert_near(sample["input"]["numbers"], seen["numbers"], 1e-7)
                    self.assert_near(sample["output"]["wdl"], said["wdl"], most)
                    policy = sample["output"]["policy"]
                    self.assert_near(policy.values(), soft_max([said["policy"][policy_index(move, model["canvas"])]
                                                                for move in policy]), most)
                    plies = sample["output"]["moves_left"]
                    self.assert_near([plies], said["moves_left"], 10 * most * (1 + plies))

    def assert_near(self, wanted, got, most):
        self.assertEqual(len(wanted), len(got))
        self.assertLessEqual(max(abs(a - b) for a, b in zip(wanted, got)), most)


# In the page: [canonical text of a rule set, names of the games that ended differently].
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

# In the page: [canonical text of changed rules, their chapters in words, the error of wrong changes].
CHANGE = """
    const [name, changes, wrong] = args;
    const raichi = await (await import('./raichi.mjs')).default();
    const rules = JSON.stringify((await (await fetch('rules.json')).json())[name]);
    const table = new raichi.Table(rules, changes);
    return [table.board().yaml, raichi.describeRules(rules, changes).chapters, raichi.checkRules(rules, wrong)];
"""

# In the page: the result of a search of the setup with 800 visits and playouts.
SEARCH = """
    const raichi = await (await import('./raichi.mjs')).default();
    const table = new raichi.Table(JSON.stringify((await (await fetch('rules.json')).json())[args[0]]));
    const thinker = new raichi.Thinker(0, 800, 0, 1);
    thinker.begin(table);
    while (thinker.select() > 0) thinker.playOut();
    return thinker.advice();
"""

# In the page: [the inputs in the form of a card, or null if the search needs no network; the network's outputs for the card's inputs].
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
