// The game that the page shows: where it began, its moves, those that were taken back, and the game before it.

export class Game {
  rules; // as the engine describes them
  state = null; // the engine's last; null while a game is being opened
  previous = null; // the game before this one, to return to
  #position = ''; // where it began; empty for the setup
  #opened = []; // the moves with which it was opened
  #future = []; // moves that were taken back, next first

  get moves() { return this.state?.record ?? this.#opened; }
  get future() { return this.#future; }

  /** What brings the game back: {rules, position, moves, future}. */
  get now() {
    return {rules: this.rules.name, position: this.#position, moves: this.moves, future: this.#future};
  }

  /** Makes a game the one to return to, if there is more than one move to lose. */
  remember(before) {
    if (before && before.moves.length + before.future.length > 1) this.previous = before;
  }

  /** Begins a game, or goes on with one that has moves. */
  begin({position = '', moves = [], future = []}) {
    [this.#position, this.#opened, this.#future, this.state] = [position, moves, future, null];
  }

  /** Notes a new state. Moves that it lacks can be played again until another is played. */
  follow(state) {
    const line = [...this.moves, ...this.#future];
    this.#future = isBeginning(state.record, line) ? line.slice(state.ply) : [];
    this.state = state;
  }

  /** Whether a state only adds moves to the last one. */
  isContinuedBy(state) {
    return this.state !== null && state.ply > this.state.ply && isBeginning(this.state.record, state.record);
  }
}

const isBeginning = (moves, line) => moves.every((move, i) => move === line[i]);
