// The review of a game: what each position is worth, what each move lost, and the curve.
import {other} from './words.js';

/** A move that loses at least so many points (expected score in percent) has the mark. docs/commands.md has the same for `analyze`. */
const MARKS = [
  {least: 20, mark: '??', name: 'blunder', many: 'blunders'},
  {least: 10, mark: '?', name: 'mistake', many: 'mistakes'},
  {least: 5, mark: '?!', name: 'inaccuracy', many: 'inaccuracies'},
];

/** What a search or the result of a game says of a position: {points, best, line}, the attackers' expected score in percent. */
export function evaluationOf({toMove, value, result, proof, moves}) {
  if (result) return {points: {attackers: 100, draw: 50, defenders: 0}[result], best: null, line: []};
  const points = 50 * (1 + value);
  return {points: toMove === 'attackers' ? points : 100 - points, best: moves[0]?.text ?? null, line: moves[0]?.line ?? [], proof};
}

/** Judges the move from a position to the next, or returns null where an evaluation is missing: {loss, mark, name, best, line}. */
export function judge(before, after, mover, move) {
  if (!before?.best || !after) return null;
  const fell = mover === 'attackers' ? before.points - after.points : after.points - before.points;
  const loss = before.best === move.split('x')[0] ? 0 : Math.max(0, fell);
  const {mark = '', name = ''} = MARKS.find(({least}) => loss >= least) ?? {};
  return {loss, mark, name, best: before.best, line: before.line};
}

/** The judgement in words, such as "Blunder: loses 31 points. Better: e3-c3 a5-a4". */
export function describeJudgement(judgement) {
  if (!judgement?.name) return '';
  const name = judgement.name[0].toUpperCase() + judgement.name.slice(1);
  return `${name}: loses ${Math.round(judgement.loss)} points. Better: ${judgement.line.slice(0, 5).join(' ')}`;
}

/** For each side, how often it went wrong, in a sentence. */
export function summarize(judgements, first) {
  return [first, other(first)].map((side, turn) => {
    const own = judgements.filter((_, i) => i % 2 === turn);
    const counts = MARKS.toReversed().map(({mark, name, many}) => {
      const count = own.filter(judgement => judgement?.mark === mark).length;
      return `${count} ${count === 1 ? name : many}`;
    });
    const lost = own.reduce((sum, judgement) => sum + (judgement?.loss ?? 0), 0) / Math.max(own.length, 1);
    return `${side[0].toUpperCase() + side.slice(1)}: ${counts.join(', ')}; ${lost.toFixed(1)} points lost a move.`;
  });
}

const make = (tag, attributes) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
};

/** Draws the attackers' points over the plies, with a dot for each marked move and a line at the ply shown. */
export function drawCurve(svg, evaluations, judgements, shown) {
  const plies = Math.max(evaluations.length - 1, 1);
  const x = ply => 300 * ply / plies;
  const y = points => 84 - 0.8 * points;
  const known = evaluations.flatMap((evaluation, ply) => evaluation ? [[ply, evaluation.points]] : []);
  const dots = judgements.flatMap((judgement, i) => judgement?.mark && evaluations[i + 1] ? [[i + 1, judgement.name]] : []);
  svg.replaceChildren(
    make('line', {class: 'middle', x1: 0, x2: 300, y1: y(50), y2: y(50)}),
    make('line', {class: 'shown', x1: x(shown), x2: x(shown), y1: 0, y2: 88}),
    make('polyline', {class: 'curve', points: known.map(([ply, points]) => `${x(ply)},${y(points)}`).join(' ')}),
    ...dots.map(([ply, name]) => make('circle', {class: name, cx: x(ply), cy: y(evaluations[ply].points), r: 4})));
}
