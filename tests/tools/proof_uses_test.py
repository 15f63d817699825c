"""What proofs and studies say on the command line: rules, analyze, play and match, and players that follow a certificate."""

import re
import runpy
import unittest

from program import ROOT, ProgramTest

ARD_RI = ROOT / "configs/proofs/ard-ri.proof"
PLIES = int.from_bytes(ARD_RI.read_bytes()[24:28], "little")  # within which the attackers win (docs/certificates.md)
PROVEN = f"proven: attackers win within {PLIES} plies"
PLAYOUTS = ("--model", "playouts:20")
MISFIT = "a proof for the rules ard-ri, which differ from linnaeus: choose these with --rules"


class RulesAndAnalyses(ProgramTest):
    def test_rules_say_what_is_proven(self):
        [shown] = self.objects("rules", "ard-ri", "--json")
        self.assertEqual(shown["proven"], {"winner": "attackers", "plies": PLIES, "certificate": "configs/proofs/ard-ri.proof"})
        self.assertIn(f"# {PROVEN} (configs/proofs/ard-ri.proof)\n", self.output("rules", "ard-ri"))
        listed = {rules["name"]: rules["proven"] for rules in self.objects("rules", "--json")}
        self.assertEqual((listed["ard-ri"], listed["linnaeus"]), (shown["proven"], None))
        self.assertRegex(self.output("rules"), rf"(?m)^  ard-ri .*; {PROVEN}$")
        self.assertNotIn("proven", self.output("rules", "linnaeus"))

    def test_rules_and_play_tell_the_figure_of_the_studies(self):
        script = ROOT / "tools/study_figures.py"
        figures = runpy.run_path(script)
        found = figures["figures"](ROOT / "docs/balance")
        self.assertEqual((ROOT / "configs/figures.yaml").read_text(), figures["text"](found), f"run {script}")
        shown = self.objects("rules", "brandubh", "--json")[0]["study"]
        shares = {key: float(found["brandubh"][key]) for key in ("score", "low", "high")}
        self.assertEqual(shares | {"visits": found["brandubh"]["visits"], "openings": "setup"}, shown)
        percents = (f"{100 * shares[key]:.0f}" for key in shares)
        told = "attackers score {} % ({} to {}) between equal networks at {} visits, from the setup".format(*percents, shown["visits"])
        self.assertIn(f"\n# {told} (docs/balance.md)\n", self.output("rules", "brandubh"))
        self.assertIn(told, self.output("play", "--rules", "brandubh", "--opponent", "random", input="quit\n").replace("\n", " "))
        changed = "brandubh+first=defenders"
        self.assertIsNone(self.objects("rules", changed, "--json")[0]["study"])
        self.assertNotIn("networks", self.output("rules", changed))
        with self.without_published_models():  # rules of our own
            file = self.folder / "configs/rules/brandubh.yaml"
            file.write_text(file.read_text().replace("\nfirst: attackers\n", "\nfirst: defenders\n"))
            [renamed] = self.objects("rules", "brandubh", "--json")
        self.assertEqual((renamed["rules"]["first"], renamed["study"]), ("defenders", None))

    def test_a_position(self):
        [found] = self.objects("analyze", *PLAYOUTS, "--rules", "ard-ri", "--json")
        self.assertEqual(found["proven"], {"winner": "attackers", "plies": PLIES, "move": "c1-c2"})
        self.assertIn(f"{PROVEN}, by c1-c2 (configs/proofs/ard-ri.proof)\n",
                      self.output("analyze", *PLAYOUTS, "--rules", "ard-ri"))
        [found] = self.objects("analyze", *PLAYOUTS, "--rules", "ard-ri", "--moves", "c1-c2", "--json")
        self.assertEqual(found["proven"], {"winner": "attackers", "plies": PLIES - 1, "move": None})
        [found] = self.objects("analyze", *PLAYOUTS, "--rules", "ard-ri", "--moves", "c1-a1", "--json")
        self.assertIsNone(found["proven"])

    def test_a_game(self):
        arguments = ("analyze", *PLAYOUTS, "--rules", "ard-ri", "--moves", "c1-a1", "--all")
        text = self.output(*arguments)
        self.assertIn(f"\n{PROVEN}, by c1-c2\n", text)
        self.assertIn("\nattackers played 0 of 1 proven positions as the proof does\n", text)
        self.assertIn(f"\n1. c1-a1 leaves the proof that attackers win within {PLIES} plies; it plays c1-c2\n", text)
        self.assertEqual([bool(a["proven"]) for a in self.objects(*arguments, "--json")], [True, False])

    def test_a_certificate_must_fit_the_rules(self):
        for command in ["analyze", *PLAYOUTS], ["play", "--opponent", "random"]:
            self.assert_fails(2, MISFIT, *command, "--certificate", ARD_RI, input="quit\n")
        self.assert_fails(2, MISFIT, "match", f"proof:{ARD_RI}", "random")
        self.assert_fails(1, "nowhere.proof", "analyze", *PLAYOUTS, "--certificate", "nowhere.proof")
        self.assert_fails(2, "expected a model, a run.s folder or playouts", "analyze", "--model", f"proof:{ARD_RI}", "--rules", "ard-ri")

    def test_a_certificate_is_checked(self):
        data = bytearray(ARD_RI.read_bytes())
        data[-1] ^= 1
        (self.folder / "bad.proof").write_bytes(data)
        self.assert_fails(1, "bad.proof: damaged certificate", "analyze", *PLAYOUTS, "--rules", "ard-ri", "--certificate", "bad.proof")


class Play(ProgramTest):
    def play(self, *arguments, lines=("quit",)):
        return self.output("play", "--rules", "ard-ri", "--seed", "1", *arguments, input="".join(line + "\n" for line in lines))

    def test_the_strongest_level_follows_the_proof(self):
        text = self.play("--side", "defenders", "--level", "strongest")
        self.assertIn(f"The opponent follows a proof that attackers win within {PLIES} plies.", text)
        self.assertIn("1. Attackers c1-c2\n", text)
        self.assertIn(f"\nproven: attackers win within {PLIES - 1} plies\n", text)

    def test_lower_levels_do_not(self):
        for limit in [], ["--level", "beginner"], ["--visits", "3"], ["--opponent", "random"]:
            text = self.play("--side", "defenders", *limit)
            self.assertNotIn("follows a proof", text)
            self.assertNotIn("against proof:", text)
        text = self.play("--side", "defenders", "--level", "beginner", lines=["level strongest", "quit"])
        self.assertIn("You play against proof:configs/proofs/ard-ri.proof,", text)

    def test_who_owns_the_proof_may_ask_for_its_move(self):
        text = self.play(lines=["hint 10", "quit"])
        self.assertNotIn("follows a proof", text)
        self.assertIn(f"\n{PROVEN}\n", text)
        self.assertIn(f"{PROVEN}, by c1-c2\n", text)

    def test_the_proof_wins(self):
        played = []
        for _ in range(10):
            text = self.play("--opponent", f"proof:{ARD_RI},random", "--side", "defenders", lines=[*played, "moves", "quit"])
            if "win:" in text:
                break
            played.append(re.findall(r"[a-g]\d-[a-g]\d", text.split("defenders> ")[-2])[0])
        self.assertIn("Attackers win:", text)


class Match(ProgramTest):
    def match(self, *arguments):
        return self.objects("match", *arguments, "--certificate", ARD_RI, "--json")[0]

    def test_the_perfect_owner(self):
        result = self.match(f"proof:{ARD_RI}", "alphabeta:1", "--pairs", "5", "--random-replies", "2", "--records", "m.games")
        self.assertEqual((result["won"], result["drawn"], result["lost"], result["failures"]), (10, 0, 0, []))
        self.assertEqual((result["owner"], result["claim"], result["plies"], result["kept"]), ("attackers", "wins", PLIES, 1))
        self.assertLessEqual(max(result["plies_of_wins"]), PLIES)
        self.assertEqual(result["proven_turns"], result["as_proof"])
        games = self.objects("games", "m.games", "--json")
        self.assertEqual({game["defenders"] for game in games}, {"alphabeta:1"})

    def test_others_leave_the_proof(self):
        result = self.match("random", "greedy", "--pairs", "5")
        self.assertEqual(result["won"] + result["drawn"] + result["lost"], 10)
        for failure in result["failures"]:
            [analysis] = self.objects("analyze", *PLAYOUTS, "--rules", "ard-ri", "--position", failure["position"], "--json")
            self.assertEqual(analysis["proven"], {"winner": "attackers", "plies": failure["plies"], "move": failure["proof"]})
            self.assertNotEqual(failure["played"], failure["proof"])
        text = self.output("match", "random", "greedy", "--pairs", "5", "--certificate", ARD_RI)
        self.assertIn(f"random against greedy, ard-ri, {ARD_RI}\n{PROVEN}\nwon: ", text)
        self.assertIn("where the proof was left in the other games:\n  game ", text)

    def test_options_that_do_not_go_together(self):
        for option in ["--rules", "ard-ri"], ["--opening-plies", "2"], ["--sprt", "0,20"]:
            self.assert_fails(2, option[0], "match", "random", "greedy", "--certificate", ARD_RI, *option)
        self.assert_fails(2, "--random-replies", "match", "random", "greedy", "--random-replies", "2")


if __name__ == "__main__":
    unittest.main()
