#!/usr/bin/env python3
"""Encodes positions as inputs of a Raichi network, in plain Python: the reference for docs/model-format.md, encoder version 2.

Run as a program, it checks itself against model cards: encode.py CARD.json …
"""
import json
import struct
import sys

RESERVED_PLANES, RESERVED_NUMBERS = 6, 15
MEN, CAMP = ("attackers", "defenders", "king"), ("attackers", "defenders", "king", "attackers_same_camp")
CLOSED = ("attackers", "defenders", "king", "royal")
CAPTURES, REPETITIONS = ("custodial", "surround", "never"), ("draw", "mover_loses", "defenders_lose", "illegal")


def f32(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def square(text):
    """`e4` -> (4, 3)"""
    return ord(text[0]) - ord("a"), int(text[1:]) - 1


def pieces(text):
    """The board of `3ttt3/…/3ttt3 a`: {(x, y): "t", "b", "T" or "K"}"""
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


def listed(text, field):
    """The squares in a field of a position's text behind the side to move: 2 strays, 3 closed camps"""
    fields = text.split()
    return [square(s) for s in fields[field].split(",")] if len(fields) > field and fields[field] != "-" else []


def special(rules):
    """(throne, corners, camps, neutral camps, goals): lists of squares"""
    n, camps, width = rules["board"]["size"], rules.get("camps", {}), rules.get("corners", {}).get("width", 1)
    ends = [*range(width), *range(n - width, n)]
    corners = [(x, y) for x in ends for y in ends]
    rim = [(x, y) for x in range(n) for y in range(n) if x in (0, n - 1) or y in (0, n - 1)]
    return ([(n // 2, n // 2)] if "throne" in rules else [], corners if "corners" in rules else [],
            [square(s) for s in camps.get("squares", [])], [square(s) for s in camps.get("neutral", [])],
            corners if rules["goal"] == "corners" else rim)


def camp_around(s, camps):
    """The connected camp squares that s belongs to"""
    found, todo = set(), [s]
    while todo:
        x, y = todo.pop()
        if (x, y) in camps and (x, y) not in found:
            found.add((x, y))
            todo += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return found


def closed_camps(rules, position):
    """The squares of camps that are closed: those that the position names, and those without attackers"""
    camps, board = special(rules)[2], pieces(position)
    if not rules.get("camps", {}).get("close", False):
        return set()
    named = set().union(*(camp_around(s, camps) for s in listed(position, 3)))
    return named | {s for s in camps if not any(board.get(c, "T") in "tb" for c in camp_around(s, camps))}


def king_ways(rules, position):
    """Returns the squares that the king could move to, and the squares on his open lines to a goal."""
    n, board, (throne, corners, camps, _, goals) = rules["board"]["size"], pieces(position), special(rules)
    closed, speed = closed_camps(rules, position), rules.get("speed", {}).get("king", 0) or n
    may_stop, may_pass = {}, {}
    for squares, lists in (throne, rules.get("throne")), (corners, rules.get("corners")), (camps, rules.get("camps")):
        for s in squares:
            here = lists.get("closed", {}) if s in closed else lists
            may_stop[s] = "king" in here.get("stop", [])
            may_pass[s] = "king" in here.get("stop" if s in corners else "pass", [])
    moves, roads = [], []
    (x, y), = [s for s, piece in board.items() if piece == "K"]
    for dx, dy in (1, 0), (-1, 0), (0, 1), (0, -1):
        way, road, s = [], 0, (x + dx, y + dy)
        while 0 <= s[0] < n and 0 <= s[1] < n and s not in board and len(way) < speed:
            way.append(s)
            if may_stop.get(s, True):
                moves.append(s)
                if s in goals and not road:
                    road = len(way)
            if not may_pass.get(s, True):
                break
            s = s[0] + dx, s[1] + dy
        roads += way[:road]
    return moves, roads


def encode(rules, position, moves=(), occurrences=1, quiet_plies=0, plies=0, canvas=None):
    """Returns planes [24][S], one word for each rank, and numbers [120] (docs/model-format.md).

    rules: an entry of a model card, or a rule file parsed as YAML. position: its text with the side to move.
    moves: the moves before the position, of which the last two count, as pairs of squares (x, y) counted from 0. The other
    arguments are the counts that the rules' limits refer to.
    """
    n, board = rules["board"]["size"], pieces(position)
    of = lambda kinds: [s for s, piece in board.items() if piece in kinds]
    throne, corners, camps, neutral, goals = special(rules)
    king_moves, roads = king_ways(rules, position)
    last, previous = ([], *moves)[-1], ([], [], *moves)[-2]
    sets = [[(x, y) for x in range(n) for y in range(n)], of("tb"), of("T"), of("K"), throne, corners, camps, neutral,
            listed(position, 2), goals, king_moves, roads, last[:1], last[1:], previous[:1], previous[1:],
            closed_camps(rules, position), of("b"), *[[]] * RESERVED_PLANES]
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
    closed, edge, speed = camps.get("closed", {}), rules.get("edge", {}), rules.get("speed", {})
    values += [1 / speed[word] if speed.get(word, 0) else 0 for word in MEN]
    values += [1 / corners.get("width", 1) if corners else 0, camps.get("close", False)]
    values += has(closed, "stop", CLOSED) + has(closed, "pass", CLOSED) + has(edge, "hostile", CLOSED)
    values += [rules.get("shieldwall_ends") == "pieces", rules.get("shieldwall_move") == "any"]
    for key in "quiet_limit_result", "ply_limit_result":
        values += one_of(rules.get(key, "draw"), ("draw", "attackers", "defenders"))
    for section, keys in (throne, ("stop", "pass", "hostile_empty", "hostile_occupied")), (corners, ("stop", "hostile")), \
            (camps, ("stop", "pass", "hostile")):
        values += ["royal" in section.get(key, []) for key in keys]
    return [f32(value) for value in values + [0] * RESERVED_NUMBERS]


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
