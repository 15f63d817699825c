// The moves of the game: the list to click, the buttons to step, the evaluations, and the review.
import {describeJudgement, drawCurve, evaluationOf, judge, summarize} from './review.js';
import {other, rowsOf, sharesOf} from './words.js';

const $ = id => document.getElementById(id);

export class History {
  /** `onShow(ply)` is called to show the position after so many moves. */
  constructor(onShow) {
    this.onShow = onShow;
    this.record = [];
    this.evaluations = []; // by ply; of a position that no search has seen, undefined
    this.advices = []; // by ply
    $('moves').onclick = event => event.target.closest('button') && this.#go(Number(event.target.closest('button').dataset.ply));
    $('first').onclick = () => this.#go(0);
    $('earlier').onclick = () => this.#go(Math.max(0, this.shown - 1));
    $('later').onclick = () => this.#go(Math.min(this.record.length, this.shown + 1));
    $('last').onclick = () => this.#go(this.record.length);
    $('curve').onclick = event => {
      const {left, width} = $('curve').getBoundingClientRect();
      this.#go(Math.round((event.clientX - left) / width * this.record.length));
    };
    $('moves').onkeydown = event => {
      const button = {ArrowLeft: 'earlier', ArrowRight: 'later', Home: 'first', End: 'last'}[event.key];
      if (!button || event.ctrlKey || event.altKey || event.metaKey) return; // the browser's own keys
      event.preventDefault();
      $(button).click();
    };
  }

  /** Shows the moves of a game that began with `first` to move. Evaluations stay as far as the moves are the same as before. */
  follow(record, first) {
    let same = 0;
    while (same < record.length && record[same] === this.record[same]) ++same;
    if (same < Math.max(record.length, this.record.length)) $('summary').replaceChildren();
    if (first !== this.first) same = -1;
    this.evaluations.length = Math.min(this.evaluations.length, same + 1);
    this.advices.length = Math.min(this.advices.length, same + 1);
    this.first = first;
    this.record = record;
  }

  /** Forgets everything, for another game. */
  clear() {
    this.record = [];
    this.evaluations = [];
    this.advices = [];
    $('summary').replaceChildren();
  }

  /** Notes what a search, or the result of the game, says of the position after `ply` moves. A search of too few visits judges no moves. */
  note(ply, advice) {
    if (advice.judges) this.evaluations[ply] = evaluationOf(advice);
    this.advices[ply] = advice;
  }

  /** The expected shares of the results after `ply` moves. */
  sharesAt(ply, state) {
    return sharesOf(this.advices[ply] ?? null, state);
  }

  #go(ply) {
    this.shown = ply; // at once, for the next step
    this.onShow(ply);
  }

  /** Draws the list and the curve, with the position after `shown` moves marked. */
  show(shown) {
    this.shown = shown;
    const scrolls = $('moves').scrollTop;
    const focused = $('moves').querySelector('button:focus')?.dataset.ply;
    const kept = focused === String(this.drawn) ? shown : focused; // the focus follows the position
    this.drawn = shown;
    const judgements = this.record.map((move, i) => judge(this.evaluations[i], this.evaluations[i + 1], this.#mover(i), move));
    const rows = rowsOf(this.record).map(([number, ...cells], row) => {
      const tr = document.createElement('tr');
      tr.append(this.#cell(number), ...cells.map((text, i) => text ? this.#move(2 * row + i + 1, text, judgements) : this.#cell('')));
      return tr;
    });
    $('moves').querySelector('tbody').replaceChildren(...rows);
    const current = $('moves').querySelector('[aria-current]');
    if (focused) ($('moves').querySelector(`[data-ply='${kept}']`) ?? $('moves')).focus({preventScroll: true});
    $('moves').scrollTop = scrolls;
    this.#keepInView(current);
    for (const id of ['first', 'earlier']) $(id).setAttribute('aria-disabled', shown === 0); // which keeps the focus
    for (const id of ['later', 'last']) $(id).setAttribute('aria-disabled', shown === this.record.length);
    $('judgement').textContent = describeJudgement(judgements[shown - 1]);
    const known = this.evaluations.filter(Boolean).length;
    $('curve').toggleAttribute('hidden', known < 2);
    drawCurve($('curve'), Array.from({length: this.record.length + 1}, (_, ply) => this.evaluations[ply]), judgements, shown);
    this.judgements = judgements;
  }

  /** Says how often each side went wrong. */
  summarize() {
    $('summary').replaceChildren(...summarize(this.judgements, this.first).map(textContent =>
      Object.assign(document.createElement('p'), {textContent})));
  }

  #mover(ply) {
    return ply % 2 === 0 ? this.first : other(this.first);
  }

  #cell(textContent) {
    return Object.assign(document.createElement('td'), {textContent});
  }

  #move(ply, text, judgements) {
    const {mark, name} = judgements[ply - 1] ?? {};
    const points = this.evaluations[ply]?.points;
    const button = Object.assign(document.createElement('button'), {type: 'button', textContent: text + (mark ?? '')});
    button.dataset.ply = ply;
    if (name) button.classList.add(name);
    if (ply === this.shown) button.setAttribute('aria-current', 'true');
    const worth = Object.assign(document.createElement('span'), {textContent: points === undefined ? '' : ` ${Math.round(points)}`});
    if (points !== undefined) button.title = `attackers ${Math.round(points)} of 100 points${name ? `, ${name}` : ''}`;
    const cell = this.#cell('');
    cell.append(button, worth);
    return cell;
  }

  #keepInView(button) {
    const box = $('moves');
    if (!button) return box.scrollTop = this.shown === 0 ? 0 : box.scrollHeight;
    const at = button.getBoundingClientRect(), frame = box.getBoundingClientRect();
    if (at.top < frame.top || at.bottom > frame.bottom) box.scrollTop += (at.top + at.bottom - frame.top - frame.bottom) / 2;
  }
}
