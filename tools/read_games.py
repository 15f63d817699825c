#!/usr/bin/env python3
"""Prints the games of shards as JSON lines, moves as text (docs/game-records.md)."""
import json
import sys

try:
    import msgpack
    import zstandard
except ImportError as error:
    sys.exit(f"read_games.py: {error}; expected the packages python3-msgpack and python3-zstandard, which tools/setup.sh installs")


def games(path):
    with open(path, "rb") as file:
        yield from msgpack.Unpacker(zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True))


def move_text(code):
    x, y, along_file, to = code & 31, code >> 5 & 31, code >> 10 & 1, code >> 11
    square = lambda x, y: chr(96 + x) + str(y)
    return square(x, y) + "-" + (square(x, to) if along_file else square(to, y))


def readable(game):
    def turn(move, full, root_value, raw_value, visits, surprise=-1):
        known = {} if surprise < 0 else {"surprise": surprise / 4096}
        return {"move": move_text(move), "full": full, "root_value": root_value / 16384, "raw_value": raw_value / 16384,
                "visits": {move_text(m): n for m, n in zip(visits[::2], visits[1::2])}} | known
    return game | {"turns": [turn(*t) for t in game["turns"]]}


if __name__ == "__main__":
    for path in sys.argv[1:]:
        for game in games(path):
            print(json.dumps(readable(game)))
