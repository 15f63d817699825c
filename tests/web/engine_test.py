"""The page's engine agrees with the program: the same rules, search, encoder and network."""

import json
import re
import unittest

from page_case import MODELS, PAGE, PROGRAM, ROOT, PageCase, program

GAMES_A_VARIANT = 20


def recorded_games(variant):
    file = ROOT / f"tests/vectors/{variant}.jsonl"
    lines = file.read_text().splitlines() if file.exists() else []
    return [vector for vector in map(json.loads, lines) if "moves" in vector][:GAMES_A_VARIANT]


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
        self.open("people=both&model=&seed=1")
        for model in MODELS:
            with self.subTest(model=model["name"]):
                card = json.loads((PAGE / f"{model['file']}.json").read_text())
                self.assertGreater(len(card["samples"]), 0)
                most = 2e-2 if card["precision"] == "f16" else 1e-4
                for sample in card["samples"]:
                    seen, said = self.browser.run(EVALUATE, model, sample, list(sample["output"]["policy"]))
                    if seen:  # otherwise the search needed no network
                        self.assertEqual(sample["input"]["planes"], seen["planes"])
                        self.assert_near(sample["input"]["numbers"], seen["numbers"], 1e-7)
                    wanted = sample["output"]
                    self.assert_near(wanted["wdl"], said[:3], most)
                    self.assert_near([wanted["moves_left"]], said[3:4], 10 * most * (1 + wanted["moves_left"]))
                    self.assert_near(wanted["policy"].values(), said[4:], most)

    def test_helpers_change_no_evaluation(self):
        """A search that shares its batches with other threads, and one whose helper breaks down, do as a search alone does."""
        self.open("people=both&model=&seed=1")
        alone, shared, left_alone = self.browser.run(SHARED_SEARCHES, MODELS[0])
        self.assertGreater(alone["visits"], 300)
        self.assertEqual(alone, shared)
        self.assertEqual(alone, left_alone)

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
        game.moves.split(' ').forEach(move => table.play(move));
        const state = table.state();
        table.delete();
        return state.result !== (game.result ?? null) || state.position !== game.final;
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
    const thinker = new raichi.Thinker(false, 800, 0, 1);
    thinker.begin(table);
    while (thinker.select() > 0) thinker.playOut();
    return thinker.advice();
"""

# In the page: [the inputs in the form of a card, or null if the search needs no network; the network's answer to the card's inputs].
EVALUATE = """
    const [model, sample, legal] = args;
    const raichi = await (await import('./raichi.mjs')).default();
    const {own} = await (await import('./network.js')).Network.open(raichi, model, 1);
    const rules = (await (await fetch('rules.json')).json())[sample.rules];
    const table = new raichi.Table(JSON.stringify(rules));
    sample.moves.split(' ').filter(Boolean).forEach(move => table.play(move));
    const thinker = new raichi.Thinker(true, 1, 0, 1);
    thinker.begin(table);
    let seen = null;
    if (thinker.select() === 1) {
        const words = thinker.question(own.canvas, 0, 1).slice(2, 2 + raichi.planes * own.canvas + raichi.numbers);
        const numbers = new Float32Array(words.slice(raichi.planes * own.canvas).buffer);
        const planes = Array.from({length: raichi.planes}, (_, i) => [...words.slice(i * own.canvas, (i + 1) * own.canvas)]);
        seen = {planes, numbers: [...numbers]};
    }
    const placeOf = square => [square.charCodeAt(0) - 96, Number(square.slice(1))];
    const codeOf = move => {  // as Move::code (rules/board/types.h)
        const [[x, y], [toX, toY]] = move.split('-').map(placeOf);
        return y << 5 | x | (x === toX ? 1 << 10 | toY << 11 : toX << 11);
    };
    const moves = legal.map(codeOf);
    const numbers = new Uint32Array(Float32Array.from(sample.input.numbers).buffer);
    const question = [Number(rules.board.size), moves.length, ...sample.input.planes.flat(), ...numbers, ...moves];
    return [seen, [...own.answer(Uint32Array.from(question))]];
"""

# In the page: the results of three searches of the setup with 400 visits: by one thread, by three, and by three of which one
# breaks down.
SHARED_SEARCHES = """
    const raichi = await (await import('./raichi.mjs')).default();
    const {Network} = await import('./network.js');
    const {think} = await import('./thinking.js');
    const table = new raichi.Table(JSON.stringify((await (await fetch('rules.json')).json())[args[0].rules[0]]));
    const search = async (threads, before = () => {}) => {
        const network = await Network.open(raichi, args[0], threads);
        await network.joined;
        if (network.helpers.length !== threads - 1) throw new Error(`${network.helpers.length} helpers`);
        before(network.helpers);
        const thinker = new raichi.Thinker(true, 400, 0, 1);
        await think(thinker, table, network, () => true, () => {});
        return thinker.advice();
    };
    return [await search(1), await search(3), await search(3, helpers => helpers[0].ask('no such model', new Uint32Array(1)))];
"""

if __name__ == "__main__":
    unittest.main()
