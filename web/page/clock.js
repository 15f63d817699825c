// The clocks of the two sides, which start with the first move of a game.
import {other} from './words.js';

const CONTROLS = ['3m+2s', '5m+3s', '10m+5s', '15m+10s', '30m'];
const TICK = 100; // milliseconds
const SHOWS_TENTHS = 10; // seconds
const capital = text => text[0].toUpperCase() + text.slice(1);

/** The time of each side {base, increment}, in seconds, of a text such as `10m+5s`; null of another text. */
export function controlOf(text) {
  const [found, minutes, seconds = 0] = /^([1-9]\d{0,2})m(?:\+(\d{1,3})s)?$/.exec(text) ?? [];
  return found ? {base: 60 * minutes, increment: Number(seconds)} : null;
}

/** Fills the list of clocks, of which the first is none. */
export function listClocks(select) {
  select.replaceChildren(new Option('none', ''), ...CONTROLS.map(clockOption));
}

export function clockOption(text) {
  const {base, increment} = controlOf(text);
  return new Option(`${base / 60} minutes${increment ? ` and ${increment} seconds a move` : ''}`, text);
}

/** `9:58`, and `0:07.4` below ten seconds. */
export function clockText(seconds) {
  const left = Math.max(0, seconds);
  if (left < SHOWS_TENTHS) return `0:0${(Math.floor(10 * left) / 10).toFixed(1)}`;
  return `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, '0')}`;
}

const isTimes = times => ['attackers', 'defenders'].every(side => Number.isFinite(times?.[side]));

export class Clock {
  lost = null; // the side whose time is over
  #control = null;
  #history = []; // the times left {attackers, defenders} after each move, and before the first
  #runs = null; // the side whose clock runs
  #since = 0; // when it began to run, in milliseconds

  /** `element` has a span for each side; `onLoss()` is called when the time of a side is over. */
  constructor(element, onLoss) {
    Object.assign(this, {element, onLoss});
    setInterval(() => this.#tick(), TICK);
  }

  /** Begins a game with a text of `controlOf`, perhaps with the times left in it; other texts stop the clocks. */
  begin(text, times = null) {
    this.#control = controlOf(text);
    this.lost = this.#runs = null;
    const {base} = this.#control ?? {base: 0};
    this.#history = [isTimes(times) ? times : {attackers: base, defenders: base}];
    this.element.hidden = !this.#control;
    this.#show();
  }

  /** What is kept of the clocks. */
  get kept() {
    return this.#control ? {times: this.#left} : {};
  }

  /** Follows the game to a state of the engine. Returns the state, or if a side has lost on time, the end of the game. */
  follow(state) {
    if (!this.#control) return state;
    const played = state.ply + 1 - this.#history.length;
    if (played < 0) this.#rewind(state.ply);
    if (played > 0) this.#press(played);
    this.#show();
    return this.lost && !state.result ? outOfTime(state, this.lost) : state;
  }

  /** Lets the clock of the side to move run. The side that begins has no hurry. */
  run({ply, toMove, result}) {
    if (!this.#control || this.#runs === toMove || ply === 0 || result) return;
    this.#runs = toMove;
    this.#since = performance.now();
  }

  pause() {
    const left = this.#left;
    this.#history.splice(-1, 1, left);
    this.#runs = null;
  }

  get #left() {
    const left = {...this.#history.at(-1)};
    if (this.#runs) left[this.#runs] -= (performance.now() - this.#since) / 1000;
    return left;
  }

  /** Notes new moves: one of the side whose clock runs, or several at once, which take no time. */
  #press(moves) {
    const side = this.#runs;
    const left = side && moves === 1 ? this.#left : {...this.#history.at(-1)};
    if (side && left[side] > 0) left[side] += moves === 1 ? this.#control.increment : 0;
    this.#runs = null;
    for (let i = 0; i < moves; ++i) this.#history.push({...left});
    if (side && left[side] <= 0) this.#lose(side);
  }

  #rewind(ply) {
    this.lost = this.#runs = null;
    this.#history.length = ply + 1;
  }

  #lose(side) {
    this.lost = side;
    this.#runs = null;
    this.#history.at(-1)[side] = 0;
  }

  #tick() {
    if (!this.#runs) return;
    const side = this.#runs;
    if (this.#left[side] <= 0) {
      this.#lose(side);
      this.onLoss();
    }
    this.#show();
  }

  #show() {
    if (!this.#control) return;
    for (const span of this.element.children) {
      const {side} = span.dataset;
      span.textContent = `${capital(side)} ${clockText(this.#left[side])}`;
      span.classList.toggle('runs', side === this.#runs);
    }
  }
}

function outOfTime(state, lost) {
  const result = other(lost);
  return {...state, moves: [], call: '', result, reason: 'out of time', outcome: `${result} win: out of time`};
}
