// What the page says in words.

const capital = text => text[0].toUpperCase() + text.slice(1);
export const other = side => side === 'attackers' ? 'defenders' : 'attackers';
const percent = share => `${Math.round(100 * share)}\u00a0%`;

/** Who moved what, what was called, and what now: a sentence or more. */
export function announce(state, isPersonsTurn) {
  const said = [];
  if (state.last) said.push(`${capital(other(state.toMove))} ${state.last.text}.`);
  if (state.call) said.push(state.call);
  if (state.result) said.push(`${capital(state.outcome)}.`);
  else said.push(isPersonsTurn ? `${capital(state.toMove)} to move: your turn.` : `${capital(state.toMove)} to move …`);
  return said.join(' ');
}

/** Shares {attackers, draw, defenders} that sum to 1, of what the advice expects or of what the game came to. */
export function sharesOf(advice, state) {
  if (state.result) return {attackers: 0, draw: 0, defenders: 0, [state.result]: 1};
  if (!advice) return {attackers: 0, draw: 1, defenders: 0};
  const draw = Math.min(Math.max(advice.draw, 0), 1 - Math.abs(advice.value));
  const win = (1 - draw + advice.value) / 2;
  return {[advice.toMove]: win, draw, [other(advice.toMove)]: 1 - draw - win};
}

/** The same in words, with what is proven. */
export function describeShares({attackers, draw, defenders}, advice, state) {
  const shares = `attackers ${percent(attackers)}, draw ${percent(draw)}, defenders ${percent(defenders)}`;
  if (state.result || !advice?.proof) return shares;
  if (advice.proof === 'draw') return 'a draw with best play';
  const winner = advice.proof === 'win' ? advice.toMove : other(advice.toMove);
  return `${winner} win in ${advice.plies} ${advice.plies === 1 ? 'ply' : 'plies'}`;
}

/** The moves as rows of [number, attackers' or first move, the answer]. */
export function rowsOf(record) {
  const rows = [];
  for (let i = 0; i < record.length; i += 2) rows.push([`${i / 2 + 1}.`, record[i], record[i + 1] ?? '']);
  return rows;
}

/** The game as the JSON line that `raichi replay --input` reads. */
export function recordOf(board, state, players) {
  return JSON.stringify({
    rules: board.name, ...players, position: state.start, moves: state.record.join(' '), final: state.position,
    result: state.result, ...(state.result && {reason: state.reason}),
  });
}
