#!/usr/bin/env python3
"""Checks that a run has kept its promises: no shard of games lost, replaced or doubled, no good file set aside.

usage: check_run.py watch FOLDER --seen FILE  notes every shard that appears below it, such as in RUN/games, until SIGTERM;
                                              it may begin later
       check_run.py check RUN [--seen FILE] [--least N] [--work DIR --alone DIR [--work-seen FILE]]
                                              prints a table and, as the last line, JSON; fails if a promise is broken.
                                              WORK/1 and all with odd numbers must have the files of ALONE/1, the others of ALONE/2
"""

import argparse
import collections
import hashlib
import json
import pathlib
import re
import signal
import struct
import sys
import time

try:
    import msgpack
    import zstandard
except ImportError as error:
    sys.exit(f"check_run.py: {error}; expected the packages python3-msgpack and python3-zstandard, which tools/setup.sh installs")

HEADER = struct.Struct("<II8sIIQQQQQ")  # docs/game-records.md
SKIPPABLE_FRAME = 0x184D2A57
WATCH_SECONDS = 0.5


class Damaged(Exception):
    """A file whose contents are wrong."""


def fnv(data):
    """The 64-bit FNV-1a checksum."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def games_of(data):
    """Returns the games of a shard's bytes as (id, checksum of the game's bytes), or throws Damaged."""
    if len(data) < HEADER.size:
        raise Damaged("no room for a header")
    frame, size, magic, version, count, first, last, body_size, body_sum, header_sum = HEADER.unpack_from(data)
    body = data[HEADER.size:]
    if (frame, size, magic, version) != (SKIPPABLE_FRAME, HEADER.size - 8, b"RAICHIGM", 1):
        raise Damaged("no header of a shard")
    if fnv(data[:HEADER.size - 8]) != header_sum or len(body) != body_size or fnv(body) != body_sum:
        raise Damaged("wrong size or checksum")
    try:
        stream = zstandard.ZstdDecompressor().stream_reader(body, read_across_frames=True)
        games = [(game["id"], hashlib.sha256(msgpack.packb(game)).hexdigest()) for game in msgpack.Unpacker(stream)]
    except (zstandard.ZstdError, msgpack.UnpackException, ValueError, KeyError, TypeError) as error:
        raise Damaged(str(error)) from error
    ids = [number for number, _ in games]
    if len(ids) != count or ids != sorted(set(ids)) or (ids[0], ids[-1]) != (first, last):
        raise Damaged("wrong count or order of games")
    return games


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def shards_below(folder, pattern="*.games"):
    return sorted(path for path in folder.rglob(pattern) if path.is_file())


# ---- watch

def watch(folder, seen_file):
    """Appends {path, sha} of each new shard to a file, until SIGTERM."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    seen = set()
    with open(seen_file, "a", encoding="utf-8") as out:
        while True:
            for path in shards_below(folder):
                name = str(path.relative_to(folder))
                if name in seen:
                    continue
                try:  # published shards never change
                    print(json.dumps({"path": name, "sha": digest(path)}), file=out, flush=True)
                except FileNotFoundError:
                    continue  # moved just now
                seen.add(name)
            time.sleep(WATCH_SECONDS)


# ---- check

def objects_in(path):
    """The JSON lines of a file; an unfinished last line is left out, as in every log of a run."""
    lines = path.read_text(encoding="utf-8").split("\n")[:-1] if path.exists() else []
    return [json.loads(line) for line in lines]


def shard_names(names):
    """The names of shards in a ledger: a list, or {model: "stream:numbers ..."} (docs/run-folder.md)."""
    if isinstance(names, list):
        return names
    found = list(names.get("", []))
    for model in filter(None, names):
        for stream, ranges in (word.split(":") for word in names[model].split(" ")):
            for first, _, last in (part.partition("-") for part in ranges.split(",")):
                found += [f"{model}-{int(stream):02}-{number:06}.games" for number in range(int(first), int(last or first) + 1)]
    return found


def trained_shards(run):
    """The names of all shards that the ledger's models were trained on, as far as it knows their windows."""
    names = set()
    for record in objects_in(run / "ledger.jsonl"):
        window = record.get("window", {})
        names.update(shard_names(window.get("shards", [])), shard_names(window.get("added", [])))
    return names


def lost_models(run):
    """Models of the ledger, except the newest, without a file."""
    numbers = sorted(record["model"] for record in objects_in(run / "ledger.jsonl") if "model" in record)
    return [number for number in numbers[:-1] if not (run / f"models/{number:06}/model.raichi").exists()]


def stem(name):
    """The name of a shard without folders and endings: 000012-01-000003."""
    return re.sub(r"\.games.*$", "", name.rsplit("/", 1)[-1])


def matches_twice(run):
    """Pairs of games of one match that two lines of metrics/matches.jsonl hold."""
    found, twice = set(), []
    for line in objects_in(run / "metrics/matches.jsonl"):
        players = [line.get(key) for key in ("a", "b", "rules", "a_weights", "b_weights")]
        pairs = sum(sum(line[side].values()) for side in ("a_attackers", "a_defenders")) // 2
        for pair in range(line["first_pair"], line["first_pair"] + pairs):
            if (*players, pair) in found:
                twice.append(f"pair {pair} of {players[0]} against {players[1]}")
            found.add((*players, pair))
    return twice


def files_of(folder):
    """The bytes of a study's or match's files, without those of its processes."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): digest(path) for path in files
            if not path.name.startswith(".") and path.suffix != ".tmp" and path.parent.name != "claims"}


def check_work(work, alone, seen):
    """Returns what was counted in studies and matches that many shared, and by promise what breaks it."""
    broken = {"work that differs": [], "blocks lost": []}
    rounds = sorted(work.iterdir(), key=lambda path: int(path.name))
    for folder in rounds:
        files, expected = files_of(folder), files_of(alone / ("1" if int(folder.name) % 2 else "2"))
        if files != expected:
            broken["work that differs"].append(
                f"{folder}: {sorted(name for name in files.keys() | expected.keys() if files.get(name) != expected.get(name))[:3]}")
    for record in seen:
        path = work / record["path"]
        if not path.exists() or digest(path) != record["sha"]:
            broken["blocks lost"].append(str(path))
    return {"studies and matches": len(rounds), "blocks": len(shards_below(work))}, broken


def check(run, seen):
    """Returns what was counted and, by promise, the files that break it."""
    broken = {promise: [] for promise in
              ("shards lost", "shards replaced", "shards damaged", "shards twice", "game ids twice", "good shards set aside",
               "models lost", "matches twice", "matches set aside")}
    kept = collections.defaultdict(set)  # the contents under each name, wherever the file lies now
    copies, owners, games = collections.defaultdict(list), {}, 0
    published = shards_below(run / "games")
    set_aside = shards_below(run / "games", "*.games.bad*")
    elsewhere = shards_below(run / "backups")
    for path in [*published, *set_aside, *elsewhere]:
        kept[stem(path.name)].add(digest(path))
    for path in published:
        name = str(path.relative_to(run))
        copies[digest(path)].append(name)
        try:
            found = games_of(path.read_bytes())
        except Damaged as error:
            broken["shards damaged"].append(f"{name}: {error}")
            continue
        games += len(found)
        for number, _ in found:
            if number in owners:
                broken["game ids twice"].append(f"{number}: {owners[number]} and {name}")
            owners[number] = name
    broken["shards twice"] = [" and ".join(names) for names in copies.values() if len(names) > 1]
    for path in set_aside:
        try:
            games_of(path.read_bytes())
            broken["good shards set aside"].append(str(path.relative_to(run)))
        except Damaged:
            pass
    for record in seen:
        if stem(record["path"]) not in kept:
            broken["shards lost"].append(record["path"])
        elif record["sha"] not in kept[stem(record["path"])]:
            broken["shards replaced"].append(record["path"])
    broken["shards lost"] += sorted(name for name in trained_shards(run) if stem(name) not in kept)
    broken["models lost"] = [f"{number:06}" for number in lost_models(run)]
    broken["matches twice"] = matches_twice(run)
    broken["matches set aside"] = sorted(path.name for path in run.glob("metrics/matches.jsonl.bad*"))
    counted = {"shards seen": len(seen), "shards": len(published), "games": games,
               "models": len(list(run.glob("models/*/model.raichi"))), "matches": len(objects_in(run / "metrics/matches.jsonl")), "shards in backups": len(elsewhere),
               "files set aside": len([path for path in run.rglob("*.bad*")]), "temporary files": len(list(run.rglob("*.tmp")))}
    return counted, broken


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["watch", "check"])
    parser.add_argument("run", type=pathlib.Path)
    parser.add_argument("--seen", type=pathlib.Path, help="shards noted by watch")
    parser.add_argument("--work", type=pathlib.Path, help="the folder of the studies and matches beside the run")
    parser.add_argument("--alone", type=pathlib.Path, help="the folder of the same, played by one process")
    parser.add_argument("--work-seen", type=pathlib.Path, help="their shards noted by watch")
    parser.add_argument("--least", type=int, default=0, help="fail if the run has fewer games or matches, since nothing was tested then")
    arguments = parser.parse_args()
    if (arguments.work is None) != (arguments.alone is None) or (arguments.work_seen and not arguments.work):
        parser.error("expected both --work DIR and --alone DIR, also for --work-seen")
    if arguments.action == "watch":
        if not arguments.seen:
            parser.error("watch: expected --seen FILE")
        watch(arguments.run, arguments.seen)
    if not (arguments.run / "config.yaml").is_file():
        parser.exit(1, f"check_run.py: {arguments.run}: expected the folder of a run, with a config.yaml\n")
    counted, broken = check(arguments.run, objects_in(arguments.seen) if arguments.seen else [])
    if arguments.work:
        more, also_broken = check_work(arguments.work, arguments.alone, objects_in(arguments.work_seen) if arguments.work_seen else [])
        counted, broken = counted | more, broken | also_broken
    for name, number in counted.items():
        print(f"{name:22}{number:10}")
    for promise, files in broken.items():
        print(f"{promise:22}{len(files):10}  {'kept' if not files else 'BROKEN: ' + ', '.join(files[:3])}")
    print(json.dumps(counted | {promise: len(files) for promise, files in broken.items()} | {"kept": not any(broken.values())}))
    for name in ("games", "matches"):
        if counted[name] < arguments.least:
            parser.exit(1, f"check_run.py: {arguments.run}: {counted[name]} {name}; expected at least {arguments.least}\n")
    sys.exit(1 if any(broken.values()) else 0)


if __name__ == "__main__":
    main()
