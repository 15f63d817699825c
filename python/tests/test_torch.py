"""The network in PyTorch."""

import doctest
import pathlib
import subprocess
import sys
import tempfile
import unittest

try:
    import torch
except ImportError as error:
    raise unittest.SkipTest("torch is not installed") from error

import numpy as np

import raichi
import raichi.torch
from test_network import PROGRAM, SOURCES, positions, said

ARCHITECTURES: tuple[dict[str, int], ...] = ({}, {"policy_destinations": 0}, {"pool_every": 0, "canvas": 11}, {"pool_every": 1, "value_channels": 8, "value_hidden": 16})


def answers(network: raichi.torch.Network, games: list[raichi.Game]) -> np.ndarray:
    """What the network says, in the form of raichi.Network's answers."""
    canvas = network.architecture["canvas"]
    planes, numbers = (torch.from_numpy(np.stack(arrays)).float() for arrays in zip(*(game.encode(canvas) for game in games)))
    with torch.inference_mode():
        outputs = network(planes, numbers)
    priors = [torch.softmax(logits[game.legal_indices(canvas)], 0) for logits, game in zip(outputs.policy, games)]
    return torch.cat([torch.softmax(outputs.wdl, 1).flatten(), *priors]).numpy()


class TorchTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_docstrings(self):
        result = doctest.testmod(raichi.torch)
        self.assertEqual((result.failed, result.attempted > 2), (0, True))

    def test_it_says_what_raichi_says_on_a_thousand_positions(self):
        for name, rules, count in (("linnaeus", "linnaeus", 1000), ("tafl-9", "brandubh", 200), ("tafl-11", "copenhagen", 200)):
            games = positions(rules, count)
            np.testing.assert_allclose(answers(raichi.torch.Network.load(name), games), said(raichi.Network(name), games), atol=1e-5)

    def test_every_architecture_is_the_same_network(self):
        for sizes in ARCHITECTURES:
            torch.manual_seed(1)
            network = raichi.torch.Network(["brandubh"], steps=3, **{"blocks": 2, "channels": 16, "policy_channels": 8, **sizes})
            for weight in network.parameters():
                torch.nn.init.normal_(weight, std=0.15)
            games = positions("brandubh", 50) + positions("linnaeus", 50)
            np.testing.assert_allclose(answers(network, games), said(network.freeze(), games), atol=1e-5)
            network.save(self.folder / "m.safetensors")
            again = raichi.torch.Network.load(self.folder / "m.safetensors")
            self.assertEqual((again.rules, again.steps, again.architecture), (["brandubh"], 3, network.architecture))
            np.testing.assert_array_equal(answers(again, games), answers(network, games))

    def test_it_learns(self):
        torch.manual_seed(1)
        network = raichi.torch.Network(["brandubh"], canvas=7, blocks=2, channels=16)
        games, numbers = positions("brandubh", 64), np.random.default_rng(1)
        planes, values = (np.stack(arrays) for arrays in zip(*(game.encode() for game in games)))
        legal = np.zeros((64, raichi.policy_size(7)), bool)
        policy = np.zeros(legal.shape, np.float32)
        for i, game in enumerate(games):
            legal[i, game.legal_indices()] = True
            policy[i, game.legal_indices()[0]] = 1
        targets = {"planes": planes, "numbers": values, "policy": policy, "legal": legal,
                   "outcome": numbers.choice(np.array([-1, 0, 1], np.float32), 64)}
        optimizer = torch.optim.AdamW(network.parameters(), 3e-3)
        losses = []
        for _ in range(60):
            optimizer.zero_grad()
            loss = network.loss(targets)
            loss.backward()
            optimizer.step()
            losses.append(float(loss.detach()))
        self.assertLess(losses[-1], losses[0] / 3)
        self.assertEqual(float(network(torch.from_numpy(planes).float(), torch.from_numpy(values)).moves_left.detach().abs().max()), 0)  # unknown
        wdl, _ = network.freeze().evaluate(games)
        self.assertGreater(np.mean(wdl.argmax(1) == 1 - targets["outcome"]), 0.7)

    def test_wrong_sizes(self):
        with self.assertRaisesRegex(raichi.Error, "sizes: expected some of canvas, .*, found width"):
            raichi.torch.Network(width=3)

    @unittest.skipUnless(PROGRAM, "RAICHI_PROGRAM names no program that could import a network")
    def test_the_example_trains_imports_and_plays(self):
        done = subprocess.run([sys.executable, SOURCES / "examples/python/train_in_torch.py", "--raichi", PROGRAM, "--steps", "3", "--games", "2",
                               "--output", self.folder / "mine"], capture_output=True, text=True, cwd=SOURCES)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("loss", done.stdout)
        self.assertTrue((self.folder / "mine/model.raichi").is_file())
        self.assertIn("random", done.stdout)


if __name__ == "__main__":
    unittest.main()
