"""Many games side by side."""

import ctypes
import os
import pathlib
import subprocess
import sys
import threading
import time
import unittest

import numpy as np

import raichi


def random_actions(observation, numbers):
    """A random legal action in each game."""
    masks = observation["action_mask"]
    return np.array([numbers.choice(np.flatnonzero(mask)) for mask in masks])


class VectorEnvTest(unittest.TestCase):
    def test_each_game_is_as_if_it_were_alone(self):
        envs, numbers = raichi.VectorEnv("brandubh", 5), np.random.default_rng(1)
        observation = envs.reset()
        games = [raichi.Game("brandubh") for _ in range(5)]
        ended = 0
        for _ in range(300):
            actions = random_actions(observation, numbers)
            observation, rewards, terminated, truncated, info = envs.step(actions)
            self.assertEqual((info, truncated.any()), ({}, False))
            for i, action in enumerate(actions):
                mover = games[i].to_move
                games[i].play(raichi.Move.from_index(action, 7))
                result = games[i].result
                self.assertEqual(terminated[i], games[i].is_over)
                self.assertEqual(rewards[i], 0 if result in ("ongoing", "draw") else 1 if result == mover else -1)
                if games[i].is_over:
                    games[i] = raichi.Game("brandubh")
                    ended += 1
                self.assertEqual(envs.game(i), games[i])
                planes, wanted = games[i].encode()
                np.testing.assert_array_equal(observation["planes"][i], planes)
                np.testing.assert_array_equal(observation["numbers"][i], wanted)
                np.testing.assert_array_equal(np.flatnonzero(observation["action_mask"][i]), np.sort(games[i].legal_indices()))
                self.assertEqual(observation["to_move"][i], ["attackers", "defenders"].index(games[i].to_move))
        self.assertGreater(ended, 5)

    def test_shapes_and_types(self):
        envs = raichi.VectorEnv(raichi.Rules("linnaeus"), num_envs=3)
        self.assertEqual((envs.num_envs, len(envs), envs.num_actions, envs.rules.name), (3, 3, raichi.policy_size(9), "linnaeus"))
        self.assertEqual(repr(envs), "VectorEnv('linnaeus', 3)")
        observation = envs.reset()
        self.assertEqual({name: (array.shape, array.dtype) for name, array in observation.items()},
                         {"planes": ((3, 24, 9, 9), np.uint8), "numbers": ((3, 120), np.float32),
                          "action_mask": ((3, envs.num_actions), np.int8), "to_move": ((3,), np.int8)})
        actions = observation["action_mask"].argmax(1)
        self.assertIs(envs.step(actions)[0]["planes"], observation["planes"])  # nothing is copied
        envs.step(actions.astype(np.int32) * 0 + envs.reset()["action_mask"].argmax(1).astype(np.int32))

    def test_an_illegal_action_loses(self):
        envs = raichi.VectorEnv("brandubh", 2)
        good = int(envs.reset()["action_mask"][0].argmax())
        for wrong in (-1, envs.num_actions, int(envs.reset()["action_mask"][0].argmin())):
            _, rewards, terminated, _, _ = envs.step(np.array([good, wrong]))
            self.assertEqual((rewards.tolist(), terminated.tolist()), ([0, -1], [False, True]))
            self.assertEqual((envs.game(0).ply, envs.game(1).ply), (1, 0))
            envs.reset()

    def test_what_is_legal_depends_on_no_array(self):
        envs = raichi.VectorEnv("brandubh", 2)
        mask = envs.reset()["action_mask"]
        good, wrong = int(mask[0].argmax()), int(mask[1].argmin())
        for array in [*envs.reset().values(), *envs.step(np.array([good, good]))[1:4]]:
            with self.assertRaisesRegex(ValueError, "read-only"):
                array[:] = 1
        envs.reset()
        ctypes.memset(mask.ctypes.data, 1, mask.nbytes)
        self.assertTrue(mask.all())
        self.assertEqual(envs.step(np.array([good, wrong]))[2].tolist(), [False, True])
        for i in range(2):
            np.testing.assert_array_equal(np.flatnonzero(mask[i]), np.sort(envs.game(i).legal_indices()))

    def test_long_games_are_truncated(self):
        envs, numbers = raichi.VectorEnv("linnaeus", 2, max_plies=3), np.random.default_rng(2)
        observation = envs.reset()
        for ply in range(1, 7):
            observation, _, terminated, truncated, _ = envs.step(random_actions(observation, numbers))
            self.assertEqual((truncated.tolist(), terminated.any()), ([ply % 3 == 0] * 2, False))
            self.assertEqual(envs.game(0).ply, ply % 3)

    def test_the_example_measures_speed(self):
        example = pathlib.Path(os.environ.get("RAICHI_SOURCE_DIR", ".")) / "examples/python/vector_env.py"
        told = subprocess.run([sys.executable, example, "brandubh", "8", "0.05"], check=True, capture_output=True, text=True).stdout
        self.assertRegex(told, r"^brandubh: [\d,]+ moves a second; [\d,]+ with")

    def test_wrong_use(self):
        envs = raichi.VectorEnv("brandubh", 2)
        with self.assertRaisesRegex(raichi.Error, "actions: expected 2, found 3"):
            envs.step(np.zeros(3, np.int64))
        with self.assertRaises(TypeError):
            envs.step(np.zeros((2, 2), np.int64))
        with self.assertRaisesRegex(raichi.Error, "index: expected 0 to 1"):
            envs.game(2)
        for count in (0, 10**9):
            with self.assertRaisesRegex(raichi.Error, "num_envs: expected 1 to"):
                raichi.VectorEnv("brandubh", count)
        with self.assertRaisesRegex(raichi.Error, "rules 'nothing'"):
            raichi.VectorEnv("nothing", 1)

    def test_threads_have_environments_of_their_own(self):
        """A step lets other threads run; an environment that is in use refuses a second thread."""
        envs = raichi.VectorEnv("copenhagen", 2000)
        actions = envs.reset()["action_mask"].argmax(1)
        refused: list[str] = []
        end = time.monotonic() + 60

        def step():
            while not refused and time.monotonic() < end:
                try:
                    envs.step(actions)
                except raichi.Error as error:
                    refused.append(str(error))

        threads = [threading.Thread(target=step) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(set(refused), {"the environment is used by another thread now"})
        self.assertEqual(len({envs.game(i).position for i in range(2000)}), 1)


if __name__ == "__main__":
    unittest.main()
