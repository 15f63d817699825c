"""An independent judge of 9x9 tablut: legal moves, captures and the winner. It is slow, and written from
docs/rules.md alone, so that an engine's games are not judged by the engine itself."""

import re

SIZE = 9
CENTER = (5, 5)
SETUP = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3"
NEIGHBOURS = ((0, -1), (-1, 0), (1, 0), (0, 1))
CAMPS = {(4, 1): 1, (5, 1): 1, (6, 1): 1, (5, 2): 1, (1, 4): 2, (1, 5): 2, (1, 6): 2, (2, 5): 2,
         (9, 4): 3, (9, 5): 3, (9, 6): 3, (8, 5): 3, (4, 9): 4, (5, 9): 4, (6, 9): 4, (5, 8): 4}
NEUTRAL = {(5, 1), (1, 5), (9, 5), (5, 9)}


def name(square):
    return f"{chr(96 + square[0])}{square[1]}"


def parse(text):
    return ord(text[0]) - 96, int(text[1])


def side_of(piece):
    return "a" if piece == "t" else "d"


def is_on_board(square):
    return 1 <= square[0] <= SIZE and 1 <= square[1] <= SIZE


def beyond(square, step):
    return square[0] + step[0], square[1] + step[1]


class Judge:
    """A game. If `camps`, it follows the rules of ashton-bologna, else those of OpenTafl's Tablut: pieces may
    pass the throne, only the empty throne is hostile, and encircled defenders lose."""

    def __init__(self, camps):
        self.camps = camps
        self.board = {}
        for rank, row in enumerate(SETUP.split("/")):
            row = re.sub(r"\d", lambda digit: "." * int(digit.group()), row)
            self.board.update({(file + 1, SIZE - rank): piece for file, piece in enumerate(row) if piece != "."})
        self.to_move = "d" if camps else "a"
        self.played = []
        self.seen = {self.key(): 1}
        self.result = None

    def key(self):
        return self.to_move, tuple(sorted(self.board.items()))

    def squares(self):
        """Returns the board as in docs/rules.md."""
        rows = ["".join(self.board.get((x, y), ".") for x in range(1, SIZE + 1)) for y in range(SIZE, 0, -1)]
        return "/".join(re.sub(r"\.+", lambda gap: str(len(gap.group())), row) for row in rows)

    def camp_of(self, square):
        return CAMPS.get(square) if self.camps else None

    def moves(self):
        """Returns the legal moves, written as in e4-f4."""
        return [f"{name(start)}-{name(end)}" for start, piece in self.board.items()
                if side_of(piece) == self.to_move for step in NEIGHBOURS for end in self.ray(start, piece, step)]

    def ray(self, start, piece, step):
        home = self.camp_of(start) if piece == "t" else None
        square = beyond(start, step)
        while is_on_board(square) and square not in self.board:
            camp = self.camp_of(square)
            if camp is not None and camp != home:
                return
            if square != CENTER:
                yield square
            elif self.camps:
                return
            square = beyond(square, step)

    def is_hostile(self, square, piece):
        """Returns whether the square, or the piece on it, is hostile to the piece."""
        there = self.board.get(square)
        if there is not None and side_of(there) != side_of(piece):
            return True
        if square == CENTER and (there is None or (self.camps and piece == "T" and there == "K")):
            return True
        return self.camp_of(square) is not None and not (piece == "t" and square in NEUTRAL)

    def play(self, move):
        """Plays a move and judges the position. Raises ValueError if the move is illegal."""
        if self.result is not None or move not in self.moves():
            raise ValueError(f"{move} is not legal in {self.squares()} {self.to_move}")
        start, end = (parse(text) for text in move.split("-"))
        piece = self.board[end] = self.board.pop(start)
        mover, king_captured = self.to_move, False
        for step in NEIGHBOURS:
            square = beyond(end, step)
            enemy = self.board.get(square)
            if enemy is None or side_of(enemy) == mover:
                continue
            if self.is_captured(square, step, enemy):
                king_captured = king_captured or enemy == "K"
                del self.board[square]
        self.played.append(move)
        self.to_move = "d" if mover == "a" else "a"
        self.result = self.judge(mover, piece, end, king_captured)

    def is_captured(self, square, step, piece):
        """Returns whether a move to the square one `step` before the piece captures it."""
        if piece == "K":
            return self.is_king_captured(square, step)
        return is_on_board(beyond(square, step)) and self.is_hostile(beyond(square, step), piece)

    def is_king_captured(self, king, step):
        around = [beyond(king, step) for step in NEIGHBOURS]
        if king == CENTER or CENTER in around:
            return all(not is_on_board(square) or self.is_hostile(square, "K") for square in around)
        return all(map(is_on_board, around)) and self.is_hostile(beyond(king, step), "K")

    def judge(self, mover, piece, end, king_captured):
        if king_captured:
            return "attackers"
        if piece == "K" and (end[0] in (1, SIZE) or end[1] in (1, SIZE)):
            return "defenders"
        if "t" not in self.board.values():
            return "defenders"
        if mover == "a" and not self.camps and self.is_encircled():
            return "attackers"
        if not self.moves():
            return "attackers" if mover == "a" else "defenders"
        self.seen[self.key()] = self.seen.get(self.key(), 0) + 1
        return "draw" if self.seen[self.key()] == (2 if self.camps else 3) else None

    def is_encircled(self):
        """Returns whether no defender can reach the rim over squares without attackers."""
        reached = {square for square, piece in self.board.items() if piece != "t"}
        new = list(reached)
        while new:
            square = new.pop()
            if square[0] in (1, SIZE) or square[1] in (1, SIZE):
                return False
            for step in NEIGHBOURS:
                there = beyond(square, step)
                if self.board.get(there) != "t" and there not in reached:
                    reached.add(there)
                    new.append(there)
        return True
