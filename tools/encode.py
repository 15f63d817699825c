#!/usr/bin/env python3
"""Encodes positions as inputs of a Raichi network, in plain Python: the reference for docs/model-format.md, encoder version 1.

Run as a program, it checks itself against model cards: encode.py CARD.json …
"""
import json
import struct
import sys

MEN, CAMP = ("attackers", "defenders", "king"), ("attackers", "defenders", "king", "attackers_same_camp")
CAPTURES, REPETITIONS = ("custodial", "surround", "never"), ("draw", "mover_loses", "defenders_lose", "illegal")


def f32(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def square(text):
    """`e4` -> (4, 3)"""
    return ord(text[0]) - ord("a"), int(text[1:]) - 1


def pieces(text):
    """The board of `3ttt3/…/3ttt3 a`: {(x, y): "t", "T" or "K"}"""
    board = {}
    for y, rank in enumerate(reversed(text.split()[0].split("/"))):
        x = 0
        for part in "".join(c if c.isdigit() else f" {c} " for c in rank).split():
            if part.isdigit():
                x += int(part)
            else:
                board[x, y] = part
                x += 1
    return board


def special(rules):
    """(throne, corners, camps, neutral camps, goals): lists of squares"""
    n, camps = rules["board"]["size"], rules.get("camps", {})
    corners = [(x, y) for x in (0, n - 1) for y in (0, n - 1)]
    rim = [(x, y) for x in range(n) for y in range(n) if x in (0, n - 1) or y in (0, n - 1)]
    return ([(n // 2, n // 2)] if "throne" in rules else [], corners if "corners" in rules else [],
            [square(s) for s in camps.get("squares", [])], [square(s) for s in camps.get("neutral", [])],
            corners if rules["goal"] == "corners" else rim)


def king_ways(rules, board):
    """Returns the squares that the king could move to, and the squares on his open lines to a goal."""
    n, (throne, corners, camps, _, goals) = rules["board"]["size"], special(rules)
    kinds = {s: kind for kind, squares in (("throne", throne), ("corners", corners), ("camps", camps)) for s in squares}
    may = lambda s, what: s not in kinds or "king" in rules[kinds[s]].get(what, [])
    moves, roads = [], []
    (x, y), = [s for s, piece in board.items() if piece == "K"]
    for dx, dy in (1, 0), (-1, 0), (0, 1), (0, -1):
        way, road, s = [], 0, (x + dx, y + dy)
        while 0 <= s[0] < n and 0 <= s[1] < n and s not in board:
            way.append(s)
            if may(s, "stop"):
                moves.append(s)
                if s in goals and not road:
                    road = len(way)
            if not may(s, "pass"):
                break
            s = s[0] + dx, s[1] + dy
        roads += way[:road]
    return moves, roads


def strays(rules, moves):
    """Returns the attackers that stand on a camp they left before or never belonged to, after `moves` from the setup."""
    camps, lost = set(special(rules)[2]), set()
    if "attackers_same_camp" not in sum((rules.get("camps", {}).get(k, []) for k in ("stop", "pass", "hostile")), []):
        return []

    def camp(s):  # the connected camp squares around s
        found, todo = set(), [s]
        while todo:
            x, y = todo.pop()
            if (x, y) in camps - found:
                found.add((x, y))
                todo += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        return found

    board = pieces(rules["board"]["setup"])
    for origin, target in moves:
        strays_now = board.get(origin) == "t" and target in camps and (origin in lost or target not in camp(origin))
        lost = lost - {origin, target} | ({target} if strays_now else set())
        if origin in board:
            board[target] = board.pop(origin)
    return lost


def encode(rules, position, moves=(), occurrences=1, quiet_plies=0, plies=0, canvas=None):
    """Returns planes [16][S], one word for each rank, and numbers [71] (docs/model-format.md).

    rules: an entry of a model card, or a rule file parsed as YAML. position: its text with the side to move.
    moves: the moves from the setup to the position, as pairs of squares (x, y) counted from 0. The other
    arguments are the counts that the rules' limits refer to.
    """
    n, board = rules["board"]["size"], pieces(position)
    of = lambda kind: [s for s, piece in board.items() if piece == kind]
    throne, corners, camps, neutral, goals = special(rules)
    king_moves, roads = king_ways(rules, board)
    last, previous = ([], *moves)[-1], ([], [], *moves)[-2]
    sets = [[(x, y) for x in range(n) for y in range(n)], of("t"), of("T"), of("K"), throne, corners, camps, neutral,
            [s for s in strays(rules, moves) if board.get(s) == "t"], goals, king_moves, roads,
            last[:1], last[1:], previous[:1], previous[1:]]
    planes = [[sum(1 << x for x in {x for x, sy in squares if sy == y}) for y in range(canvas or n)] for squares in sets]
    return planes, numbers(rules, position.split()[1], occurrences, quiet_plies, plies)


def numbers(rules, to_move, occurrences, quiet_plies, plies):
    n, king, count = rules["board"]["size"], rules["king"], rules["repetition"]["count"]
    throne, corners, camps = (rules.get(key, {}) for key in ("throne", "corners", "camps"))
    one_of = lambda value, words: [value == word for word in words]
    has = lambda section, key, words=MEN: [word in section.get(key, []) for word in words]
    limit = lambda used, most: [1, used / most, 8 / (8 + most - used)] if most else [0, 0, 0]
    capture = lambda key: one_of(king["capture"].get(key), CAPTURES)
    values = one_of(to_move, "ad") + [occurrences >= 2, occurrences >= 3, occurrences / count if count else 0,
                                      count > 0 and occurrences + 1 >= count, n / 19]
    values += limit(quiet_plies, rules.get("quiet_limit", 0)) + limit(plies, rules.get("ply_limit", 0))
    values += [king["armed"] in ("both", "hammer"), king["armed"] in ("both", "anvil")]
    by_throne = [capture(key) if "throne" in rules else [False] * 3 for key in ("beside_throne", "on_throne")]
    values += capture("open") + sum(by_throne, []) + capture("at_edge")
    values += ["throne" in rules] + has(throne, "stop") + has(throne, "pass") + has(throne, "hostile_empty")
    values += has(throne, "hostile_occupied") + [throne.get("linnaean", False)]
    values += ["corners" in rules] + has(corners, "stop") + has(corners, "hostile")
    values += ["camps" in rules] + has(camps, "stop", CAMP) + has(camps, "pass", CAMP) + has(camps, "hostile", CAMP)
    values += [rules["goal"] == "corners", 1 / count if count else 0]
    values += one_of(rules["repetition"]["result"] if count else None, REPETITIONS) + [rules["no_moves"] == "draw"]
    values += [rules.get(key, False) for key in ("encirclement", "shieldwall", "exit_forts")]
    return [f32(value) for value in values]


def check(card):
    """Returns the positions of the card's samples whose input differs from this encoder's."""
    rules = {r["name"]: r for r in card["rules"]}
    wrong = []
    for sample in card["samples"]:
        moves = [tuple(square(s) for s in move.split("-")) for move in sample["moves"].split()]
        planes, values = encode(rules[sample["rules"]], sample["position"], moves, sample["occurrences"],
                                sample["quiet_plies"], sample["plies"], card["network"]["canvas"])
        expected = sample["input"]
        if planes != expected["planes"] or values != [f32(x) for x in expected["numbers"]]:
            wrong.append(sample["position"])
    return wrong


if __name__ == "__main__":
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            card = json.load(file)
        wrong = check(card)
        print(f"{path}: {len(card['samples']) - len(wrong)} of {len(card['samples'])} samples agree", *wrong, sep="\n  ")
        if wrong:
            sys.exit(1)
