#!/usr/bin/env python3
"""Encodes positions as inputs of a Raichi network, in plain Python: the reference for docs/model-format.md, encoder version 3.

Run as a program, it checks itself against model cards: encode.py CARD.json …
"""
import json
import struct
import sys

RESERVED_NUMBERS = 15
MEN, CAMP = ("attackers", "defenders", "king"), ("attackers", "defenders", "king", "attackers_same_camp")
CLOSED = ("attackers", "defenders", "king", "royal")
NAMES = {"t": "attackers", "b": "royal", "T": "defenders", "K": "king"}
DIRECTIONS = (1, 0), (-1, 0), (0, 1), (0, -1)
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


def includes(words, name):
    """Does a list of classes include this one? A list with `attackers` includes the royal attacker."""
    return name in words or name == "royal" and "attackers" in words


class Board:
    """A position with what its rules say of its squares. A `name` is that of a piece's class, one of NAMES."""

    def __init__(self, rules, position):
        self.rules, self.size, self.pieces = rules, rules["board"]["size"], pieces(position)
        self.throne, self.corners, self.camps, self.neutral, self.goals = map(set, special(rules))
        self.closed, self.strays = closed_camps(rules, position), set(listed(position, 2))
        self.camp_of = {s: frozenset(camp_around(s, self.camps)) for s in self.camps}
        self.grounds = {}

    def all_of(self, kinds):
        return [s for s, piece in self.pieces.items() if piece in kinds]

    def home(self, s):
        """The camp that the attacker on s has not left"""
        return frozenset() if s in self.strays else self.camp_of.get(s, frozenset())

    def ground(self, name, home):
        """The special squares where a piece may stop, and those that it may pass"""
        if (name, home) not in self.grounds:
            may = {"stop": set(), "pass": set()}
            for squares, key in (self.throne, "throne"), (self.corners, "corners"), (self.camps, "camps"):
                for s in squares:
                    lists = self.rules[key].get("closed", {}) if s in self.closed else self.rules[key]
                    for what in may:
                        words = lists.get("stop" if key == "corners" else what, [])
                        if includes(words, name) or s in home and "attackers_same_camp" in words:
                            may[what].add(s)
            self.grounds[name, home] = may["stop"], may["pass"]
        return self.grounds[name, home]

    def lines(self, s):
        """For each direction, the squares that the piece on s can reach or cross, each with whether it may stop there"""
        name, special_squares = NAMES[self.pieces[s]], self.throne | self.corners | self.camps
        stop, cross = self.ground(name, self.home(s) if name in ("attackers", "royal") else frozenset())
        speed = self.rules.get("speed", {}).get("attackers" if name == "royal" else name, 0) or self.size
        for dx, dy in DIRECTIONS:
            line, (x, y) = [], (s[0] + dx, s[1] + dy)
            while 0 <= x < self.size and 0 <= y < self.size and (x, y) not in self.pieces and len(line) < speed:
                is_special = (x, y) in special_squares
                line.append(((x, y), not is_special or (x, y) in stop))
                if is_special and (x, y) not in cross:
                    break
                x, y = x + dx, y + dy
            yield line

    def stops(self, s):
        return {to for line in self.lines(s) for to, may_stop in line if may_stop}

    def king_roads(self):
        """The squares on the king's open lines to a goal"""
        roads = []
        for line in self.lines(*self.all_of("K")):
            goals = [i for i, (s, may_stop) in enumerate(line) if may_stop and s in self.goals]
            roads += [s for s, _ in line[:goals[0] + 1]] if goals else []
        return roads

    def is_hostile(self, b, name, a):
        """Is square b hostile to the piece of this class on a?"""
        piece, is_attacker = self.pieces.get(b, "-"), name in ("attackers", "royal")
        if piece in ("TK" if is_attacker else "tb") and (piece != "K" or self.rules["king"]["armed"] in ("both", "anvil")):
            return True
        if b in self.camps and not (is_attacker and b in self.neutral):
            words = self.rules["camps"].get("hostile", [])
            if includes(words, name) or is_attacker and "attackers_same_camp" in words and b in self.home(a):
                return True
        if not (0 <= b[0] < self.size and 0 <= b[1] < self.size):
            return name != "king" and includes(self.rules.get("edge", {}).get("hostile", []), name)
        if piece == "-":
            return (b in self.throne and includes(self.rules["throne"].get("hostile_empty", []), name)
                    or b in self.corners and includes(self.rules["corners"].get("hostile", []), name))
        if piece != "K" or b not in self.throne:
            return False
        held = sum(self.pieces.get((b[0] + dx, b[1] + dy), "-") in "tb" for dx, dy in DIRECTIONS)
        throne = self.rules["throne"]
        return includes(throne.get("hostile_occupied", []), name) or throne.get("linnaean", False) and name == "defenders" and held == 3

    def is_captured(self, s, dx, dy):
        """Does an enemy who arrives at (dx, dy) of the piece on s capture it?"""
        name, around = NAMES[self.pieces[s]], {(i, j): (s[0] + i, s[1] + j) for i, j in DIRECTIONS}
        if name != "king":
            return self.is_hostile(around[-dx, -dy], name, s)
        on_board = {d for d, (x, y) in around.items() if 0 <= x < self.size and 0 <= y < self.size}
        how = self.rules["king"]["capture"]["open"]
        if s in self.throne:
            how = self.rules["king"]["capture"]["on_throne"]
        elif any(to in self.throne for to in around.values()):
            how = self.rules["king"]["capture"]["beside_throne"]
        elif len(on_board) < 4:
            how = self.rules["king"]["capture"]["at_edge"]
        if how == "custodial":
            return (-dx, -dy) in on_board and self.is_hostile(around[-dx, -dy], name, s)
        return how == "surround" and all(self.is_hostile(around[d], name, s) for d in on_board - {(dx, dy)})

    def threats(self, side):
        """What the pieces of a side ("tb" or "TK") could do now: reach, squares of captures, pieces that they could capture"""
        reach, hammers, squares, victims = set(), set(), set(), set()
        for s in self.all_of(side):
            stops = self.stops(s)
            reach |= stops
            if self.pieces[s] != "K" or self.rules["king"]["armed"] in ("both", "hammer"):
                hammers |= stops
        for x, y in self.all_of("TK" if side == "tb" else "tb"):
            for dx, dy in DIRECTIONS:
                if (x + dx, y + dy) in hammers and self.is_captured((x, y), dx, dy):
                    squares.add((x + dx, y + dy))
                    victims.add((x, y))
        return reach, squares, victims


def encode(rules, position, moves=(), occurrences=1, quiet_plies=0, plies=0, canvas=None):
    """Returns planes [24][S], one word for each rank, and numbers [120] (docs/model-format.md).

    rules: an entry of a model card, or a rule file parsed as YAML. position: its text with the side to move.
    moves: the moves before the position, of which the last two count, as pairs of squares (x, y) counted from 0. The other
    arguments are the counts that the rules' limits refer to.
    """
    board = Board(rules, position)
    n, of, (throne, corners, camps, neutral, goals) = board.size, board.all_of, special(rules)
    last, previous = ([], *moves)[-1], ([], [], *moves)[-2]
    sets = [[(x, y) for x in range(n) for y in range(n)], of("tb"), of("T"), of("K"), throne, corners, camps, neutral,
            board.strays, goals, board.stops(*of("K")), board.king_roads(), last[:1], last[1:], previous[:1], previous[1:],
            board.closed, of("b")]
    for of_attackers, of_defenders in zip(board.threats("tb"), board.threats("TK")):
        sets += [of_attackers, of_defenders]
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
