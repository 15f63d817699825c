"""Searches, with evaluators of the package and evaluators written in Python."""

import collections.abc
import unittest

import numpy as np

import raichi


def uniform(games):
    """An evaluator."""
    priors = [np.full(count, 1 / count, np.float32) for count in (len(game.legal_moves()) for game in games)]
    return np.tile(np.array([0.3, 0.4, 0.3], np.float32), (len(games), 1)), priors


class SearchTest(unittest.TestCase):
    def setUp(self):
        # The king on b1 wins at once: nothing stands between him and the corner.
        self.win = raichi.Game(raichi.Rules("brandubh"), "3t3/7/7/7/7/7/1K4t d")

    def test_it_finds_a_win(self):
        result = raichi.Search(self.win).run("uniform", visits=20)
        self.assertEqual((str(result.best), result.proof, result.plies_to_end), ("b1-a1", "win", 1))
        self.assertEqual(repr(result), f"SearchResult(best=b1-a1, value=1.000, visits={result.visits.sum()})")

    def test_visits_and_arrays(self):
        search = raichi.Search(raichi.Game(raichi.Rules("brandubh")), seed=3)
        result = search.run("playouts", visits=64)
        self.assertEqual(result.visits.sum(), 64)
        self.assertEqual(len(result.moves), len(result.visits))
        self.assertAlmostEqual(float(result.priors.sum()), 1, places=4)
        self.assertEqual(search.variation()[0], result.best)
        search.play(result.best)
        self.assertEqual(search.game.moves, [result.best])

    def test_an_evaluator_in_python(self):
        sizes = []

        def prefer_the_last_move(games):
            sizes.append(len(games))
            priors = []
            for game in games:
                weights = np.ones(len(game.legal_moves()), np.float32)
                weights[-1] = 5
                priors.append(weights / weights.sum())
            return np.tile(np.array([0.2, 0.6, 0.2], np.float32), (len(games), 1)), priors

        game = raichi.Game(raichi.Rules("linnaeus"))
        result = raichi.Search(game).run(prefer_the_last_move, visits=200, in_flight=8)
        self.assertEqual(result.best, game.legal_moves()[-1])
        self.assertGreater(max(sizes), 1)
        searches = [raichi.Search(game, seed=seed) for seed in range(4)]
        sizes.clear()
        raichi.run_searches(searches, prefer_the_last_move, visits=10)
        self.assertEqual(max(sizes), 4)
        self.assertEqual([search.result().visits.sum() for search in searches], [10] * 4)

    def test_bad_evaluators_are_told(self):
        game = raichi.Game(raichi.Rules("brandubh"))
        wdl = np.array([[0, 1, 0]], np.float32)
        moves = len(game.legal_moves())
        even = np.full(moves, 1 / moves, np.float32)
        negative = np.array([-1, 2] + [0] * (moves - 2), np.float32)
        answers: list[object] = [
            (wdl, [np.ones(3, np.float32)]), (wdl, []), (wdl * 2, [even]), (wdl, [negative]), (wdl * np.nan, [even]),
            None, [], (wdl,), (wdl[:, :2], [even]), (wdl.tolist(), [even]), (wdl, None), (wdl, [None]), (wdl, ["x"])]
        for answer in answers:
            with self.assertRaisesRegex(raichi.Error, "evaluator: expected"):
                raichi.Search(game).run(lambda games: answer, visits=4)  # type: ignore[arg-type, return-value]
        with self.assertRaises(ZeroDivisionError):
            raichi.Search(game).run(lambda games: 1 / 0, visits=4)  # type: ignore[arg-type, return-value]

    def test_wrong_configurations_are_told(self):
        game = raichi.Game(raichi.Rules("brandubh"))
        with self.assertRaisesRegex(raichi.Error, "cpuct: expected a number from 0 to 100"):
            raichi.Search(game, config={"cpuct": -1})

        class Clears:
            def __str__(self):
                config.clear()
                return "1"

        config = {"cpuct": Clears(), "cpuct_base": Clears()}
        raichi.Search(game, config=config)
        self.assertEqual(config, {})

    def test_only_noise_makes_a_root_gumbel(self):
        game = raichi.Game(raichi.Rules("brandubh"))

        def visits(root, noise):
            config = {"root": root, "gumbel_considered": 2}
            return list(raichi.Search(game, config=config).run("uniform", visits=50, noise=noise).visits)

        self.assertEqual(visits("gumbel", False), visits("puct", False))
        self.assertEqual(sum(count > 0 for count in visits("gumbel", True)), 2)

    def test_wrong_use_is_told(self):
        search = raichi.Search(raichi.Game(raichi.Rules("brandubh")), config={"root": "gumbel"})
        with self.assertRaisesRegex(raichi.Error, "choose_move: there is no move"):
            search.choose_move()
        with self.assertRaisesRegex(raichi.Error, "in_flight: expected 1 with noise"):
            search.run(noise=True, in_flight=2)
        for visits in (0, 2**31 - 1):
            with self.assertRaisesRegex(raichi.Error, "visits: expected 1 to"):
                search.run(visits=visits)
        with self.assertRaisesRegex(raichi.Error, "named twice"):
            raichi.run_searches([search, search])
        for wrong in ([search, None], [search, 1], [search, search.game]):
            with self.assertRaisesRegex(TypeError, "expected a sequence of Search"):
                raichi.run_searches(wrong)  # type: ignore[arg-type]
        search.run(visits=8)
        self.assertIn(search.choose_move(), search.game.legal_moves())

    def test_after_a_move_there_is_no_result_yet(self):
        search = raichi.Search(raichi.Game(raichi.Rules("brandubh")))
        for _ in range(2):
            best = search.run(visits=200).best
            search.play(str(best))
            self.assertEqual(search.game.moves[-1], best)
            self.assertEqual(len(search.result().moves), 0)
            with self.assertRaisesRegex(raichi.Error, "choose_move: there is no move"):
                search.choose_move()
            self.assertEqual(search.variation(), [])
            with self.assertRaisesRegex(raichi.Error, "best: there is no move"):
                search.result().best
        with self.assertRaisesRegex(raichi.Error, "a1-b1"):
            search.play("a1-b1")

    def test_a_finished_game_is_not_searched(self):
        search = raichi.Search(self.win)
        search.play("b1-a1")
        going = raichi.Search(self.win)
        for run in (search.run, lambda: raichi.run_searches([going, search])):
            with self.assertRaisesRegex(raichi.Error, "the game is over .*king"):
                run()
        self.assertEqual(len(going.result().moves), 0)

    def test_a_running_search_is_left_alone(self):
        search = raichi.Search(raichi.Game(raichi.Rules("brandubh")))
        uses = (search.run, search.choose_move, lambda: search.play(search.game.legal_moves()[0]), lambda: raichi.run_searches([search]))
        for use in uses:
            with self.assertRaisesRegex(raichi.Error, "the search is running"):
                search.run(lambda games: use(), visits=4)  # type: ignore[arg-type, return-value]
        self.assertEqual(search.run(visits=8).visits.sum(), 8)

    def test_running_searches_stay_alive(self):
        game = raichi.Game(raichi.Rules("brandubh"))
        alive = set()  # the seeds of the searches that are not deleted yet

        class Counted(raichi.Search):
            def __init__(self, seed):
                super().__init__(game, seed)
                self.seed = seed
                alive.add(seed)

            def __del__(self):
                alive.remove(self.seed)

        class Fresh(collections.abc.Sequence):
            def __len__(self):
                return 3

            def __getitem__(self, index):
                if index >= 3:
                    raise IndexError
                return Counted(index)

        def forget(games):
            searches.clear()
            self.assertEqual(alive, set(range(count)))
            sizes.append(len(games))
            return uniform(games)

        searches, count = [Counted(seed) for seed in range(4)], 4
        sizes: list[int] = []
        raichi.run_searches(searches, forget, visits=8)
        self.assertEqual((alive, sizes[0]), (set(), 4))
        count = 3
        raichi.run_searches(Fresh(), forget, visits=8)
        self.assertEqual((alive, sizes[-1]), (set(), 3))
        searches = [Counted(0)]
        count = 1
        self.assertEqual(searches[0].run(forget, visits=8).visits.sum(), 8)
        self.assertEqual(alive, set())


if __name__ == "__main__":
    unittest.main()
