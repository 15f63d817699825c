"""match: games, statistics, records, interruption."""

import json
import signal
import subprocess
import time
import unittest

from program import PROGRAM, ProgramTest, games_in, shown_on_terminal


class Match(ProgramTest):
    def test_sides_are_swapped(self):
        [result] = self.objects("match", "greedy", "random", "--pairs", "12", "--json")
        self.assertEqual((result["a"], result["b"], result["rules"]), ("greedy", "random", "linnaeus"))
        self.assertEqual(games_in(result["a_attackers"]), 12)
        self.assertEqual(games_in(result["a_defenders"]), 12)
        self.assertEqual(sum(result["pairs"]), 12)
        points = sum(half * count for half, count in enumerate(result["pairs"])) / 2
        self.assertAlmostEqual(result["score"], points / 24)
        self.assertGreater(result["score"], 0.5)

    def test_the_seed_fixes_the_match_whatever_the_workers(self):
        arguments = ["match", "greedy", "playouts:8", "--rules", "brandubh", "--pairs", "6", "--json"]
        first = self.output(*arguments, "--workers", "1")
        self.assertEqual(first, self.output(*arguments, "--workers", "3"))
        self.assertNotEqual(first, self.output(*arguments, "--seed", "2"))

    def test_text_has_both_sides(self):
        text = self.output("match", "random", "random", "--pairs", "3")
        for word in ["attackers", "defenders", "both", "elo"]:
            self.assertIn(word, text)

    def test_a_terminal_shows_the_progress(self):
        for test, llr in ((), ""), (("--sprt", "0,5"), r", LLR -?\d\.\d\d \(-2\.94 to 2\.94\)"):
            status, text = shown_on_terminal("match", "playouts:10", "playouts:9", "--rules", "brandubh",
                                             "--pairs", "200", "--workers", "1", *test)
            self.assertEqual(status, 0, text)
            self.assertRegex(text, r"\r[1-9]\d* of 200 pairs, \d+\.\d of \d+ points, "
                                   rf"elo [+-]\d+, 95 % interval [+-]\d+ to [+-]\d+{llr}, "
                                   r"about \d+:\d\d left; playouts:10 against playouts:9\x1b\[K")

    def test_options_that_only_models_obey_need_a_model(self):
        for command in "match", "rate":
            self.assert_fails(2, "--visits: only the searches of models obey it, and no player is a model", command, "greedy", "random", "--visits", "5")
            for option in "--move-time", "--in-flight":
                self.assert_fails(2, f"{option}: only the searches", command, "greedy", "random", option, "1")

    def test_errors_of_the_test_are_less_likely_than_not(self):
        for option in "--alpha", "--beta":
            self.assert_fails(2, f"{option}: .*0.4999", "match", "greedy", "random", "--sprt", "0,5", option, "0.5")

    def test_sprt_stops_early(self):
        [result] = self.objects("match", "greedy", "random", "--pairs", "400", "--rules", "brandubh",
                                "--sprt", "0,100", "--json")
        self.assertEqual(result["sprt"]["decision"], "elo1")
        self.assertLess(sum(result["pairs"]), 400)
        self.assertGreater(result["sprt"]["llr"], result["sprt"]["upper"] - 1e-9)

    def test_records(self):
        self.output("match", "greedy", "random", "--pairs", "5", "--records", "m.games")
        shown = self.objects("games", "m.games", "--json")
        self.assertEqual([game["id"] for game in shown], list(range(10)))
        self.assertEqual([game["attackers"] for game in shown], ["greedy", "random"] * 5)
        self.assertIn("10 games, good", self.output("games", "m.games", "--check"))
        self.assert_fails(1, "no/where.games: cannot create", "match", "alphabeta:9", "alphabeta:9",
                          "--records", "no/where.games")

    def test_a_model_is_not_trusted_under_rules_it_never_met(self):
        warning = "raichi: warning: models/linnaeus plays brandubh, which it was not trained on\n"
        players = ["models/linnaeus@2", "models/linnaeus@1", "random"]
        for command in ["match", *players[:2], "--pairs", "1"], ["rate", *players, "--pairs", "1"], ["play", "--opponent", players[0]]:
            done = self.run_program(*command, "--rules", "brandubh", input="quit\n")
            self.assertEqual((done.returncode, done.stderr), (0, warning), command)

    def test_a_word_sets_the_precision_of_its_network(self):
        players = ["models/linnaeus@4/f32", "models/linnaeus@0.001sx2/f32"]
        [result] = self.objects("match", *players, "--pairs", "1", "--json")
        self.assertEqual([result["a"], result["b"]], players)
        for wrong in "models/linnaeus@4/f64", "models/linnaeus@/f32", "models/linnaeus@4/f32x2":
            self.assert_fails(2, r"f32, bf16 or f16 \(@800/f32\)", "match", wrong, "random")
        done = self.run_program("match", "models/linnaeus@4/f16", "random", "--device", "cpu")
        self.assertEqual(done.returncode, 2)
        self.assertIn("f16", done.stderr)

    def test_a_full_disk_does_not_cost_the_table(self):
        done = self.run_program("match", "random", "random", "--pairs", "1", "--records", "/dev/full")
        self.assertEqual((done.returncode, done.stderr),
                         (1, "raichi: /dev/full: cannot write: No space left on device\n"))
        self.assertIn("random against random, linnaeus", done.stdout)

    def test_records_are_not_overwritten(self):
        file = self.write("m.games", "precious")
        self.assert_fails(2, "m.games: expected a new file", "match", "random", "random", "--records", file)
        self.assertEqual(file.read_text(), "precious")

    def test_rules_that_share_a_name_are_told_apart(self):
        [shown] = self.objects("rules", "linnaeus", "--json")
        file = self.write("copy.yaml", shown["yaml"].replace("first: attackers", "first: defenders"))
        done = self.run_program("play", "--rules", file, input="quit\n")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr, "^raichi: warning: these rules differ from the shipped rule set 'linnaeus', "
                                      "whose name they have: they are called linnaeus-[0-9a-f]{8} here\n$")
        self.assertIn("against alphabeta:4", done.stdout)
        done = self.run_program("match", "models/linnaeus@1", "random", "--pairs", "1", "--rules", file)
        self.assertRegex(done.stderr, "models/linnaeus plays linnaeus-[0-9a-f]{8}, which it was not trained on")
        self.assertRegex(done.stdout, "against random, linnaeus-[0-9a-f]{8}\n")

    def test_bad_input(self):
        self.assert_fails(2, "player 'foo': expected random, greedy, shuffle, playouts:N, alphabeta:N, a model",
                          "match", "foo", "random")
        self.assert_fails(2, "playouts", "match", "playouts", "random")
        self.assert_fails(2, "alphabeta", "match", "random", "alphabeta:0")
        self.assert_fails(2, "--sprt: expected ELO0,ELO1", "match", "greedy", "random", "--sprt", "20,0")
        self.assert_fails(2, "--sprt", "match", "greedy", "random", "--alpha", "0.1")
        self.assert_fails(2, "--pairs", "match", "greedy", "random", "--pairs", "0")
        self.write("junk.raichi", "junk")
        self.assert_fails(1, "junk.raichi", "match", "junk.raichi", "random")

    def test_interrupted_it_reports_what_was_played(self):
        process = subprocess.Popen(
            [PROGRAM, "match", "alphabeta:2", "alphabeta:2", "--pairs", "100000", "--json"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 1, err)
        self.assertIn("finishing", err)
        self.assertRegex(err, r"match: stopped after \d+ of 100000 pairs")
        self.assertLess(games_in(json.loads(out)["a_attackers"]), 100000)

    def test_a_closed_terminal_interrupts_unless_it_is_ignored(self):
        arguments = [PROGRAM, "match", "random", "random", "--pairs", "100000", "--rules", "brandubh", "--json"]
        process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(2)
        process.send_signal(signal.SIGHUP)
        out, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 1, err)
        self.assertLess(games_in(json.loads(out)["a_attackers"]), 100000)
        process = subprocess.Popen(["nohup", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        time.sleep(2)
        process.send_signal(signal.SIGHUP)
        time.sleep(1)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=120)
        self.assertEqual(process.returncode, 1)

    def test_the_signal_of_a_job_scheduler_changes_nothing(self):
        process = subprocess.Popen([PROGRAM, "match", "random", "random", "--pairs", "100000", "--rules", "brandubh", "--json"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(2)
        process.send_signal(signal.SIGUSR1)  # as scancel --signal=USR1
        time.sleep(1)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 1, err)
        self.assertLess(games_in(json.loads(out)["a_attackers"]), 100000)

    def test_a_second_interrupt_stops_at_once(self):
        process = subprocess.Popen(
            [PROGRAM, "match", "alphabeta:12", "alphabeta:12", "--rules", "tawlbwrdd"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)
        self.assertEqual(process.returncode, 130)


if __name__ == "__main__":
    unittest.main()
