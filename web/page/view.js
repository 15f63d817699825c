// The position that the reader sees, the present one or an earlier one, and the commands that it allows.
import {showShares, showThinking} from './evaluation.js';
import {announce, describeProof, describeWinner} from './words.js';

const $ = id => document.getElementById(id);
const COMMANDS = ['back', 'redo', 'hint', 'review', 'from-here', 'end-review', 'again', 'swap', 'no-clock'];

export class View {
  shown; // the ply of the position on the board
  position; // its text

  /** `engine` describes earlier positions; `past` has the evaluations; `isPersonsTurn()` says whether a person is to move; `evaluate(ply)` is called for an earlier position without one. */
  constructor({engine, game, board, past, settings, isPersonsTurn, evaluate}) {
    Object.assign(this, {engine, game, board, past, settings, isPersonsTurn, evaluate});
  }

  get isLive() { return this.shown === this.game.state.ply; }

  /** Tells the style sheet, and tests, what the page waits for. */
  showTurn() {
    document.body.dataset.turn = this.game.state.result ? 'over' : this.isPersonsTurn() ? 'person' : 'engine';
  }

  /** Lets nobody move or give a command until a position is shown. */
  block() {
    document.body.dataset.turn = 'engine';
    $('notice').textContent = '';
    this.board.deactivate();
    for (const id of COMMANDS) $(id).setAttribute('aria-disabled', true); // which keeps the focus
  }

  /** Shows the present position. */
  showLive() {
    const {state} = this.game;
    this.shown = state.ply;
    this.board.show(state, this.isPersonsTurn());
    $('status').textContent = announce(state, this.isPersonsTurn());
    this.#showRest(state);
  }

  /** Shows the position after `ply` moves, fewer than were played, and `announces` it. */
  async showEarlier(ply, announces = true) {
    this.shown = ply;
    const found = await this.engine.ask('view', {ply});
    if (this.shown !== ply || !this.game.state) return;
    this.board.show(found, false);
    const best = found.proven?.move || this.past.evaluations[ply]?.best;
    if (best) this.board.showHint(best);
    if (announces) $('status').textContent = `After move ${ply} of ${this.game.state.ply}${found.last ? `: ${found.last.text}` : ', the beginning'}.`;
    this.#showRest(found);
    if (!this.past.evaluations[ply]) this.evaluate(ply);
  }

  /** Shows that the position after `ply` moves was evaluated. */
  showFound(ply) {
    ply === this.shown && !this.isLive ? this.showEarlier(ply, false) : this.past.show(this.shown);
  }

  /** Shows what the search of the present position has found. */
  showAdvice(advice) {
    const {state} = this.game;
    showShares(this.past.sharesAt(state.ply, state), advice, state);
    showThinking(this.settings.people !== 'both' && this.isPersonsTurn() ? null : advice);
    this.#showArrows(advice);
    if (advice.done) this.past.show(state.ply);
  }

  /** Shows everything but the board and the status, for the position `at` on the board. */
  #showRest(at) {
    const {game, isLive, past, shown} = this;
    this.position = at.position;
    this.showArrows();
    const isPersons = this.isPersonsTurn();
    showShares(past.sharesAt(shown, at), past.advices[shown], at);
    showThinking(null);
    // The move is a secret while a person plays against Raichi.
    $('proven').textContent = describeProof(at.proven, !isLive || !isPersons || this.settings.people === 'both');
    past.show(shown);
    for (const id of COMMANDS) $(id).removeAttribute('aria-disabled');
    $('from-here').hidden = isLive;
    $('back').disabled = !isLive || game.state.ply === 0;
    $('redo').disabled = !isLive || game.future.length === 0 || !isPersons;
    $('hint').disabled = !isLive || !isPersons;
    $('review').disabled = game.state.ply === 0 || !(isPersons || game.state.result);
    $('previous').hidden = !game.previous;
    this.#showEnd(isLive && game.state.result !== null);
  }

  /** Shows the best moves of the position on the board as arrows, if the settings say so. */
  showArrows() {
    this.#showArrows(this.past.advices[this.shown]);
  }

  #showArrows(advice) {
    const isSecret = this.isLive && this.isPersonsTurn() && this.settings.people !== 'both';
    this.board.showArrows(this.settings.hasArrows && !isSecret ? advice : null);
  }

  /** Shows who won, and what can be done now; or nothing of it. */
  #showEnd(isOver) {
    const {state} = this.game, {people} = this.settings;
    if (!isOver && $('end').contains(document.activeElement)) $('board').querySelector('[tabindex="0"]').focus();
    $('end').hidden = !isOver;
    if (!isOver) return;
    $('winner').textContent = describeWinner(state, people);
    $('ending').textContent = `${state.outcome[0].toUpperCase()}${state.outcome.slice(1)}, after ${state.ply} ${state.ply === 1 ? 'move' : 'moves'}.`;
    $('no-clock').hidden = state.reason !== 'out of time';
    $('swap').hidden = !['attackers', 'defenders'].includes(people);
  }
}
