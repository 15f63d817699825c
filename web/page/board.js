// The board: a grid of buttons that shows a state of the game and turns clicks, drags and keys into moves.
import {drawArrows} from './arrows.js';
import {makeDraggable} from './drag.js';

const NAMES = {t: 'attacker', b: 'royal attacker', T: 'defender', K: 'king'};
const STEPS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]};

/** The name, such as a1, of square number `i` on a board with `size` squares along a side. */
export const squareName = (i, size) => String.fromCharCode(97 + i % size) + (Math.floor(i / size) + 1);

export class Board {
  /** `grid`: the element to fill; `arrows`: an <svg> over it; `onMove(text)` is called with a legal move. */
  constructor(grid, arrows, onMove) {
    Object.assign(this, {grid, arrows, onMove});
    this.flipped = false;
    this.best = {moves: [], visits: 0};
    this.cells = [];
    const place = cell => this.cells.indexOf(cell);
    const dragEnded = makeDraggable(grid, cell => this.#pickUp(place(cell)), cell => this.#putDown(place(cell)));
    grid.addEventListener('click', event => dragEnded() || this.#click(place(event.target.closest('button'))));
    grid.addEventListener('keydown', event => this.#key(event));
  }

  /** Opens a new board from the engine's description. */
  open(board) {
    this.board = board;
    this.#build();
  }

  flip() {
    this.flipped = !this.flipped;
    this.#build();
    const {best} = this;
    this.show(this.state, this.active);
    this.showArrows(best);
  }

  /** Calls `onSquare(i)` for each square chosen, in place of moves; null: no longer. */
  edit(onSquare) {
    this.onSquare = onSquare;
    this.show(this.state, false);
  }

  /** Shows a state. `active`: whether a person is to move. */
  show(state, active) {
    this.state = state;
    this.active = active;
    this.selected = this.hint = null;
    this.showArrows(null);
    this.#paint();
  }

  /** Draws the best moves of an advice {moves, visits} as arrows; null: none. */
  showArrows(advice) {
    this.best = {moves: advice?.moves ?? [], visits: advice?.visits ?? 0};
    drawArrows(this.arrows, {size: this.board.size, flipped: this.flipped}, this.best.moves, this.best.visits);
  }

  /** Lets nobody move until the next state. */
  deactivate() {
    if (this.state) this.show(this.state, false);
  }

  /** Marks a move, `e3-c3`, as a hint. */
  showHint(text) {
    this.hint = this.state.moves.find(move => move.text.split('x')[0] === text) ?? null;
    this.#paint();
  }

  #build() {
    const {size} = this.board;
    const order = [...Array(size).keys()];
    const ranks = this.flipped ? order : order.toReversed();
    const files = this.flipped ? order.toReversed() : order;
    this.cells = [];
    this.grid.style.setProperty('--size', size);
    this.grid.classList.toggle('large', size > 13);
    this.grid.replaceChildren(...ranks.map((y, row) => {
      const rank = document.createElement('div');
      rank.role = 'row';
      rank.append(...files.map((x, column) => this.#makeCell(y * size + x, column === 0, row === size - 1)));
      return rank;
    }));
    this.#focusable(this.focus !== undefined && this.focus < size * size ? this.focus : Math.floor(size * size / 2));
  }

  #makeCell(i, isFirst, isLowest) {
    const cell = document.createElement('button');
    const name = squareName(i, this.board.size);
    cell.role = 'gridcell';
    cell.dataset.square = name;
    if (isFirst) cell.append(this.#coordinate('rank', name.slice(1)));
    if (isLowest) cell.append(this.#coordinate('file', name[0]));
    cell.classList.add(this.board.special[i] || 'ordinary');
    this.cells[i] = cell;
    return cell;
  }

  #coordinate(className, text) {
    const span = Object.assign(document.createElement('span'), {className});
    span.dataset.text = text; // drawn by board.css: the square's label says it already
    return span;
  }

  #paint() {
    const {state} = this;
    const targets = new Map(this.#movesFrom(this.selected).map(move => [move.to, move]));
    const movable = new Set(this.active ? state.moves.map(move => move.from) : []);
    this.cells.forEach((cell, i) => {
      const piece = NAMES[state.pieces[i]];
      const mark = (name, on) => cell.classList.toggle(name, on);
      cell.dataset.piece = piece ?? '';
      cell.setAttribute('aria-selected', i === this.selected);
      mark('closed', state.closed[i] !== '');
      mark('movable', movable.has(i));
      mark('target', targets.has(i));
      mark('capturing', (targets.get(i)?.captures.length ?? 0) > 0);
      mark('last', i === state.last?.from || i === state.last?.to);
      mark('captured', state.last?.captures.includes(i) ?? false);
      mark('fallen', this.#isFallenKing(i));
      mark('hint', i === this.hint?.from || i === this.hint?.to);
      cell.setAttribute('aria-label', this.#label(i, piece, movable.has(i), targets.get(i)));
    });
  }

  #label(i, piece, movable, target) {
    const captures = target?.captures.length ?? 0;
    return [
      squareName(i, this.board.size), piece, this.state.closed[i], this.board.special[i],
      this.state.last?.captures.includes(i) && `${this.#isFallenKing(i) ? 'king ' : ''}captured here`,
      movable && 'can move',
      target && `can move here${captures > 0 ? `, captures ${captures}` : ''}`,
    ].filter(Boolean).join(', ');
  }

  /** Whether the king was captured on square `i`; he is the last of the captures. */
  #isFallenKing(i) {
    return this.state.reason === 'king captured' && this.state.last?.captures.at(-1) === i;
  }

  #movesFrom(square) {
    return this.active ? this.state.moves.filter(move => move.from === square) : [];
  }

  /** Begins to drag the piece on square `i`. Returns whether it may move. */
  #pickUp(i) {
    if (this.#movesFrom(i).length === 0) return false;
    this.selected = i;
    this.#paint();
    return true;
  }

  /** Ends the drag at square `i`. Elsewhere than at the end of a move, the piece goes back. */
  #putDown(i) {
    const move = this.#movesFrom(this.selected).find(({to}) => to === i);
    if (!move) this.selected = null;
    move ? this.#click(i) : this.#paint();
  }

  #click(i) {
    if (i >= 0 && this.onSquare) {
      this.#focusable(i);
      return this.onSquare(i);
    }
    if (i < 0 || !this.active) return;
    this.#focusable(i);
    const move = this.#movesFrom(this.selected).find(({to}) => to === i);
    this.selected = i !== this.selected && this.#movesFrom(i).length > 0 ? i : null;
    if (move) return this.onMove(move.text);
    this.#paint();
  }

  #key(event) {
    if (event.key === 'Escape') {
      this.selected = null;
      return this.#paint();
    }
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const {size} = this.board;
    const [dx, dy] = step.map(d => this.flipped ? -d : d);
    const x = this.focus % size + dx, y = Math.floor(this.focus / size) + dy;
    if (x < 0 || x >= size || y < 0 || y >= size) return;
    this.#focusable(y * size + x);
    this.cells[this.focus].focus();
  }

  /** The only square that the Tab key reaches. The arrow keys move it. */
  #focusable(i) {
    this.focus = i;
    this.cells.forEach((cell, j) => cell.tabIndex = i === j ? 0 : -1);
  }
}
