"""Networks that Raichi's own code computes."""

import copy
import json
import multiprocessing
import os
import pathlib
import pickle
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

import numpy as np

import raichi

PROGRAM = os.environ.get("RAICHI_PROGRAM", "")
SOURCES = pathlib.Path(os.environ.get("RAICHI_SOURCE_DIR", "."))


def positions(rules: str, count: int, seed: int = 1) -> list[raichi.Game]:
    """Positions of random games, none of which is over."""
    numbers, game = np.random.default_rng(seed), raichi.Game(rules)
    games: list[raichi.Game] = []
    while len(games) < count:
        game = raichi.Game(rules) if game.is_over or game.ply > 100 else game.copy()
        moves = game.legal_moves()
        game.play(moves[numbers.integers(len(moves))])
        if not game.is_over:
            games.append(game)
    return games


def said(network: raichi.Network, games: list[raichi.Game]) -> np.ndarray:
    """All that a network says, in one row of numbers."""
    wdl, priors = network.evaluate(games)
    return np.concatenate([wdl.flatten(), *priors])


def said_by_linnaeus() -> list[float]:
    return said(raichi.Network("linnaeus"), positions("linnaeus", 20)).tolist()


class FrontEndTest(unittest.TestCase):
    """docs/front-end.md: a program of 20 lines plays with the package's network or with an export."""

    PLAY = SOURCES / "examples/python/play.py"

    def play(self, *arguments: str) -> str:
        done = subprocess.run([sys.executable, self.PLAY, *arguments], input="e2-c2\na1-a9\n", capture_output=True, text=True)
        self.assertTrue(done.stderr.rstrip().endswith("EOFError: EOF when reading a line"), done.stderr)
        return done.stdout

    def test_the_page_has_the_program(self):
        program = self.PLAY.read_text()
        self.assertLessEqual(len(program.splitlines()), 20)
        self.assertIn(f"```python\n{program}```\n", (SOURCES / "docs/front-end.md").read_text())

    def test_it_plays_with_the_packages_network_and_with_an_export(self):
        exports = []
        if PROGRAM:
            folder = tempfile.TemporaryDirectory()
            self.addCleanup(folder.cleanup)
            exports.append(str(pathlib.Path(folder.name) / "linnaeus.safetensors"))
            subprocess.run([PROGRAM, "export", SOURCES / "models/linnaeus", "-o", exports[0]], check=True, capture_output=True)
        for arguments in [], exports:
            text = self.play(*arguments)
            self.assertIn("2 . . t . . . . . .\n", text)
            self.assertIn("there is no piece on a1", text)


class NetworkTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.network = raichi.Network("linnaeus")
        self.games = positions("linnaeus", 70)

    def test_the_packages_networks_answer(self):
        self.assertEqual(raichi.network_names(), sorted(path.parent.name for path in SOURCES.glob("models/*/model.raichi")))
        for name in raichi.network_names():
            network = raichi.Network(name)
            games = [raichi.Game(rules) for rules in network.rules]
            wdl, priors = network.evaluate(games)
            self.assertEqual((wdl.dtype, wdl.shape), (np.float32, (len(games), 3)))
            np.testing.assert_allclose(wdl.sum(1), 1, atol=1e-5)
            for game, prior in zip(games, priors, strict=True):
                self.assertEqual((prior.dtype, len(prior)), (np.float32, len(game.legal_moves())))
                self.assertAlmostEqual(float(prior.sum()), 1, delta=1e-4)
            self.assertEqual(max(game.rules.size for game in games), network.canvas)

    @unittest.skipUnless(PROGRAM, "RAICHI_PROGRAM names no program that could export a model")
    def test_it_says_what_the_program_says(self):
        """The samples of a model card are the program's own evaluations in f32."""
        for name in raichi.network_names():
            subprocess.run([PROGRAM, "export", f"models/{name}", "-o", self.folder / f"{name}.safetensors"], check=True, capture_output=True)
            card = json.loads((self.folder / f"{name}.safetensors.json").read_text())
            for network in raichi.Network(name), raichi.Network(self.folder / f"{name}.safetensors"):
                for sample in card["samples"]:
                    game = raichi.Game(sample["rules"])
                    for move in sample["moves"].split():
                        game.play(move.split("x")[0])
                    wdl, priors = network.evaluate([game])
                    np.testing.assert_allclose(wdl[0], sample["output"]["wdl"], atol=1e-5)
                    for move, prior in zip(game.legal_moves(), priors[0]):
                        self.assertAlmostEqual(sample["output"]["policy"][str(move)], float(prior), delta=1e-5)

    def test_all_instruction_sets_say_nearly_the_same(self):
        def of(instructions):
            done = subprocess.run([sys.executable, "-c", "import raichi, test_network; print(raichi.instructions(), test_network.said_by_linnaeus())"],
                                  env={**os.environ, "RAICHI_INSTRUCTIONS": instructions, "PYTHONPATH": os.pathsep.join([os.path.dirname(__file__), *sys.path])},
                                  capture_output=True, text=True)
            return done.stdout.partition(" ") if done.returncode == 0 else (done.stderr.splitlines()[-1], "", "")

        wanted, here = said_by_linnaeus(), []
        for instructions in "plain", "avx2", "avx512":
            name, _, numbers = of(instructions)
            if name != instructions:
                self.assertIn("expected plain or, if this processor has it, avx2 or avx512", name)
                self.assertNotEqual(instructions, "plain")
                continue
            here.append(name)
            np.testing.assert_allclose(json.loads(numbers), wanted, atol=1e-5)
        self.assertEqual(raichi.instructions(), here[-1])  # the best is the default

    def test_a_damaged_library_is_an_error(self):
        """Only a library that is not there is done without."""
        if raichi.instructions() == "plain":
            self.skipTest("this processor has no libraries")
        package = pathlib.Path(shutil.copytree(pathlib.Path(raichi.__file__).parent, self.folder / "raichi", ignore=shutil.ignore_patterns("models")))
        module, = package.glob("_raichi*.so")
        library = package / f"_kernels_{raichi.instructions()}.so"

        def says():
            done = subprocess.run([sys.executable, "-c", "import raichi; print(raichi.instructions())"], cwd=self.folder, capture_output=True, text=True,
                                  env={**os.environ, "PYTHONPATH": str(self.folder), "RAICHI_INSTRUCTIONS": raichi.instructions()})
            return (done.stdout + done.stderr).splitlines()[-1]

        self.assertEqual(says(), raichi.instructions())
        library.write_bytes(b"no library")
        self.assertRegex(says(), rf"Error: cannot load {library}: .*; install raichi again$")
        shutil.copy(module, library)  # which has other symbols
        self.assertRegex(says(), rf"Error: cannot load {library}: .*undefined symbol: raichi_\w+; install raichi again$")
        library.unlink()
        self.assertIn("expected plain or, if this processor has it, avx2 or avx512", says())

    def test_a_fork_has_threads_of_its_own(self):
        networks = [raichi.Network("linnaeus", threads=2)]
        wanted = said(networks[0], self.games)

        def child(asks):
            if asks:
                np.testing.assert_array_equal(said(networks[0], self.games), wanted)
            networks.clear()  # which waits for the network's threads

        for asks in False, True:
            process = multiprocessing.get_context("fork").Process(target=child, args=[asks])
            process.start()
            process.join(60)
            process.kill()
            process.join()
            self.assertEqual(process.exitcode, 0)

    def test_answers_depend_on_nothing_else(self):
        wanted = said(self.network, self.games)
        alone = [self.network.evaluate([game]) for game in self.games]
        np.testing.assert_array_equal(np.concatenate([*(wdl[0] for wdl, _ in alone), *(priors[0] for _, priors in alone)]), wanted)
        np.testing.assert_array_equal(said(raichi.Network("linnaeus", threads=2), self.games), wanted)
        answers = []
        threads = [threading.Thread(target=lambda: answers.append(said(self.network, self.games))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for answer in answers:
            np.testing.assert_array_equal(answer, wanted)
        self.assertEqual(self.network.evaluate([])[0].shape, (0, 3))

    def test_it_guides_searches(self):
        game = raichi.Game("linnaeus")
        result = raichi.Search(game).run(self.network, visits=50, in_flight=4)
        by_python = raichi.Search(game).run(self.network.evaluate, visits=50, in_flight=4)  # which hears nothing of the moves left
        self.assertEqual((result.best, list(result.visits)), (by_python.best, list(by_python.visits)))
        self.assertEqual(result, raichi.Search(game).run(self.network, visits=50, in_flight=4))
        self.assertGreater(result.priors.max(), 2 / len(result.moves))
        searches = [raichi.Search(game) for game in self.games[:3]]
        raichi.run_searches(searches, self.network, visits=20)
        self.assertEqual([search.result().visits.sum() for search in searches], [20] * 3)
        with self.assertRaisesRegex(raichi.Error, "the network plays on boards of up to 9 squares a side, not 11"):
            raichi.Search(raichi.Game("copenhagen")).run(self.network, visits=2)

    def test_copies_hold_the_network(self):
        wanted = said(self.network, self.games)
        file = self.folder / "m.raichi"
        shutil.copy(self.network.name, file)
        network = raichi.Network(file)
        file.unlink()
        for other in (copy.copy(network), copy.deepcopy(network), pickle.loads(pickle.dumps(network))):
            self.assertEqual((repr(other), other.rules, other.canvas), (repr(network), ["linnaeus"], 9))
            np.testing.assert_array_equal(said(other, self.games), wanted)
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            np.testing.assert_array_equal(pool.map(network.evaluate, [self.games])[0][0], self.network.evaluate(self.games)[0])

    def test_it_is_made_of_arrays(self):
        weights = self.network.weights()
        self.assertEqual(weights["stem.numbers.weight"].shape, (self.network.architecture["channels"], 120))
        made = raichi.Network.from_weights(self.network.architecture, weights, self.network.rules, steps=7)
        self.assertEqual((made.rules, made.steps, made.architecture), (["linnaeus"], 7, self.network.architecture))
        np.testing.assert_array_equal(said(made, self.games), said(self.network, self.games))
        for changed, text in (({"stem.bias": np.zeros(3, np.float32)}, "weights: weights stem.bias have another shape than the architecture's"),
                              ({"more": np.zeros(3, np.float32)}, "weights: has weights that its architecture does not have"),
                              ({"stem.bias": weights["stem.bias"] * np.float32(np.nan)}, "weights: weights stem.bias contain NaN or infinity")):
            with self.assertRaisesRegex(raichi.Error, f"^{text}$"):
                raichi.Network.from_weights(self.network.architecture, {**weights, **changed})
        with self.assertRaisesRegex(raichi.Error, "network.blocks: expected a whole number from 1 to 64, found 1000"):
            raichi.Network.from_weights({**self.network.architecture, "blocks": 1000}, weights)
        with self.assertRaisesRegex(raichi.Error, "its metadata lacks `network"):
            raichi.Network.from_weights({}, weights)

    def test_it_is_saved(self):
        file = self.folder / "m.safetensors"
        self.network.save(file)
        wanted = said(self.network, self.games)
        np.testing.assert_array_equal(said(raichi.Network(file), self.games), wanted)
        if PROGRAM:
            (self.folder / "run/models").mkdir(parents=True)
            for number in "000001", "000002":
                subprocess.run([PROGRAM, "import", file, "-o", self.folder / "run/models" / number], check=True, capture_output=True)
            network = raichi.Network(self.folder / "run")
            self.assertTrue(network.name.endswith("models/000002/model.raichi"))
            np.testing.assert_array_equal(said(network, self.games), wanted)
        with self.assertRaisesRegex(raichi.Error, r"m.raichi: expected a name that ends with .safetensors"):
            self.network.save(self.folder / "m.raichi")

    def test_the_newest_model_of_a_run(self):
        def add(name):
            (self.folder / "run/models" / name).mkdir(parents=True)
            shutil.copy(self.network.name, self.folder / "run/models" / name)

        for name in "000001", "000002", "000120.HOST.tmp", "000120.bad", "best":
            add(name)
        self.assertEqual(raichi.Network(self.folder / "run").name, str(self.folder / "run/models/000002/model.raichi"))
        (self.folder / "run/models/000003").symlink_to("000001")
        with self.assertRaisesRegex(raichi.Error, "000003/model.raichi: "):
            raichi.Network(self.folder / "run")
        (self.folder / "run/models/000004").mkdir()
        (self.folder / "run/models/000004/model.raichi").symlink_to(self.network.name)
        with self.assertRaisesRegex(raichi.Error, "000004/model.raichi: "):
            raichi.Network(self.folder / "run")

    def test_wrong_files(self):
        with self.assertRaisesRegex(raichi.Error, "^network 'nothing': expected a model, a run with one, or one of linnaeus, tafl-11, tafl-9$"):
            raichi.Network("nothing")
        data = pathlib.Path(self.network.name).read_bytes()
        for name, content, text in (("cut.raichi", data[:-1], "damaged: its checksum does not match"), ("empty.raichi", b"", "too short"),
                                    ("model.safetensors", data, "holds a raichi model, expected a raichi export")):
            (self.folder / name).write_bytes(content)
            with self.assertRaisesRegex(raichi.Error, f"{name}: .*{text}"):
                raichi.Network(self.folder / name)
        with self.assertRaisesRegex(raichi.Error, "threads: expected 1 to 1024, found 0"):
            raichi.Network("linnaeus", threads=0)
        with self.assertRaises(TypeError):
            raichi.Network(3)  # type: ignore[arg-type]
        over = raichi.Game("brandubh", "7/7/7/3K3/7/7/7 a")
        with self.assertRaisesRegex(raichi.Error, "the game is over"):
            self.network.evaluate([over])


if __name__ == "__main__":
    unittest.main()
