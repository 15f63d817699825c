"""The PettingZoo environment."""

import copy
import doctest
import multiprocessing
import pickle
import unittest

import numpy as np

try:
    from pettingzoo.test import api_test, seed_test
except ImportError as error:
    raise unittest.SkipTest("pettingzoo is not installed") from error

import raichi
import raichi.env
from raichi.env import env, raw_env


class EnvTest(unittest.TestCase):
    def test_docstrings(self):
        result = doctest.testmod(raichi.env)
        self.assertEqual(result.failed, 0)
        self.assertGreater(result.attempted, 2)

    def test_everything_public_has_a_docstring(self):
        bare = [name for name, value in vars(raw_env).items() if not name.startswith("_") and callable(value) and not value.__doc__]
        self.assertEqual(bare, [])

    def test_it_passes_pettingzoos_own_test(self):
        for rules in raichi.rule_names():
            with self.subTest(rules):
                api_test(env(rules), num_cycles=300 if rules in ("minitafl", "brandubh", "linnaeus") else 20)
        seed_test(lambda: env("minitafl"), num_cycles=100)

    def test_rewards(self):
        game = raw_env("brandubh", render_mode="ansi")
        game.reset(options={"position": "3t3/7/7/7/7/7/1K4t d"})
        self.assertEqual(game.agent_selection, "defenders")
        self.assertEqual(str(game.render()).splitlines()[-1], ". K . . . . t")
        game.step(next(move for move in game.game.legal_moves() if str(move) == "b1-a1").index(7))
        self.assertEqual(game.rewards, {"attackers": -1, "defenders": 1})
        self.assertTrue(all(game.terminations.values()))

    def test_copies_go_on_alone(self):
        for make in (env, raw_env):
            whole = make("brandubh", render_mode="ansi")
            for other in (copy.deepcopy(whole), pickle.loads(pickle.dumps(whole))):
                other.reset()
                self.assertEqual(other.agent_selection, "attackers")
            whole.reset()
            whole.step(int(whole.observe("attackers")["action_mask"].argmax()))
            shown = whole.render()
            for other in (copy.deepcopy(whole), pickle.loads(pickle.dumps(whole))):
                self.assertEqual((other.render(), other.agent_selection, other.rewards), (shown, "defenders", whole.rewards))
                other.step(int(other.observe("defenders")["action_mask"].argmax()))
                self.assertEqual((whole.unwrapped.game.ply, other.unwrapped.game.ply), (1, 2))
        for method in ("spawn", "fork"):
            with multiprocessing.get_context(method).Pool(1) as pool:
                self.assertEqual(pool.map(raw_env.render, [whole.unwrapped]), [shown])

    def test_wrong_beginnings(self):
        with self.assertRaisesRegex(raichi.Error, "the game is over in this position: no moves"):
            raw_env("brandubh").reset(options={"position": "7/7/7/3K3/7/7/7 a"})
        with self.assertRaisesRegex(raichi.Error, "render_mode 'video': expected human or ansi or rgb_array"):
            env("brandubh", render_mode="video")

    def test_illegal_actions(self):
        game = env("brandubh")
        game.reset()
        mask = game.observe("attackers")["action_mask"]
        self.assertEqual(mask.sum(), len(raichi.Game(raichi.Rules("brandubh")).legal_moves()))
        game.step(int(mask.argmin()))
        self.assertEqual((game.rewards, game.agents), ({"attackers": -1, "defenders": 0}, ["attackers", "defenders"]))
        self.assertTrue(all(game.terminations.values()))
        raw = raw_env("brandubh")
        raw.reset()
        with self.assertRaises(raichi.Error):
            raw.step(int(mask.argmin()))

    def test_what_is_seen_is_markov(self):
        """A position that occurs again has the same planes, apart from the last moves, and other numbers."""
        game = raw_env("linnaeus+repetition.count=9")
        game.reset()
        seen = []
        for _ in range(3):
            for move in ("d1-c1", "e3-d3", "c1-d1", "d3-e3"):
                game.step(raichi.Move(move).index(9))
            seen.append(game.observe("attackers"))
        np.testing.assert_array_equal(seen[0]["observation"], seen[1]["observation"])
        self.assertTrue((seen[0]["numbers"] != seen[1]["numbers"]).any())

    def test_pictures(self):
        game = raw_env("brandubh", render_mode="rgb_array")
        game.reset()
        before = game.render()
        assert isinstance(before, np.ndarray)
        self.assertEqual((before.shape, before.dtype), ((7 * 32, 7 * 32, 3), np.uint8))
        middles = before[16::32, 16::32][::-1]  # [rank, file]
        svg = raichi.Game("brandubh").svg()  # has the same colours
        for rank, file, colour in ((0, 3, "dark-piece"), (2, 3, "light-piece"), (3, 3, "crown"), (0, 1, "wood")):
            with self.subTest(colour):
                self.assertEqual(tuple(middles[rank, file]), raichi.env._COLOURS[colour])
                self.assertIn("#%02x%02x%02x" % raichi.env._COLOURS[colour], svg)
        game.step(raichi.Move("d1-c1").index(7))
        after = game.render()
        assert isinstance(after, np.ndarray)
        self.assertEqual(tuple(after[16::32, 16::32][::-1][0, 2]), raichi.env._COLOURS["dark-piece"])
        self.assertEqual(tuple(after[16::32, 16::32][::-1][0, 3]), raichi.env._COLOURS["marked"])


if __name__ == "__main__":
    unittest.main()
