"""The package without its optional parts: rules, games, records, the examples of its README."""

import doctest
import importlib.util
import json
import multiprocessing
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import raichi

ROOT = pathlib.Path(os.environ.get("RAICHI_SOURCE_DIR", pathlib.Path(__file__).parents[2]))
README = ROOT / "python/README.md"
PROGRAM = os.environ.get("RAICHI_PROGRAM", "")


class RulesTest(unittest.TestCase):
    def test_every_shipped_rule_set_opens(self):
        names = raichi.rule_names()
        self.assertEqual(names, sorted(path.stem for path in (ROOT / "configs/rules").glob("*.yaml")))
        for name in names:
            rules = raichi.Rules(name)
            again = raichi.Rules.from_yaml(rules.yaml)
            self.assertEqual((again.fingerprint, again.name), (rules.fingerprint, name))
            self.assertEqual(raichi.Game(rules).board().shape, (rules.size, rules.size))

    def test_changed_rules(self):
        rules = raichi.Rules("linnaeus+first=defenders")
        self.assertEqual(raichi.Game(rules).to_move, "defenders")
        self.assertIn("king", raichi.Rules("linnaeus").words().lower())

    def test_errors(self):
        for name in ("nope", "linnaeus+nope=1"):
            with self.assertRaises(raichi.Error):
                raichi.Rules(name)
        self.assertTrue(issubclass(raichi.Error, ValueError))


class GameTest(unittest.TestCase):
    def setUp(self):
        self.game = raichi.Game(raichi.Rules("brandubh"))

    def test_moves(self):
        before = self.game.position
        self.game.play("d1-c1")
        self.assertEqual((self.game.to_move, self.game.ply, str(self.game.moves[0])), ("defenders", 1, "d1-c1"))
        copy = self.game.copy()
        self.game.take_back()
        self.assertEqual((self.game.position, copy.ply), (before, 1))
        copy.undo()
        self.assertEqual(copy, self.game)
        self.assertEqual(raichi.Game("brandubh"), self.game)
        with self.assertRaisesRegex(raichi.Error, "rules 'brandub': .*did you mean 'brandubh'"):
            raichi.Game("brandub")
        with self.assertRaises(raichi.Error):
            self.game.take_back()
        for move in ("d1-d2", "d1", "a1-a2"):
            with self.assertRaises(raichi.Error):
                self.game.play(move)
            with self.assertRaises(raichi.Error):
                self.game.move(move)
        self.assertIn(self.game.move("d1-c1"), self.game.legal_moves())
        self.assertEqual((self.game.move("d1-c1").from_square, self.game.move("d1-c1").to_square), ("d1", "c1"))

    def test_a_king_who_reaches_a_corner_wins(self):
        game = raichi.Game(raichi.Rules("brandubh"), "3t3/7/7/7/7/7/1K4t d")
        game.play("b1-a1")
        self.assertEqual((game.is_over, game.result, game.reason), (True, "defenders", "king escaped"))
        self.assertEqual(game.legal_moves(), [])
        with self.assertRaises(raichi.Error):
            game.encode()

    def test_indices_name_moves(self):
        for canvas in (7, 9):
            indices = self.game.legal_indices(canvas)
            moves = self.game.legal_moves()
            self.assertEqual([move.index(canvas) for move in moves], list(indices))
            self.assertEqual([raichi.Move.from_index(int(index), canvas) for index in indices], moves)
            self.assertLess(indices.max(), raichi.policy_size(canvas))
        self.assertEqual(len(set(moves)), len(moves))

    def test_what_no_canvas_has_is_refused(self):
        move = self.game.legal_moves()[0]
        for wrong in (lambda: move.index(3), lambda: move.index(20), lambda: raichi.policy_size(-3), lambda: raichi.Move.from_index(300000, 100),
                      lambda: raichi.Move.from_index(-1, 7), lambda: raichi.Move.from_index(raichi.policy_size(7), 7)):
            with self.assertRaisesRegex(raichi.Error, "canvas"):
                wrong()
        with self.assertRaisesRegex(raichi.Error, "index 1: no move on a canvas of 7"):  # from a1 to the left
            raichi.Move.from_index(1, 7)

    def test_the_board_and_the_input_agree(self):
        planes, numbers = self.game.encode(9)
        self.assertEqual((planes.shape, numbers.shape, planes.dtype, numbers.dtype),
                         ((24, 9, 9), (120,), np.uint8, np.float32))
        board = self.game.board()
        np.testing.assert_array_equal(planes[1, :7, :7], board == 1)
        np.testing.assert_array_equal(planes[3, :7, :7], board == 3)
        with self.assertRaises(raichi.Error):
            self.game.encode(5)


@unittest.skipUnless(PROGRAM, "RAICHI_PROGRAM names no program that could write records")
class RecordsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        subprocess.run([PROGRAM, "match", "playouts:16", "greedy", "--rules", "brandubh", "--pairs", "2",
                        "--records", self.folder / "a.games"], check=True, capture_output=True)

    def test_games_replay(self):
        games = subprocess.run([PROGRAM, "games", self.folder / "a.games", "--json"], check=True, capture_output=True, text=True)
        told = [json.loads(line) for line in games.stdout.splitlines()]
        records = list(raichi.games(self.folder))
        self.assertEqual([record.result for record in records], [line["result"] for line in told])
        for record in records:
            game = record.game()
            for move in record.moves:
                game.play(move)
            self.assertEqual((game.result, game.reason, game.ply), (record.result, record.reason, len(record)))
            self.assertEqual(record.root_values.shape, (len(record),))
        texts = subprocess.run([PROGRAM, "games", self.folder / "a.games", "--otg", "-"], check=True, capture_output=True, text=True).stdout
        self.assertEqual("".join(record.opentafl() + "\n" for record in records), texts)

    def test_targets(self):
        subprocess.run([PROGRAM, "selfplay", ROOT / "configs/runs/smoke.yaml", "--output", self.folder / "played", "--games", "4"],
                       check=True, capture_output=True)
        record = max(raichi.games(self.folder / "played"), key=len)
        size = record.game().rules.size
        arrays = raichi.targets(record)
        count = int(record.full_search.sum())
        self.assertGreater(count, 0)
        self.assertEqual(arrays["planes"].shape, (count, 24, size, size))
        self.assertEqual(list(arrays["ply"]), list(np.flatnonzero(record.full_search)))
        np.testing.assert_allclose(arrays["policy"].sum(axis=1), 1, rtol=1e-5)
        self.assertTrue(set(arrays["outcome"]) <= {-1, 0, 1})
        larger = raichi.targets(record, canvas=size + 2, every_turn=True)
        self.assertEqual(larger["policy"].shape[1], raichi.policy_size(size + 2))
        self.assertGreaterEqual(len(larger["ply"]), count)
        self.assertEqual(list(larger["ply"]), [ply for ply in range(len(record)) if record.visits(ply)[0]])
        self.assertEqual(len(raichi.targets(next(raichi.games(self.folder / "a.games")), every_turn=True)["ply"]), 0)

    def test_names_are_any_bytes(self):
        folder = self.folder / os.fsdecode(b"m\xff")
        folder.mkdir()
        (self.folder / "a.games").rename(folder / "a.games")
        self.assertEqual(raichi.shards(folder), [str(folder / "a.games")])
        record = next(raichi.games(folder))
        with self.assertRaisesRegex(raichi.Error, r"m\\xFF/b\.games"):
            raichi.read_shard(folder / "b.games")
        (packed,), more = record.__getstate__()
        named = raichi.GameRecord.__new__(raichi.GameRecord)
        named.__setstate__(((packed.replace(b"greedy", rb"m\xFF/"),), more))
        self.assertIn(r"m\xFF/", (named.attackers, named.defenders))
        self.assertIn(repr(r"m\xFF/"), repr(named))

    def test_a_file_that_is_no_shard(self):
        (self.folder / "b.games").write_bytes(b"nonsense")
        with self.assertRaises(raichi.Error):
            raichi.read_shard(self.folder / "b.games")

    def test_a_folder_without_shards(self):
        (self.folder / "empty").mkdir()
        with self.assertRaisesRegex(raichi.Error, "empty: expected shards .* found none"):
            list(raichi.games(self.folder / "empty"))


class ExamplesTest(unittest.TestCase):
    def test_docstrings(self):
        self.assertEqual(doctest.testmod(raichi).failed, 0)

    def test_the_dialogues_of_the_readme(self):
        failed, tried = doctest.testfile(str(README), module_relative=False)
        self.assertEqual(failed, 0)
        self.assertGreater(tried, 5)

    @unittest.skipUnless(PROGRAM, "RAICHI_PROGRAM is not set")
    def test_the_programs_of_the_readme(self):
        programs = [text for text in re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL) if ">>>" not in text]
        self.assertEqual(len(programs), 4)
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "runs/quick").mkdir(parents=True)
            subprocess.run([PROGRAM, "match", "playouts:8", "random", "--pairs", "2", "--records", "runs/quick/a.games"], cwd=folder,
                           check=True, capture_output=True)
            for program in programs:
                needs = "pettingzoo" if "raichi.env" in program else "torch" if "raichi.torch" in program else "raichi"
                if importlib.util.find_spec(needs) is None:
                    continue
                subprocess.run([sys.executable, "-c", "import raichi\n" + program], cwd=folder, check=True, stdout=subprocess.DEVNULL)


    def test_the_example_with_processes(self):
        for method in multiprocessing.get_all_start_methods():
            with self.subTest(method), tempfile.TemporaryDirectory() as folder:
                example = pathlib.Path(folder) / "pool.py"
                example.write_text((ROOT / "examples/python/pool.py").read_text().replace('"spawn"', repr(method)))
                told = subprocess.run([sys.executable, example, "brandubh", "3"], check=True, capture_output=True, text=True).stdout
                self.assertEqual(sum(int(number) for number in re.findall(r", (\d+)\)", told)), 3)


class CommandTest(unittest.TestCase):
    def run_module(self, *arguments, typed=""):
        return subprocess.run([sys.executable, "-m", "raichi", *arguments], input=typed, capture_output=True, text=True)

    def test_it_plays(self):
        done = self.run_module("play", "--rules", "brandubh", "--visits", "8", typed="a1-a2\nd1-c1\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("a1-a2", done.stdout)
        self.assertRegex(done.stdout, r"I play [a-g][1-7]-[a-g][1-7]")
        self.assertRegex(done.stdout, r"(?m)^ 1  \. \. t \. \. \. \.$")

    def test_it_analyses(self):
        done = self.run_module("analyze", "--moves", "d1-d2", "--visits", "8")
        self.assertRegex(done.stdout, r"defenders to move\n[a-i]\d-[a-i]\d +\d+ visits  value [+-]\d")
        wrong = self.run_module("analyze", "--moves", "a1-a9")
        self.assertEqual((wrong.returncode, wrong.stderr.count("error:")), (2, 1))


class PackageTest(unittest.TestCase):
    def test_everything_public_has_a_docstring(self):
        owners = [raichi, *(getattr(raichi, name) for name in raichi.__all__ if isinstance(getattr(raichi, name), type))]
        bare = [f"{owner.__name__}.{name}" for owner in owners for name in dir(owner)
                if not name.startswith("_") and owner is not raichi.Error and not (getattr(owner, name).__doc__ or "").strip()]
        self.assertEqual(bare, [])

    def test_docstrings_speak_of_python(self):
        stubs = (pathlib.Path(raichi.__file__).parent / "_raichi.pyi").read_text()
        self.assertIn("Raises Error", stubs)
        self.assertNotRegex(stubs, "[Tt]hrow")

    def test_it_has_types(self):
        folder = pathlib.Path(raichi.__file__).parent
        self.assertTrue((folder / "py.typed").exists())
        stubs = (folder / "_raichi.pyi").read_text()
        for name in ("class Game", "class Search", "def run_searches"):
            self.assertIn(name, stubs)

    @unittest.skipUnless(PROGRAM, "RAICHI_PROGRAM is not set")
    def test_its_version_is_that_of_the_program(self):
        told = subprocess.run([PROGRAM, "version", "--json"], check=True, capture_output=True, text=True).stdout
        self.assertEqual(raichi.__version__, json.loads(told)["version"])


if __name__ == "__main__":
    unittest.main()
