// Which rules strengthen or weaken each other: a table of pairs whose cells are shaded by size.

function interactionTable(interactions, mains) {
  const factors = [...new Set([...mains.flatMap((one) => one.factors || []), ...interactions.flatMap((one) => one.factors || [])])];
  const pair = (a, b) => interactions.find((one) => one.factors?.includes(a) && one.factors.includes(b));
  const size = ({elo: value, points: share}) => isNumber(value) ? value : 100 * share;
  const most = Math.max(1e-9, ...interactions.map((one) => Math.abs(size(one))));
  const cell = (a, b) => {
    const one = pair(a, b);
    if (!one) return h('td');
    const value = size(one), unsure = sureness(one) === 'may be chance', strength = Math.round(40 * Math.abs(value) / most);
    return h('td', {class: `heat ${value >= 0 ? 'attackers' : 'defenders'}${unsure ? ' unsure' : ''}`, style: `--strength:${unsure ? strength / 4 : strength}%`,
      title: `${one.label}: ${sureness(one)}`}, signed(Math.round(value)), unsure ? h('span', {class: 'hidden'}, ' (may be chance)') : null, isNumber(one.low) ? h('small', {}, `${signed(Math.round(one.low))} to ${signed(Math.round(one.high))}`) : null);
  };
  // Each pair once: the first column has no pairs below the diagonal, the last row none to the right of it.
  const columns = factors.slice(0, -1), lines = factors.slice(1);
  const table = h('table', {class: 'heat-map'}, h('thead', {}, h('tr', {}, h('td', {}), ...columns.map((name) => h('th', {scope: 'col'}, name)))),
    h('tbody', {}, ...lines.map((a, row) => h('tr', {}, h('th', {scope: 'row'}, a), ...columns.slice(0, row + 1).map((b) => cell(a, b)), ...columns.slice(row + 1).map(() => h('td', {class: 'same'}))))));
  return [h('h3', {}, 'Rules that change each other'),
    h('p', {class: 'muted'}, 'Does a change matter more if another one is made too? Each number is half of the difference between its effects with and without the other, in Elo for the attackers. Near 0 the two simply add up. ' +
      'Numbers in pale italics may be chance; the second line is the range with 95\u202f% certainty.'),
    h('div', {class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Pairs of rules'}, table), effectTable([...interactions].sort((a, b) => Math.abs(size(b)) - Math.abs(size(a))), 'rules that change each other')];
}
