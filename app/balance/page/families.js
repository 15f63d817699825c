// Whether different kinds of players put the rule sets in the same order: Kendall's tau of each pair.

function buildFamilies(section, {families: pairs}) {
  const shown = (pairs || []).filter(({tau}) => isNumber(tau));
  if (!shown.length) return false;
  const axis = axisOf(-1, 1), name = ({a, b}) => `${familyOf(a).name} and ${familyOf(b).name.toLowerCase()}`;
  // Of two rule sets, the share that both kinds of players order alike is (1 + tau) / 2.
  const agreement = ({tau}) => `agree on ${Math.round(50 * (1 + tau))} of 100 pairs`;
  section.append(h('p', {class: 'lead'}, 'If a trained network, a classical engine and a player by chance find the same rule sets good for the attackers, then it is the rules that matter and not the player.'),
    howToRead(['Take any two rule sets and ask two kinds of players which of them favours the attackers more. On the right they always agree, in the middle they agree no more often than by chance, ' +
      'and on the left they always disagree. (The number is Kendall\u2019s tau: 1, 0 and \u22121.)']),
    h('div', {class: 'effect-row forest-head', 'aria-hidden': 'true'}, h('span', {}, 'Players'), ticks(axis, [-1, 0, 1], signed), h('span', {}, 'Tau'), h('span', {}, '')),
    h('ul', {class: 'effects', 'aria-label': 'Pairs of players'}, ...shown.map((one) => h('li', {class: 'effect-row'}, h('span', {class: 'who'}, name(one)),
      strip(`${name(one)}: tau ${one.tau.toFixed(2)}, they ${agreement(one)}`, ...[-1, -0.5, 0.5, 1].map((tau) => vertical(axis, tau, 'grid-line')), vertical(axis, 0, 'half'),
        span(axis, one), dot(axis, one.tau, 'few-draws')),
      h('span', {class: 'worth'}, h('b', {}, one.tau.toFixed(2).replace('-', '\u2212'))), h('span', {class: 'sure'}, agreement(one))))),
    ...(shown.some(({a, b}) => a === 'network' && b === 'checkpoint') ? [h('p', {class: 'muted'},
      `${familyOf('checkpoint').name} is an earlier state of one of the networks, or that network itself, so its agreement with them proves little.`)] : []),
    numbers('do different players agree', ['Players', 'Tau', 'Interval', 'Rule sets'], shown.map((one) => [name(one), one.tau.toFixed(2),
      isNumber(one.low) ? `${one.low.toFixed(2)} to ${one.high.toFixed(2)}` : '', isNumber(one.rules) ? plain(one.rules) : ''])));
  return true;
}
