"""Objects behave as in Python: they compare, hash, copy and pickle; threads, interrupts and wrong arguments do no harm."""

import copy
import functools
import itertools
import math
import multiprocessing
import os
import pathlib
import pickle
import pydoc
import re
import signal
import subprocess
import tempfile
import threading
import unittest
import warnings
import weakref
from typing import Any

import numpy as np

import raichi

PROGRAM = os.environ.get("RAICHI_PROGRAM", "")


def begun_game() -> raichi.Game:
    """A game in which the rules on repetition count: two moves each, there and back."""
    game = raichi.Game(raichi.Rules("brandubh"))
    for move in ("d1-c1", "d3-c3", "c1-d1", "c3-d3"):
        game.play(move)
    return game


def run(search: raichi.Search) -> raichi.SearchResult:
    return search.run("uniform", visits=30)


class Tagged(raichi.Game):
    """A game with an attribute of its own."""

    def __init__(self, rules: raichi.Rules, tag: object):
        super().__init__(rules)
        self.tag = tag


class ValueTest(unittest.TestCase):
    def setUp(self):
        self.game = begun_game()
        self.values: list[Any] = [self.game.rules, raichi.Rules("linnaeus+first=defenders"), self.game.moves[0],
                       run(raichi.Search(self.game)), raichi.Search(self.game).result()]

    def both_ways(self, value):
        yield copy.copy(value)
        yield copy.deepcopy(value)
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            yield pickle.loads(pickle.dumps(value, protocol))

    def test_values_are_copied_and_pickled(self):
        for value in self.values:
            for other in self.both_ways(value):
                self.assertEqual((type(other), other, hash(other), repr(other)), (type(value), value, hash(value), repr(value)))
            self.assertFalse(value == repr(value))
            self.assertTrue(value != repr(value) and value != None)  # noqa: E711
            self.assertIs(value.__eq__(3), NotImplemented)
            self.assertEqual(len({value, *self.both_ways(value)}), 1)
        self.assertTrue(all(a != b for a, b in itertools.combinations(self.values, 2)))

    def test_results_are_copied_whole(self):
        result = run(raichi.Search(self.game))
        self.assertTrue(np.isnan(result.values).any())
        for other in self.both_ways(result):
            for name in (name for name in dir(result) if not name.startswith("_")):
                np.testing.assert_array_equal(getattr(other, name), getattr(result, name), name)
        self.assertNotEqual(result, raichi.Search(self.game).run("uniform", visits=31))

    def test_rules_are_equal_if_their_files_are(self):
        rules = raichi.Rules("brandubh")
        self.assertEqual(rules, raichi.Rules("brandubh"))
        self.assertIs(copy.deepcopy(rules), rules)
        renamed = raichi.Rules.from_yaml(rules.yaml.replace("brandubh", "another"))
        self.assertNotEqual(renamed, rules)
        self.assertEqual(renamed.fingerprint, rules.fingerprint)
        for name in raichi.rule_names():
            self.assertEqual(pickle.loads(pickle.dumps(raichi.Rules(name))).yaml, raichi.Rules(name).yaml)

    def test_moves_are_read(self):
        self.assertEqual(raichi.Move("d1-c1"), self.game.moves[0])
        self.assertEqual(repr(raichi.Move("d1-c1")), "Move('d1-c1')")
        with self.assertRaisesRegex(raichi.Error, "d1-e2"):
            raichi.Move("d1-e2")

    def test_games_keep_their_past(self):
        with self.assertRaisesRegex(TypeError, "unhashable"):
            hash(self.game)
        for other in self.both_ways(self.game):
            self.assertEqual((other, other.moves, other.occurrences), (self.game, self.game.moves, 2))
            other.play("d1-c1")
            self.assertNotEqual(other, self.game)
            other.take_back()
            self.assertEqual(other, self.game)
        self.assertNotEqual(self.game, raichi.Game(self.game.rules))
        self.assertNotEqual(self.game, raichi.Game(self.game.rules, self.game.position))

    def test_games_of_every_rule_set_are_pickled_exactly(self):
        for name in raichi.rule_names():
            game, numbers = raichi.Game(raichi.Rules(name)), np.random.default_rng(1)
            while not game.is_over and game.ply < 200:
                game.play(game.legal_moves()[numbers.integers(len(game.legal_moves()))])
            other = pickle.loads(pickle.dumps(game))
            self.assertEqual((other, other.position, other.result, other.reason), (game, game.position, game.result, game.reason))
            self.assertEqual(other.legal_moves(), game.legal_moves())

    def test_games_share_rules_and_subclasses_keep_attributes(self):
        rules = raichi.Rules("brandubh")
        tagged = Tagged(rules, ["x"])
        first, second, again = pickle.loads(pickle.dumps([tagged, raichi.Game(rules), tagged]))
        self.assertIs(first, again)
        self.assertIs(first.rules, second.rules)
        self.assertEqual((type(first), first.tag), (Tagged, ["x"]))
        self.assertIs(copy.copy(tagged).tag, tagged.tag)
        self.assertIsNot(copy.deepcopy(tagged).tag, tagged.tag)

    def test_a_search_says_what_to_pickle(self):
        search = raichi.Search(self.game)
        for use in (copy.copy, copy.deepcopy, pickle.dumps):
            with self.assertRaisesRegex(TypeError, "keep search.game and search.result()"):
                use(search)
        self.assertEqual((search == search, search == raichi.Search(self.game)), (True, False))
        self.assertIn("brandubh", repr(search))

    def test_weak_references(self):
        for value in (self.game, raichi.Rules("linnaeus"), raichi.Search(self.game), run(raichi.Search(self.game))):
            self.assertIs(weakref.ref(value)(), value)

    def test_damaged_states_are_refused(self):
        result = run(raichi.Search(self.game))
        kinds: list[Any] = [raichi.Move, raichi.Rules, raichi.Game, raichi.SearchResult, raichi.GameRecord, raichi.Network]
        states = [value.__getstate__()[0] for value in [result, *self.values[:3], self.game]]
        parts: tuple[Any, ...] = (None, 5, -1, "a1-a2", b"x", [], [5], ["a1"], math.nan)
        broken = [(*state[:i], part, *state[i + 1:]) for state in states for i in range(len(state)) for part in parts]
        refused = 0
        for kind, state in itertools.product(kinds, [*states, *broken, (), ("a1-a2", None)]):
            try:
                kind.__new__(kind).__setstate__((state, None))
            except (TypeError, raichi.Error) as error:
                self.assertNotIn("\n", str(error))
                refused += 1
        self.assertGreater(refused, 800)

    def test_functions_and_methods_are_pickled(self):
        for function in (raichi.read_shard, raichi.run_searches, raichi.Move.from_index):
            self.assertIs(pickle.loads(pickle.dumps(function)), function)
        self.assertEqual(pickle.loads(pickle.dumps(self.game.legal_moves))(), self.game.legal_moves())
        with self.assertRaises(raichi.Error) as caught:
            self.game.play("a1-a1")
        self.assertEqual(repr(pickle.loads(pickle.dumps(caught.exception))), repr(caught.exception))

    def test_other_processes(self):
        methods = [method for method in ("spawn", "fork") if method in multiprocessing.get_all_start_methods()]
        for method in methods:
            with multiprocessing.get_context(method).Pool(2) as pool:
                self.assertEqual(pool.map(copy.copy, [self.game] * 4), [self.game] * 4)
                self.assertEqual(pool.map(self.game.move, ["d1-c1"]), [self.game.moves[0]])
                with self.assertRaises(raichi.Error):
                    pool.map(raichi.read_shard, ["nowhere.games"])


@unittest.skipUnless(PROGRAM, "RAICHI_PROGRAM names no program that could write records")
class RecordTest(unittest.TestCase):
    def test_records_are_values(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "a.games"
            subprocess.run([PROGRAM, "match", "playouts:16", "greedy", "--rules", "brandubh", "--pairs", "2", "--records", file],
                           check=True, capture_output=True)
            records, again = raichi.read_shard(file), raichi.read_shard(str(file))
        self.assertEqual(records, again)
        self.assertEqual(len({*records, *again}), 4)
        for record in records:
            self.assertEqual(list(record), record.moves)
            self.assertIn(f"game_id={record.game_id}, ", repr(record))
            for other in (copy.copy(record), copy.deepcopy(record), pickle.loads(pickle.dumps(record))):
                self.assertEqual((other, hash(other), other.opentafl()), (record, hash(record), record.opentafl()))
            for ply in (-1, len(record), 2**70):
                with self.assertRaisesRegex(raichi.Error, "ply: expected 0 to"):
                    record.visits(ply)


class ThreadTest(unittest.TestCase):
    VISITS = 3_000_000  # for minutes

    def setUp(self):
        self.search = raichi.Search(raichi.Game(raichi.Rules("linnaeus")))
        before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
        self.addCleanup(signal.signal, signal.SIGINT, before)

    def interrupt_after(self, work, searches):
        """Runs searches here and `work` in another thread, which then interrupts them."""
        told = []

        def other():
            try:
                told.append(work())
            except Exception as error:
                told.append(error)
            os.kill(os.getpid(), signal.SIGINT)

        thread = threading.Thread(target=other)

        def start_once(games):
            if not thread.is_alive() and not told:
                thread.start()

        with self.assertRaises(KeyboardInterrupt):
            start_once(None)
            raichi.run_searches(searches, "playouts", visits=self.VISITS)
        thread.join()
        return told[0]

    def test_searches_let_other_threads_work_and_hear_interrupts(self):
        other = raichi.Search(self.search.game)
        result = self.interrupt_after(lambda: other.run("playouts", visits=100), [self.search, raichi.Search(begun_game())])
        self.assertEqual(result, raichi.Search(self.search.game).run("playouts", visits=100))
        before = int(self.search.result().visits.sum())
        self.assertEqual(self.search.run(visits=before + 50).visits.sum(), before + 50)
        self.interrupt_after(lambda: None, [self.search])
        self.search.play(self.search.result().best)
        self.assertGreaterEqual(self.search.run(visits=50).visits.sum(), 50)

    def test_a_search_that_runs_elsewhere_is_refused(self):
        def use():
            found = []
            for use in (self.search.result, self.search.variation, self.search.choose_move, self.search.run, lambda: self.search.play("e1-e2")):
                while True:  # until the search runs
                    try:
                        use()
                    except raichi.Error as error:
                        if str(error) == "the search is running":
                            found.append(self.search.game)
                            break
            return found

        self.assertEqual(self.interrupt_after(use, [self.search]), [self.search.game] * 5)

    def test_an_evaluator_may_read_its_search(self):
        read = []

        def evaluate(games):
            read.append(int(self.search.result().visits.sum()))
            return (np.tile(np.array([0.3, 0.4, 0.3], np.float32), (len(games), 1)),
                    [np.full(count, 1 / count, np.float32) for count in (len(game.legal_moves()) for game in games)])

        self.search.run(evaluate, visits=5)
        self.assertEqual(read, [0, 0, 1, 2, 3, 4])

    def test_threads_share_a_game(self):
        game = raichi.Game(raichi.Rules("brandubh"))

        def use(number):
            for _ in range(300):
                try:
                    game.play(game.legal_moves()[number]) if game.ply < 40 else game.take_back()
                    pickle.dumps(game), game.copy(), game.encode()
                except (IndexError, raichi.Error):
                    pass

        threads = [threading.Thread(target=use, args=[number]) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(pickle.loads(pickle.dumps(game)), game)


class HostileTest(unittest.TestCase):
    def test_wrong_arguments_raise_one_line(self):
        game = begun_game()
        search = raichi.Search(game)
        run(search)
        words = [None, True, -1, 0, 2**31, 2**70, -2**70, 1.5, math.nan, "", "x" * 5000, "\udcff", "a1-a2\0", b"\xff", [], [game], {}, {"cpuct": "x"},
                 object(), len, np.zeros(3), game.rules, game, game.moves[0], search, raichi.Game.__new__(raichi.Game), raichi.Network.__new__(raichi.Network)]  # type: ignore[call-arg]
        owners = [raichi.Rules, game.rules, raichi.Move, game.moves[0], raichi.Game, search, search.result(), raichi.GameRecord, raichi.Network,
                  raichi.Network("linnaeus"), raichi.VectorEnv, raichi.VectorEnv("brandubh", 2)]
        calls: list[Any] = [raichi.policy_size, raichi.read_shard, raichi.shards, raichi.run_searches, raichi.rule_names, raichi.targets,
                 lambda *a: list(raichi.games(*a)), *(value for value in owners if isinstance(value, type)), raichi.Search, raichi.SearchResult]
        names = ("__copy__", "__deepcopy__", "__eq__", "__getstate__", "__hash__", "__init__", "__reduce__", "__repr__", "__setstate__")
        calls += [getattr(owner, name) for owner in [*owners, game.copy()] for name in dir(owner)
                  if (not name.startswith("_") or name in names) and callable(getattr(owner, name)) and name != "run"]
        calls += [functools.partial(search.run, "uniform"), functools.partial(search.run, visits=4)]
        tried = 0
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # of objects that were not initialised
            for call in calls:
                for arguments in [(), *((word,) for word in words), *itertools.product(words[::2], repeat=2), *itertools.product(words[::5], repeat=3)]:
                    tried += 1
                    try:
                        call(*arguments)
                    except (TypeError, ValueError, AttributeError, OSError) as error:
                        self.assertNotIn("\n", str(error), (call, arguments))
        self.assertGreater(tried, 10_000)

    def test_errors_say_what_is_taken(self):
        rules: Any = raichi.Rules("brandubh")
        game: Any = raichi.Game(rules)
        module: Any = raichi
        for call, text in ((lambda: module.Game(5), r"Game\(\) takes \(rules: Rules \| str, position: str \| None = None\), found \(int\)"),
                           (lambda: module.Rules(5), r"Rules\(\) takes \(name: str\), found \(int\)"),
                           (lambda: game.play(5), r"play\(\) takes \(move: Move \| str\), found \(int\)"),
                           (lambda: game.play(), r"play\(\) takes \(move: Move \| str\), found \(\)"),
                           (lambda: module.read_shard(), r"read_shard\(\) takes \(path: str \| os.PathLike\), found \(\)"),
                           (lambda: rules.words(x=1), r"words\(\) takes \(\), found \(kwargs = \{ x: int \}\)")):
            with self.assertRaisesRegex(TypeError, f"^{text}$"):
                call()
        for call, text in ((lambda: module.Move.from_index(2**70, 7), "index .*: no move"), (lambda: game.encode(-2**70), "canvas: expected 7 to 19"),
                           (lambda: module.Search(game).run(visits=2**70), "visits: expected 1 to")):
            with self.assertRaisesRegex(raichi.Error, text):
                call()
        self.assertEqual(raichi.Search(game, seed=-1).run(visits=20), raichi.Search(game, seed=2**64 - 1).run(visits=20))

    def test_help_says_what_the_stubs_say(self):
        def plain(text):
            return " ".join(re.sub(r"raichi\._raichi\.|collections\.abc\.|typing\.", "", text).split())

        stubs = plain((pathlib.Path(raichi.__file__).parent / "_raichi.pyi").read_text())
        owners = [raichi.Move, raichi.Rules, raichi.Game, raichi.Search, raichi.SearchResult, raichi.GameRecord, raichi.Network, raichi.VectorEnv]
        members = [(owner, name) for owner in owners for name in vars(owner) if not name.startswith("_")]
        for owner, name in [*members, *((raichi, name) for name in ("policy_size", "read_shard", "rule_names", "run_searches", "shards"))]:
            member = getattr(owner, name)
            *signature, text = member.__doc__.split("\n\n", 1)
            self.assertIn(plain(text), stubs)
            self.assertIn(plain(text), plain(pydoc.plain(pydoc.render_doc(member))))
            if callable(member):
                self.assertIn("def " + plain(signature[0]).rpartition(" -> ")[0], stubs)


if __name__ == "__main__":
    unittest.main()
