#!/usr/bin/env python3
"""Uses an engine, two servers and a run at random for hours, and checks that they answer, lose nothing and do not grow.

    RAICHI_PROGRAM=build/release/tools/raichi /usr/bin/python3 tests/tools/soak.py FOLDER --hours 12

The parts, each with a thread of its own:
  engine  one `raichi engine --protocol uci`: games under random rules, limits, interruptions, nonsense
  run     `raichi run`, interrupted or killed every few minutes and continued by the same command
  report  `raichi report --serve` on that run: whole answers, wrong addresses, connections that are dropped
  page    web/serve.py on a folder (--page), in the same way

Every half minute the resident memory of each process is written to FOLDER/memory.jsonl, in KiB. At the end, or when interrupted, a
table compares the median of the last quarter of a process's life with that of its second quarter, for the process of each part that
lived longest, and tests/cluster/check_run.py checks the run's games. A line of JSON holds all results; FOLDER/soak.json keeps it.
The same command goes on with a soak that was interrupted or killed: the hours, the uses and the failures of all starts count.
The exit status is 1 if anything failed, or if a process grew by more than a tenth and by more than 16 MiB."""

import argparse
import collections
import ctypes
import http.client
import json
import os
import pathlib
import queue
import random
import re
import signal
import statistics
import subprocess
import sys
import threading
import time

from program import PROGRAM, ROOT

sys.path.insert(0, str(ROOT / "tests/tools/engine"))
from engine_case import Driven  # noqa: E402

MINUTES_TO_WARM_UP = 10  # shorter ones are not judged
RULES = ["linnaeus", "cyningstan", "brandubh", "saami", "copenhagen", "ashton-bologna", "ard-ri", "cartier"]
NONSENSE = ["", "x" * 5000, "go depth nan", "setoption name Nothing value 1", "position fen 9/9 a", "position startpos moves a1-a9 -",
            "é %s%n", "stop stop"]
RUN = ["--dir", "run", "budget={games: 1000000000}", "loop.games_per_iteration=32", "loop.games_per_shard=32",
       "window={min_positions: 2000, scale: 0.001}", "selfplay.full_visits=16", "selfplay.fast_visits=4", "workers.bench=false",
       "network={canvas: 9, blocks: 2, channels: 8, policy_channels: 8, value_channels: 8}", "workers.workers=1", "train.threads=1",
       "evaluation.every=0"]
PAGES = {"/": 200, "/data.json": 200, "/config.yaml": 404, "/../run.log": 404, "/" + "x" * 3000: 404}  # of the report's server


def end_with_the_soak():
    """Called in a new process: the system kills it when the thread that started it ends, as in a soak that is killed."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


def processor_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


class Soak:
    def __init__(self, options):
        self.options, self.folder = options, options.folder.resolve()
        self.counts, self.failures = collections.Counter(), []
        self.processes, self.memory = {}, collections.defaultdict(list)  # of each (start, part, pid)
        self.start, self.before = 0, 0  # earlier starts and their seconds
        self.restore()
        self.began = time.monotonic()
        self.end = self.began + options.hours * 3600 - self.before
        self.over = threading.Event()

    def restore(self):
        """Takes over what earlier starts have noted."""
        if not (self.folder / "uses.json").exists():
            return
        uses = json.loads((self.folder / "uses.json").read_text())
        self.counts.update(uses["counts"])
        self.failures += uses["failures"]
        self.start, self.before = uses["starts"], uses["seconds"]
        for line in (self.folder / "memory.jsonl").read_text().splitlines():
            try:
                seen = json.loads(line)
            except ValueError:
                continue  # what a kill left of a line
            self.memory[seen["start"], seen["part"], seen["pid"]].append(seen["kib"])

    def seconds(self):
        """The time of all starts."""
        return self.before + time.monotonic() - self.began

    def keep(self):
        """Notes how far the soak is."""
        uses = {"starts": self.start + 1, "seconds": round(self.seconds()), "counts": self.counts.copy(), "failures": self.failures.copy()}
        new = self.folder / "uses.json.new"
        new.write_text(json.dumps(uses, indent=1) + "\n")
        new.replace(self.folder / "uses.json")

    def pause(self, seconds):
        """Waits; returns false once the soak is over."""
        return not self.over.wait(min(seconds, max(0, self.end - time.monotonic()))) and time.monotonic() < self.end

    def part(self, use):
        """Returns a thread of a part. A part that fails is noted and begun again."""
        def loop():
            rng = random.Random(f"{use.__name__} {self.options.seed} {self.start}")
            while self.pause(1):
                try:
                    use(rng)
                except Exception as error:  # whatever it is, it is a finding
                    self.failures.append(f"{use.__name__}: {type(error).__name__} {error}"[:500])
                    print(self.failures[-1], file=sys.stderr, flush=True)
        return threading.Thread(target=loop)

    # ---- the parts

    def engine(self, rng):
        engine = Driven(["--protocol", "uci", "--threads", "1"], self.folder)
        threading.Thread(target=engine.process.stderr.read, daemon=True).start()  # or the pipe would be full one day
        self.processes["engine"] = engine.process.pid
        try:
            while self.pause(1):
                self.game(engine, rng)
                self.counts["engine games"] += 1
            self.check(engine.quit("quit")[0] == 0, "the engine's exit status")
        except queue.Empty:  # does it wait, or has it had no processor?
            before = processor_seconds(engine.process.pid)
            time.sleep(10)
            used = processor_seconds(engine.process.pid) - before
            raise TimeoutError(f"no answer to {engine.sent}; it then used {used:.2f} s of the processor in 10 s") from None
        finally:
            engine.kill()

    def game(self, engine, rng):
        engine.send(f"setoption name Rules value {rng.choice(RULES)}", f"setoption name MultiPV value {rng.choice([1, 1, 5])}",
                    "ucinewgame")
        moves = []
        while len(moves) < 200 and self.pause(0.2 * self.options.pace):
            if rng.random() < 0.1:
                engine.send(rng.choice(NONSENSE))
            engine.ask("isready", "readyok")
            if moves and rng.random() < 0.1:
                del moves[rng.randrange(len(moves)):]
            engine.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
            if rng.random() < 0.1:
                engine.send("go infinite")
                self.pause(rng.random())
                best = engine.ask("stop", "bestmove ").split()[1]
            else:
                limit = rng.choice([f"nodes {rng.randrange(1, 400)}", f"movetime {rng.randrange(1, 300)}", "wtime 2000 btime 2000"])
                best = engine.ask(f"go {limit}", "bestmove ").split()[1]
            self.counts["engine moves"] += 1
            if best == "none":
                return
            moves.append(best)

    def run(self, rng):
        with open(self.folder / "run.log", "a", encoding="utf-8") as log:
            program = subprocess.Popen(["nice", "-n", "19", PROGRAM, "run", ROOT / "configs/runs/smoke.yaml", *RUN], cwd=self.folder,
                                       stdin=subprocess.DEVNULL, stdout=log, stderr=log, preexec_fn=end_with_the_soak)
        self.processes["run"] = program.pid
        lasted = self.pause(60 * rng.uniform(*self.options.minutes_between_kills))
        early, chosen = program.poll(), rng.choice([signal.SIGINT, signal.SIGKILL]) if lasted else signal.SIGINT
        program.send_signal(chosen)
        status = program.wait(300)
        self.check(early is None, f"the run ended by itself with status {early}; see run.log")
        allowed = [-9] if chosen == signal.SIGKILL else [1, -signal.SIGINT]  # the latter before it has begun
        self.check(status in allowed, f"the run's exit status is {status}")
        self.counts[f"run ended by {chosen.name}"] += 1

    def report(self, rng):
        if not (self.folder / "run/config.yaml").exists():
            return
        server = subprocess.Popen([PROGRAM, "report", "run", "--serve", "--port", "0"], cwd=self.folder, stdout=subprocess.PIPE, text=True,
                                  preexec_fn=end_with_the_soak)
        try:
            self.processes["report"] = server.pid
            port = int(re.search(r"http://[^ ]*:(\d+)/", server.stdout.readline())[1])
            while self.pause(2 * self.options.pace * rng.random()):
                self.fetch(rng, port, "report", PAGES)
        finally:
            server.send_signal(signal.SIGINT)
            status = server.wait(60)
        self.check(status == 0, f"the report's exit status is {status}")

    def page(self, rng):
        server = subprocess.Popen([sys.executable, "-B", ROOT / "web/serve.py", "--port", "0", self.options.page],
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                  preexec_fn=end_with_the_soak)
        try:
            self.processes["page"] = server.pid
            files = {"/" + path.relative_to(self.options.page).as_posix(): 200
                     for path in self.options.page.rglob("*") if path.is_file()}
            port = int(re.search(r"http://localhost:(\d+) ", server.stdout.readline())[1])
            while self.pause(2 * self.options.pace * rng.random()):
                self.fetch(rng, port, "page", files | {"/": 200, "/nothing": 404})
        finally:
            server.kill()
            server.wait()

    def fetch(self, rng, port, part, expected):
        """Asks a server for something; one time in ten nobody waits for the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
        path, status = rng.choice(list(expected.items()))
        try:
            connection.request("GET", path)
            if rng.random() < 0.1:
                return
            answer = connection.getresponse()
            answer.read()
            self.check(answer.status == status, f"{part}: {path[:50]}: status {answer.status}")
        finally:
            connection.close()
        self.counts[f"{part} requests"] += 1

    # ---- what is measured

    def check(self, good, what):
        if not good:
            raise AssertionError(what)

    def sample(self):
        with open(self.folder / "memory.jsonl", "a", encoding="utf-8") as out:
            self.keep()
            while self.pause(self.options.sample):
                for part, pid in list(self.processes.items()):
                    try:
                        kib = int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{pid}/status").read_text())[1])
                    except (OSError, TypeError):
                        continue  # it has just ended
                    self.memory[self.start, part, pid].append(kib)
                    line = {"start": self.start, "seconds": round(time.monotonic() - self.began), "part": part, "pid": pid, "kib": kib}
                    print(json.dumps(line), file=out, flush=True)
                self.keep()
            self.keep()

    def summary(self):
        """Prints the table and returns what it says."""
        parts = {}
        for part in dict.fromkeys(part for _, part, _ in self.memory):
            series = max((kib for (_, name, _), kib in self.memory.items() if name == part), key=len)  # the process that lived longest
            if len(series) < 8:
                continue
            minutes = len(series) * self.options.sample / 60
            quarter = len(series) // 4
            early, late = (statistics.median(series[k * quarter:(k + 1) * quarter]) / 1024 for k in (1, 3))
            grew = minutes > MINUTES_TO_WARM_UP and late > 1.1 * early and late > early + 16
            parts[part] = {"minutes": round(minutes, 1), "early_mib": round(early, 1), "late_mib": round(late, 1),
                           "peak_mib": round(max(series) / 1024, 1), "grew": grew}
        print(f"{'part':8}{'minutes':>8}{'2nd quarter':>13}{'last quarter':>14}{'peak':>8}   MiB")
        for part, found in parts.items():
            print(f"{part:8}{found['minutes']:8}{found['early_mib']:13}{found['late_mib']:14}{found['peak_mib']:8}"
                  f"   {'GREW' if found['grew'] else 'flat'}")
        return parts

    def soak(self):
        uses = [self.engine, self.run, self.report] + ([self.page] if self.options.page else [])
        threads = [self.part(use) for use in uses] + [threading.Thread(target=self.sample)]
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: self.over.set())
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        parts = self.summary()
        checked = subprocess.run([sys.executable, ROOT / "tests/cluster/check_run.py", "check", "run"], cwd=self.folder,
                                 capture_output=True, text=True)
        try:
            promises = json.loads(checked.stdout.splitlines()[-1])
        except (IndexError, ValueError):
            promises = {"kept": False, "error": checked.stderr}
        good = not self.failures and promises["kept"] and not any(part["grew"] for part in parts.values())
        result = {"good": good, "hours": round(self.seconds() / 3600, 3), "starts": self.start + 1, "memory": parts, "counts": self.counts,
                  "failures": self.failures, "run": promises}
        print(json.dumps(result))
        (self.folder / "soak.json").write_text(json.dumps(result, indent=1) + "\n")
        return good


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, help="new or empty, or that of a soak, which then goes on")
    parser.add_argument("--hours", type=float, default=12)
    parser.add_argument("--page", type=pathlib.Path, help="a page that tools/web.sh --build-only has built")
    parser.add_argument("--pace", type=float, default=1, help="how many times as long to pause between two uses")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes-between-kills", type=float, nargs=2, default=(10, 30), metavar="M")
    parser.add_argument("--sample", type=float, default=30, metavar="SECONDS", help="how often to measure memory")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    if any(options.folder.iterdir()) and not (options.folder / "uses.json").exists():
        parser.error(f"{options.folder}: expected a new or empty folder, or that of a soak")
    sys.exit(0 if Soak(options).soak() else 1)


if __name__ == "__main__":
    main()
