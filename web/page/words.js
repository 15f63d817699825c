// The sentences that describe a state of the game.

const capital = text => text[0].toUpperCase() + text.slice(1);
export const other = side => side === 'attackers' ? 'defenders' : 'attackers';
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu; // controls, and marks that turn the direction of a text round
const LONGEST = 80; // characters of a quotation
const percent = share => `${Math.round(100 * share)}\u00a0%`;

/** Foreign text, with hidden characters as the program writes them (base/text.h): `\x07`, `\u202E`. */
export const plain = text => text.replace(HIDDEN, character => {
  const code = character.codePointAt(0), [letter, digits] = code < 0x80 ? ['x', 2] : code < 0x10000 ? ['u', 4] : ['U', 8];
  return `\\${letter}${code.toString(16).toUpperCase().padStart(digits, '0')}`;
});

/** Foreign text as messages quote it. */
export const quoted = text => `'${plain(text.slice(0, LONGEST))}${text.length > LONGEST ? '…' : ''}'`;

/** Announces the last move, the call and who is to move, in one or more sentences. */
export function announce(state, isPersonsTurn) {
  const said = [];
  if (state.last) said.push(`${capital(other(state.toMove))} ${state.last.text}.`);
  if (state.call) said.push(state.call);
  if (state.result) said.push(`${capital(state.outcome)}.`);
  else said.push(isPersonsTurn ? `${capital(state.toMove)} to move: your turn.` : `${capital(state.toMove)} to move …`);
  return said.join(' ');
}

/** The probabilities {attackers, draw, defenders} of the results, which sum to 1, from the result of the game or from the advice; null without either. */
export function sharesOf(advice, state) {
  if (state.result) return {attackers: 0, draw: 0, defenders: 0, [state.result]: 1};
  if (!advice) return null;
  const draw = Math.min(Math.max(advice.draw, 0), 1 - Math.abs(advice.value));
  const win = (1 - draw + advice.value) / 2;
  return {[advice.toMove]: win, draw, [other(advice.toMove)]: 1 - draw - win};
}

/** The shares in words, or the proven result. */
export function describeShares(known, advice, state) {
  if (!known) return 'not evaluated yet';
  const {attackers, draw, defenders} = known;
  const shares = `attackers ${percent(attackers)}, draw ${percent(draw)}, defenders ${percent(defenders)}`;
  if (state.result || !advice?.proof) return shares;
  if (advice.proof === 'draw') return 'a draw with best play';
  const winner = advice.proof === 'win' ? advice.toMove : other(advice.toMove);
  return `${winner} win in ${advice.plies} ${advice.plies === 1 ? 'ply' : 'plies'}`;
}

/** What a proof says of a position, with its move if `showsMove`; an empty text without a proof. */
export function describeProof(proven, showsMove) {
  if (!proven) return '';
  const {side, plies, move} = proven;
  const claim = plies > 0 ? `${side} win within ${plies} ${plies === 1 ? 'ply' : 'plies'}` : `${side} never lose`;
  return `Proven: ${claim}${showsMove && move ? `, by ${move}` : ''}.`;
}

/** What is known of a rule set, {score, low, high, proven} of fairness.json, as far as it is; an empty text if nothing is. */
export function describeFairness({score, low, high, proven} = {}) {
  const whole = share => Math.round(100 * share);
  const scored = score === undefined ? '' : `Between strong players the attackers score ${percent(score)} (${whole(low)} to ${whole(high)}).`;
  return [scored, describeProof(proven, false)].filter(Boolean).join(' ');
}

/** Who won a game that is over, as the persons who played `people` see it. */
export function describeWinner({result}, people) {
  if (result === 'draw') return 'A draw';
  if (people === result) return 'You won';
  return people === other(result) ? 'Raichi won' : `The ${result} won`;
}

/** The moves as rows of [number, first move, reply]. */
export function rowsOf(record) {
  const rows = [];
  for (let i = 0; i < record.length; i += 2) rows.push([`${i / 2 + 1}.`, record[i], record[i + 1] ?? '']);
  return rows;
}

/** The game as the JSON line that `raichi replay --input` reads, which needs the text of rules that are not shipped. */
export function recordOf(board, state, players, isShipped) {
  return JSON.stringify({
    rules: board.name, ...(!isShipped && {rules_yaml: board.recorded}), ...players, position: state.start, moves: state.record.join(' '), final: state.position,
    result: state.result, ...(state.result && {reason: state.reason}),
  });
}
