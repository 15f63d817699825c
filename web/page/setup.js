// The editor of positions: places pieces on the board, and begins a game or an analysis with them.
import {copyLink} from './keep.js';

const $ = id => document.getElementById(id);
const NAMES = {'': 'Empty', t: 'Attacker', T: 'Defender', K: 'King', b: 'Royal attacker'};

/** The text of a position (docs/rules.md): `pieces` has a letter or "" for each square, a1 first; `toMove` is a side. */
export function positionText(pieces, toMove) {
  const size = Math.sqrt(pieces.length);
  const ranks = Array.from({length: size}, (_, y) => {
    const squares = pieces.slice(y * size, (y + 1) * size).map(letter => letter || '.').join('');
    return squares.replace(/\.+/g, run => run.length);
  });
  return `${ranks.toReversed().join('/')} ${toMove[0]}`;
}

export class Setup {
  /** `problem(position)` resolves to what is wrong with it; `begin(position, analyse)` begins a game; `enter()` and `leave()` are called when the reader opens and closes the editor; `link(position)` is a link to it. */
  constructor(board, {problem, begin, enter, leave, link}) {
    Object.assign(this, {board, problem, begin, enter, link});
    $('setup-pieces').append(...Object.entries(NAMES).map(([letter, name]) => this.#choice(letter, name)));
    $('setup-play').onclick = () => this.#begin(false);
    $('setup-analyse').onclick = () => this.#begin(true);
    $('setup-link').onclick = () => copyLink($('setup-link-text'), $('setup-link'));
    $('setup-clear').onclick = () => this.#set(this.pieces.map(letter => letter === 'K' ? letter : ''));
    $('setup-reset').onclick = () => this.#show(this.state);
    $('setup-side').onchange = () => this.#set(this.pieces);
    $('setup').ontoggle = () => $('setup').open ? this.#open() : this.isOpen && (this.#close(), leave());
  }

  /** Tells the editor what the game shows; it begins with that. An open editor keeps its pieces. */
  follow(state, hasRoyal) {
    this.state = state;
    const royal = $('setup-pieces').querySelector('[value="b"]');
    royal.parentElement.hidden = !hasRoyal;
    if (royal.checked && !hasRoyal) $('setup-pieces').querySelector('[value="t"]').checked = true;
    if ($('setup').open && !this.isOpen) this.#open();
  }

  /** Forgets the game: the editor opens again with the next. */
  forget() {
    this.state = null;
  }

  /** Closes the editor. */
  close() {
    this.#close();
    $('setup').open = false;
  }

  #open() {
    if (!this.state || this.isOpen) return;
    this.isOpen = true;
    this.enter();
    this.#show(this.state);
    this.board.edit(i => this.#place(i));
    $('board').classList.add('edited');
  }

  #show({pieces, toMove}) {
    $('setup-side').value = toMove;
    this.#set(pieces);
  }

  #close() {
    this.isOpen = false;
    this.board.edit(null);
    $('board').classList.remove('edited');
  }

  #choice(value, name) {
    const radio = Object.assign(document.createElement('input'), {type: 'radio', name: 'setup-piece', value, checked: value === 't'});
    const label = Object.assign(document.createElement('label'), {className: 'switch'});
    label.append(radio, name);
    return label;
  }

  /** Puts the chosen piece on a square, or takes it away if it is there. There is one king, and one royal attacker. */
  #place(i) {
    const letter = document.querySelector('[name="setup-piece"]:checked').value;
    const isOnly = 'Kb'.includes(letter) && letter !== '';
    const pieces = this.pieces.map(other => isOnly && other === letter ? '' : other);
    pieces[i] = this.pieces[i] === letter ? '' : letter;
    this.#set(pieces);
  }

  async #set(pieces) {
    this.pieces = [...pieces];
    this.board.show({...this.state, pieces: this.pieces, moves: [], last: null}, false);
    const position = this.position;
    const problem = await this.problem(position);
    if (position !== this.position) return;
    $('setup-link-text').value = this.link(position);
    $('setup-error').textContent = problem;
    for (const id of ['setup-play', 'setup-analyse', 'setup-link']) $(id).disabled = problem !== '';
  }

  get position() {
    return positionText(this.pieces, $('setup-side').value);
  }

  async #begin(analyse) {
    const position = this.position;
    if (await this.problem(position)) return; // of a change that the buttons do not know yet
    this.close();
    this.begin(position, analyse);
  }
}
