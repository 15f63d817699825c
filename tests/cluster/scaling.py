#!/usr/bin/env python3
"""Measures how self-play through a shared folder scales with the number of processes.

usage: scaling.py [--players 1,2,4,...] [--seconds S] [--milliseconds MS] [--shard GAMES] [--starts N] [--folder DIR] [--json FILE]

Each of N processes plays with a network that only sleeps (`raichi selfplay --pretend-network MS`), so that a small machine can hold
many of them. They write through one bindfs mount; a trainer and this script read through another. Both mounts remember names and
attributes for five seconds. So this measures coordination: files, listings, locks. It does not measure networks or training.

With --starts, first measures N processes that start at the same moment, each under the name of a machine of its own: small ones, which
claim a stream and write their first and last beat, and nothing else (tests/run/start_at_once_test.cc).

Prints a Markdown table. Columns:
  players        processes, each with one worker and four games at once
  start          seconds until all have claimed their streams
  eval/s         evaluations a second of all of them
  efficiency     eval/s over N times that of the first row
  games/s        finished games a second
  lag p50, p95   seconds from the publication of a shard to the moment at which it can be opened through the other mount
  requests/s     requests that reached the file server: system calls with which the bindfs processes read
  a player       the same for each player, from the mount of the players
  trainer MB     memory of the waiting trainer, without the games of its window
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("RAICHI", str(ROOT / "build/release/tools/raichi"))
TESTS = os.environ.get("RAICHI_RUN_TESTS", str(ROOT / "build/release/tests/run_tests"))
STALE_SECONDS = 5
LOOK_SECONDS = 0.5
WARM_UP_SECONDS = 10
START_SECONDS = 300
# Games are short; the trainer waits for more of them than there will ever be.
CHANGES = ["budget.games=100000000", "loop.games_per_iteration=10000000", "selfplay.full_visits=8", "selfplay.fast_visits=4",
           "selfplay.max_plies=40", "workers.workers=1", "workers.slots=4", "evaluation.every=0"]
SUMMARY = re.compile(r"(\d+) games, \d+ plies each, ([\d.]+)([kM]?) evaluations/s")


class Mount:
    """A bindfs mount of a folder that remembers names and attributes."""

    def __init__(self, folder, mount):
        mount.mkdir()
        options = ",".join(f"{kind}_timeout={STALE_SECONDS}" for kind in ("entry", "attr", "negative"))
        self.path = mount
        self.process = subprocess.Popen(["bindfs", "-f", "--no-allow-other", "-o", options, str(folder), str(mount)])
        while not os.path.ismount(mount):
            if self.process.poll() is not None:
                sys.exit("scaling.py: bindfs could not mount; expected the package bindfs and /dev/fuse")
            time.sleep(0.05)

    def requests(self):
        """Requests answered so far: each is one read of /dev/fuse; reads of file data come on top."""
        fields = dict(line.split(": ") for line in pathlib.Path(f"/proc/{self.process.pid}/io").read_text().splitlines())
        return int(fields["syscr"])

    def close(self):
        subprocess.run(["fusermount", "-u", "-z", str(self.path)], check=False)
        self.process.wait()


class Lags:
    """Notes when shards are published and when they can be opened through a mount."""

    def __init__(self, store, mount):
        self.store, self.mount = store, mount
        self.published, self.opened = {}, {}

    def look(self):
        now = time.time()
        for path in self.store.rglob("*.games"):
            # The link that publishes a file changes its status.
            self.published.setdefault(str(path.relative_to(self.store)), path.stat().st_ctime)
        for path in self.listed():
            name = str(path.relative_to(self.mount))
            if name in self.opened:
                continue
            try:
                path.read_bytes()
            except OSError:
                continue
            self.opened[name] = now

    def listed(self):
        """The shards in the mount, which may list a folder that it cannot open yet."""
        try:
            return list(self.mount.rglob("*.games"))
        except FileNotFoundError:
            return []

    def since(self, begin):
        """The lags of the shards published since then, in seconds."""
        return sorted(max(0, self.opened[name] - at) for name, at in self.published.items()
                      if at >= begin and name in self.opened)


def memory_of(process):
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1000


def begin_run(run, options):
    """Makes the run's folder and its first model."""
    process = subprocess.Popen([PROGRAM, "train", str(ROOT / "configs/runs/smoke.yaml"), "--dir", str(run), *CHANGES,
                                f"loop.games_per_shard={options.shard}"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    while not list(run.glob("models/*/model.raichi")):
        if process.poll() is not None:
            sys.exit(f"scaling.py: the run did not begin: {process.stderr.read().strip()}")
        time.sleep(0.1)
    process.terminate()
    process.wait()


def quantile(values, share):
    return values[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def measure_starts(starts, folder):
    """How long so many processes take that start at once, and what each asks of the file server."""
    store = folder / "starts"
    (store / "run").mkdir(parents=True)
    mount = Mount(store, folder / "mount")
    environment = {**os.environ, "RAICHI_STARTS": str(starts), "RAICHI_START_FOLDER": str(mount.path / "run")}
    try:
        before, begin = mount.requests(), time.time()
        done = subprocess.run([TESTS, "--gtest_filter=StartAtOnceTest.*"], capture_output=True, text=True, check=False, env=environment)
        seconds, requests = time.time() - begin, mount.requests() - before
    finally:
        mount.close()
    if done.returncode:
        sys.exit(f"scaling.py: {TESTS} failed:\n{done.stdout}{done.stderr}")
    print(f"{starts} processes that start at once: {seconds:.1f} s, {requests / starts:.0f} requests each")
    return {"starts": starts, "seconds": seconds, "requests_of_start": requests / starts}


def measure(players, options, folder):
    """One row of the table: a new run with this number of players."""
    store = folder / f"store-{players}"
    store.mkdir()
    begin_run(store / "run", options)
    writers, readers = Mount(store, folder / "writers"), Mount(store, folder / "readers")
    logs = folder / f"logs-{players}"
    logs.mkdir()
    processes = []
    try:
        trainer = subprocess.Popen([PROGRAM, "train", str(readers.path / "run")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        processes.append(trainer)
        started = time.time()
        for number in range(players):
            with open(logs / f"{number}", "w", encoding="utf-8") as log:
                processes.append(subprocess.Popen(
                    [PROGRAM, "selfplay", str(writers.path / "run"), "--stream", "auto", "--games", "100000000",
                     "--pretend-network", str(options.milliseconds)], stdout=log, stderr=log))
        # Many processes that start on a small machine take a while.
        until = time.time() + START_SECONDS
        while not all("stream" in log.read_text(encoding="utf-8") for log in logs.iterdir()):
            if time.time() > until:
                sys.exit(f"scaling.py: {players} players did not start in {START_SECONDS} s")
            time.sleep(LOOK_SECONDS)
        started = time.time() - started
        lags = Lags(store / "run/games", readers.path / "run/games")
        begin = time.time() + WARM_UP_SECONDS
        while time.time() < begin:
            lags.look()
            time.sleep(LOOK_SECONDS)
        before = [writers.requests(), readers.requests()]
        while time.time() < begin + options.seconds:
            lags.look()
            time.sleep(LOOK_SECONDS)
        seconds = time.time() - begin
        requests = [mount.requests() - at for mount, at in zip((writers, readers), before)]
        memory = memory_of(trainer)
        dead = [process for process in processes if process.poll() is not None]
        if dead:
            sys.exit(f"scaling.py: {len(dead)} of {len(processes)} processes ended early; their logs are in {logs}")
    finally:
        for process in processes:
            process.send_signal(signal.SIGTERM)
        for process in processes:
            process.wait()
        writers.close()
        readers.close()
    games, evaluations = 0, 0.0
    for log in logs.iterdir():
        found = SUMMARY.findall(log.read_text(encoding="utf-8"))
        if not found:
            sys.exit(f"scaling.py: {log}: no summary of its games")
        games += int(found[-1][0])
        evaluations += float(found[-1][1]) * {"": 1, "k": 1e3, "M": 1e6}[found[-1][2]]
    values = lags.since(begin)
    shutil.rmtree(store)
    return {"players": players, "start": started, "evaluations": evaluations, "games": games / (seconds + WARM_UP_SECONDS), "shards": len(values),
            "lag_p50": quantile(values, 0.5), "lag_p95": quantile(values, 0.95),
            "requests": sum(requests) / seconds, "requests_of_player": requests[0] / seconds / players, "trainer_mb": memory,
            "load": os.getloadavg()[0]}


def table(rows):
    yield "| players | start | eval/s | efficiency | games/s | lag p50 | lag p95 | requests/s | a player | trainer MB |"
    yield "|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    for row in rows:
        yield (f"| {row['players']} | {row['start']:.1f} | {row['evaluations']:.0f} | {row['efficiency']:.2f} | {row['games']:.2f} | {row['lag_p50']:.1f} | "
               f"{row['lag_p95']:.1f} | {row['requests']:.0f} | {row['requests_of_player']:.1f} | {row['trainer_mb']:.0f} |")


def numbers(text):
    players = [int(word) for word in text.split(",")]
    if min(players) < 1:
        raise ValueError
    return players


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=numbers, default=[1, 2, 4, 8, 16, 32, 64], help="numbers of processes")
    parser.add_argument("--seconds", type=float, default=60, help="measured for each number")
    parser.add_argument("--milliseconds", type=float, default=20, help="sleep of each batch of the network")
    parser.add_argument("--shard", type=int, default=4, help="games of a shard (default: 4; with 1000, one a minute)")
    parser.add_argument("--starts", type=int, default=0, help="processes that start at once (default: not measured)")
    parser.add_argument("--folder", type=pathlib.Path, help="where to work (default: a temporary folder)")
    parser.add_argument("--json", type=pathlib.Path, help="also write the rows to this file")
    options = parser.parse_args()
    if not shutil.which("bindfs"):
        parser.exit(1, "scaling.py: no bindfs here; install it: apt-get install bindfs\n")
    if "--pretend-network" not in subprocess.run([PROGRAM, "selfplay", "--help"], capture_output=True, text=True, check=True).stdout:
        parser.exit(1, f"scaling.py: {PROGRAM}: no option --pretend-network; build the program again\n")
    rows = []
    with tempfile.TemporaryDirectory(dir=options.folder, prefix="raichi-scaling.") as folder:
        starts = measure_starts(options.starts, pathlib.Path(folder)) if options.starts else {}
        for players in options.players:
            rows.append(measure(players, options, pathlib.Path(folder)))
            one = rows[0]["evaluations"] / rows[0]["players"]
            rows[-1]["efficiency"] = rows[-1]["evaluations"] / (players * one)
            print(json.dumps(rows[-1]), file=sys.stderr)
            for name in ("writers", "readers"):
                (pathlib.Path(folder) / name).rmdir()
    print("\n".join(table(rows)))
    summary = {**starts, "rows": rows, "smallest_efficiency": min(row["efficiency"] for row in rows),
               "median_requests_of_player": statistics.median(row["requests_of_player"] for row in rows)}
    print(json.dumps(summary))
    if options.json:
        options.json.write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
