"""perft, moves and replay, the test vectors, and the formats of their output."""

import json
import re
import unittest

from program import SOME_VARIANTS, START, VARIANTS, VECTORS, ProgramTest, shown_on_terminal


class Vectors(ProgramTest):
    def test_perft_agrees_on_every_variant(self):
        self.assertEqual(len(VARIANTS), 13)
        for name in VARIANTS:
            with self.subTest(name):
                [line] = self.objects(
                    "perft", "--rules", name, "--input", VECTORS / f"{name}.jsonl", "--check", "--json")
                self.assertTrue(line["agree"])
                self.assertGreater(line["positions"], 50)

    def test_replay_agrees_on_every_variant(self):
        for name in VARIANTS:
            with self.subTest(name):
                [line] = self.objects(
                    "replay", "--rules", name, "--input", VECTORS / f"{name}.jsonl", "--check", "--json")
                self.assertTrue(line["agree"])
                self.assertGreater(line["games"], 20)

    def test_a_wrong_count_is_named(self):
        file = self.write("bad.jsonl", json.dumps({"position": START, "perft": [80, 4401]}) + "\n")
        self.assert_fails(1, "bad.jsonl:1: perft 2 of .* is 4400, expected 4401",
                          "perft", "--input", file, "--check")

    def test_a_wrong_end_is_named(self):
        game = {"moves": "i4-i3 e7-g7 i3-i4 g7-e7 i4-i3 e7-g7 i3-i4 g7-e7",
                "result": "draw", "reason": "repetition", "final": START}
        for key, value in [("result", "attackers"), ("reason", "no moves"), ("final", START[:-1] + "d")]:
            with self.subTest(key):
                file = self.write("bad.jsonl", "\n" + json.dumps({**game, key: value}) + "\n")
                self.assert_fails(1, f"bad.jsonl:2: (final position|{key}) is .*, expected {value}",
                                  "replay", "--input", file, "--check")
        file = self.write("good.jsonl", json.dumps(game) + "\n")
        self.assertIn("1 game agrees", self.output("replay", "--input", file, "--check"))

    def test_ends_that_players_make(self):
        game = {"moves": "i4-i3 e7-g7"}
        for result, reason in [("attackers", "resigned"), ("defenders", "resigned"), ("defenders", "out of time"),
                               ("draw", "ply limit")]:
            file = self.write("good.jsonl", json.dumps({**game, "result": result, "reason": reason}) + "\n")
            self.assertIn("1 game agrees", self.output("replay", "--input", file, "--check"))
        for end in [{"result": "draw", "reason": "resigned"}, {"result": "attackers", "reason": "ply limit"},
                    {"result": "draw"}, {"result": "draw", "reason": "repetition"}]:
            with self.subTest(end):
                file = self.write("bad.jsonl", json.dumps({**game, **end}) + "\n")
                self.assert_fails(1, "bad.jsonl:1: result is none, expected", "replay", "--input", file, "--check")

    def test_a_word_that_is_no_result_is_named(self):
        for end, what in [({"result": "none"}, "result 'none': expected attackers, defenders, draw or null"),
                          ({"result": "ongoing"}, "result 'ongoing': expected attackers"),
                          ({"result": "white", "reason": "resigned"}, "result 'white': expected attackers"),
                          ({"reason": "none"}, "reason 'none' is unknown; expected one of king captured")]:
            with self.subTest(end):
                file = self.write("bad.jsonl", json.dumps({"moves": "i4-i3 e7-g7", **end}) + "\n")
                self.assert_fails(1, "bad.jsonl:1: " + what, "replay", "--input", file, "--check")

    def test_lines_name_their_rules(self):
        moves = "i4-i3 e7-g7 i3-i4 g7-e7 i4-i3 e7-g7 i3-i4 g7-e7"
        shown = self.objects("replay", "--rules", "linnaeus", "--moves", moves, "--json")[-1]
        line = {"moves": moves, "result": shown["result"], "reason": shown["reason"], "final": shown["position"]}
        self.write("good.jsonl", json.dumps({**line, "rules": "linnaeus"}) + "\n")
        self.assertIn("1 game agrees", self.output("replay", "--input", "good.jsonl", "--check"))
        brandubh = self.objects("replay", "--rules", "brandubh", "--moves", "d1-c1", "--json")[-1]
        line = {"moves": "d1-c1", "final": brandubh["position"], "rules": "brandubh"}
        file = self.write("other.jsonl", json.dumps(line) + "\n")
        self.assertIn("1 game agrees", self.output("replay", "--input", file, "--check"))
        count = {"position": START, "perft": [80], "rules": "brandubh"}
        self.assert_fails(1, "counts.jsonl:1: position", "perft", "--check", "--input",
                          self.write("counts.jsonl", json.dumps(count) + "\n"))
        self.assert_fails(1, "nope.jsonl:1: rules 'nope'", "replay", "--input",
                          self.write("nope.jsonl", json.dumps({"moves": "i4-i3", "rules": "nope"}) + "\n"))

    def test_the_option_overrides_the_rules_of_lines(self):
        file = self.write("x.jsonl", '{"moves":"i4-i3","rules":"cyningstan"}\n' * 2)
        done = self.run_program("replay", "--input", file, "--rules", "linnaeus")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(done.stderr, f"raichi: warning: {file}:1: --rules linnaeus replaces the line's "
                                      "rules 'cyningstan'\n")
        done = self.run_program("replay", "--input", file, "--rules", "cyningstan")
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_rules_that_no_name_stands_for_are_written_whole(self):
        [shown] = self.objects("rules", "brandubh", "--json")
        rules = self.write("mine.yaml", shown["yaml"].replace("name: brandubh", "name: mine"))
        self.output("play", "--rules", rules, "--opponent", "random", input="d1-c1\nsave game.jsonl\nquit\n")
        self.assertIn('"rules":"mine","rules_yaml":', (self.folder / "game.jsonl").read_text())
        self.assertIn("1 game agrees", self.output("replay", "--input", "game.jsonl", "--check"))
        self.output("match", "greedy", "random", "--rules", rules, "--pairs", "2", "--records", "m.games")
        text = self.output("games", "m.games", "--json")
        self.assertIn("4 games agree", self.output("replay", "--input", "-", "--check", input=text))

    def test_input_from_standard_input(self):
        text = json.dumps({"position": START, "perft": [80]})
        self.assertIn("1 position agrees", self.output("perft", "--input", "-", "--check", input=text))

    def test_bad_lines(self):
        for text, what in [("{", "expected a JSON object"), ("[]", "expected a JSON object"),
                           ('{"moves":1}', 'expected a text for "moves"'),
                           ('{"moves":"i4-i3","rules":"x","rules_yaml":"x"}', "rules_yaml:1: ")]:
            self.assert_bad_line(what, text, "replay")
        self.assert_fails(1, "found none", "replay", "--input", self.write("bad.jsonl", "{}"))
        self.assert_bad_line("expected a list of counts", '{"position":"%s","perft":["x"]}' % START, "perft")

    def assert_bad_line(self, what, text, command):
        """Checks that the error of a line names its place once."""
        file = self.write("bad.jsonl", text)
        with self.subTest(text):
            self.assert_fails(1, what, command, "--input", file)
            self.assertEqual(self.run_program(command, "--input", file).stderr.count("bad.jsonl:1:"), 1)


class Perft(ProgramTest):
    def test_counts(self):
        self.assertEqual(self.lines("perft", "--rules", "linnaeus", "--depth", "3"),
                         ["depth 1  80", "depth 2  4400", "depth 3  353200"])

    def test_json(self):
        [line] = self.objects("perft", "--rules", "brandubh", "--depth", "3", "--json")
        self.assertEqual(line["perft"], [40, 960, 39512])
        self.assertEqual((line["depth"], line["nodes"]), (3, 39512))

    def test_a_terminal_shows_the_progress(self):
        status, text = shown_on_terminal("perft", "--rules", "brandubh", "--depth", "2")
        self.assertEqual(status, 0, text)
        self.assertRegex(text, r"^\rdepth 1: 100\.0%.*\x1b\[K\r\x1b\[K$")

    def test_the_progress_of_divide_is_that_of_all_moves(self):
        status, text = shown_on_terminal("perft", "--rules", "brandubh", "--depth", "4", "--divide")
        self.assertEqual(status, 0, text)
        shares = [float(share) for share in re.findall(r"depth 4: (\d+\.\d)%", text)]
        self.assertEqual(shares, sorted(shares))
        self.assertLess(shares[0], 10)

    def test_divide_adds_up(self):
        lines = self.objects("perft", "--rules", "linnaeus", "--depth", "3", "--divide", "--json")
        self.assertEqual(len(lines), 81)
        self.assertEqual(sum(line["nodes"] for line in lines[:-1]), 353200)
        self.assertEqual(lines[-1]["nodes"], 353200)
        # Near the end of a game, some first moves end it and no longer lines follow them.
        end = "4t2t1/4K3t/T8/3T1t3/2T2TT1t/3t3tt/9/tt2t4/4tt3 d"
        lines = self.objects("perft", "--rules", "cyningstan-leaflet", "--position", end,
                             "--depth", "2", "--divide", "--json")
        self.assertEqual(sum(line["nodes"] for line in lines[:-1]), 4994)

    def test_wrong_use(self):
        self.assert_fails(2, "expected --depth N or --input FILE", "perft")
        self.assert_fails(2, "--check needs --input", "perft", "--depth", "2", "--check")
        self.assert_fails(2, "--depth: expected a whole number from 1 to 64, got '0'", "perft", "--depth", "0")
        self.assert_fails(2, "--depth", "perft", "--depth", "x")
        self.assert_fails(1, "nowhere.jsonl: cannot open", "perft", "--input", "nowhere.jsonl")


class Moves(ProgramTest):
    def test_shape(self):
        lines = self.objects("moves", "--rules", "linnaeus", "--json")
        self.assertEqual(len(lines), 80)
        for line in lines:
            self.assertEqual(list(line), ["move", "captures", "position", "result"])
            self.assertEqual(line["captures"], [])
            self.assertIsNone(line["result"])
            self.assertTrue(line["position"].endswith(" d"))

    def test_captures_and_results(self):
        position = "9/4K4/9/9/9/9/t8/2T6/2t1T4 d"
        moves = {line["move"]: line for line in
                 self.objects("moves", "--rules", "linnaeus", "--position", position, "--json")}
        self.assertEqual(moves["e8-e9"]["result"], "defenders")
        position = "4t4/9/9/9/9/9/2t1tT3/2T6/4K4 a"
        lines = self.objects("moves", "--rules", "sea-battle-9", "--position",
                             "9/9/9/9/3tT4/9/9/4K4/5t3 a", "--json")
        capture = next(line for line in lines if line["captures"])
        self.assertRegex(capture["move"], r"^f1-f5xe5$")
        self.assertEqual(capture["captures"], ["e5"])
        self.assertNotIn("T", capture["position"])

    def test_text(self):
        self.assertEqual(len(self.lines("moves", "--rules", "brandubh")), 40)

    def test_agrees_with_perft(self):
        for name in SOME_VARIANTS:
            [count] = self.objects("perft", "--rules", name, "--depth", "1", "--json")
            self.assertEqual(len(self.lines("moves", "--rules", name)), count["nodes"])


class Replay(ProgramTest):
    def test_shape(self):
        lines = self.objects("replay", "--rules", "linnaeus", "--moves", "e2-f2 e3c3", "--json")
        self.assertEqual([line["move"] for line in lines[:-1]], ["e2-f2", "e3-c3"])
        self.assertEqual(list(lines[0]), ["move", "captures", "position", "result"])
        self.assertEqual(list(lines[-1]), ["result", "reason", "position"])
        self.assertIsNone(lines[-1]["result"])
        self.assertIsNone(lines[-1]["reason"])
        self.assertEqual(lines[-1]["position"], lines[-2]["position"])

    def test_end(self):
        moves = "i4-i3 e7-g7 i3-i4 g7-e7 i4-i3 e7-g7 i3-i4 g7-e7"
        lines = self.objects("replay", "--rules", "linnaeus", "--moves", moves, "--json")
        self.assertEqual([line["result"] for line in lines], [None] * 7 + ["draw"] * 2)
        self.assertEqual(lines[-1], {"result": "draw", "reason": "repetition", "position": START})

    def test_no_moves_are_explained(self):
        ended = self.run_program("moves", "--rules", "brandubh", "--position", "7/7/7/3K3/7/7/7 a")
        self.assertEqual((ended.returncode, ended.stdout, ended.stderr), (0, "", "the game is over: defenders win: no moves\n"))

    def test_illegal_moves_name_ply_and_move(self):
        for moves, what in [("e2-f2 e3-d4", "ply 2: move 'e3-d4': "), ("e2-f2 e3-e1", "ply 2: move 'e3-e1' is not legal: "),
                            ("e2-f2 zz", "ply 2: move 'zz': expected a square"),
                            ("i4-i3 e7-g7 i3-i4 g7-e7 i4-i3 e7-g7 i3-i4 g7-e7 e2-f2",
                             r"ply 9: move 'e2-f2': the game is over \(draw: repetition\)"),
                            ("e2-f2xe3", "ply 1: move 'e2-f2xe3' captures differently: ")]:
            with self.subTest(moves):
                self.assert_fails(1, what, "replay", "--moves", moves)

    def test_lists_as_people_write_them(self):
        plain = self.output("replay", "--moves", "e2-f2 e3-c3 f2-e2")
        for moves in ("1. e2-f2 e3-c3 2. f2-e2", "e2-f2, e3-c3,f2-e2", "1.e2-f2 1...e3-c3 2.f2-e2", "1. e2-f2 1… e3-c3 2. f2-e2 …"):
            with self.subTest(moves):
                self.assertEqual(self.output("replay", "--moves", moves), plain)
        self.assert_fails(1, "ply 1: move '12': expected a square", "replay", "--moves", "12 e2-f2")

    def test_opentafl_records(self):
        self.output("play", "--opponent", "random", "--seed", "1", input="i4-i3\nsave g.otg\nquit\n")
        text = self.output("replay", "--input", "g.otg")
        self.assertIn("  1  i4-i3\n  2  ", text)
        self.assertIn("\nongoing\n", text)
        self.assertEqual(len(self.objects("replay", "--input", "g.otg", "--json")), 3)
        self.assert_fails(2, "--check needs JSON lines", "replay", "--input", "g.otg", "--check")

    def test_from_a_position(self):
        lines = self.objects("replay", "--rules", "linnaeus", "--position", "9/4K4/9/9/9/9/9/2T6/2t6 d",
                             "--moves", "e8-e9", "--json")
        self.assertEqual(lines[-1]["reason"], "king escaped")

    def test_wrong_use(self):
        self.assert_fails(2, "expected --moves", "replay")
        self.assert_fails(2, "--check needs --input", "replay", "--moves", "e2-f2", "--check")
        self.assertEqual(len(self.objects("replay", "--moves", "", "--json")), 1)


if __name__ == "__main__":
    unittest.main()
