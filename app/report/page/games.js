// Outcomes and lengths of games over the run, by rule set, and of the newest games.

const outcomeParts = [{name: 'attackers win', color: 'attackers'}, {name: 'draw', color: 'draw'}, {name: 'defenders win', color: 'defenders'}];

function buildGames(section, {data, view, run}) {
  const {newest} = data;
  if (!newest) {
    section.append(note('No games yet.'));
    return;
  }
  if (data.progress) drawGamesOverTime(section.appendChild(h('div', {class: 'grid'})), data, view, run);
  const visits = visitsPerTurn(run);
  section.append(h('h3', {}, `The newest ${count(newest.games, 'game')}`), h('p', {class: 'muted'},
    (isNumber(newest.first) && isNumber(newest.last) ? `Models ${newest.first} to ${newest.last}; ` : '') +
    `${count(newest.positions, 'position')}, ${plain(newest.plies)} plies a game` + (isNumber(visits) ? `; ${plain(visits)} visits a turn in the last iteration.` : '.')));
  const now = section.appendChild(h('div', {class: 'grid'}));
  const bin = (index) => [index * newest.width, (index + 1) * newest.width];
  const range = (x0, x1) => newest.width === 1 ? `${x0} plies` : `${x0} to ${x1 - 1} plies`;
  new Chart(now, {title: 'Length and outcome', unit: 'games', gap: 1, x: {label: 'plies', format: plain, heading: range}, y: {format: plain}, parts: outcomeParts,
    bars: newest.lengths.map((values, index) => ({x0: bin(index)[0], x1: bin(index)[1], values}))});
  new Chart(now, {title: 'Entropy of the search', unit: 'nats, full searches', empty: 'No full search yet',
    x: {label: 'plies', format: plain, heading: (x) => range(x - newest.width / 2, x + newest.width / 2)}, y: {min: 0, format: plain},
    lines: [{name: 'Entropy', color: 'ink', points: newest.entropy.map((y, index) => ({x: (index + 0.5) * newest.width, y}))}]});
  now.append(endings(newest));
}

/** The columns of the games under some rules: attackers, draws, defenders (shares), plies (mean). */
function outcomeColumns(data, run, rules) {
  const key = (name) => rules ? data.outcomes?.[rules]?.[name] || [] : run.column(`selfplay/${name}`);
  return {attackers: key('attackers'), draws: key('draws'), defenders: key('defenders'), plies: key('plies')};
}

function drawGamesOverTime(charts, data, view, run) {
  const chosen = chosenOf(view, 'rules').filter((rules) => !rules || data.outcomes?.[rules]);
  const lines = new LineCharts(charts, view, run), share = {min: 0, format: percent};
  for (const rules of chosen) {
    new Chart(charts, {title: chosen.length > 1 ? `Outcome, ${rules}` : 'Outcome', unit: `% of games${rules && chosen.length === 1 ? `, ${rules}` : ''}`, parts: outcomeParts,
      x: {...xAxisOf(view), heading: (x0, x1) => xAxisOf(view).heading(x1)}, y: shares, bars: outcomeBars(view, run, outcomeColumns(data, run, rules))});
  }
  lines.add({title: 'Length', unit: `plies, mean${chosen.length === 1 && chosen[0] ? `, ${chosen[0]}` : ''}`, y: {min: 0, format: plain, mayLog: true}},
    chosen.map((rules, index) => [rules || 'Length', outcomeColumns(data, run, rules).plies, chosen.length > 1 ? lineStyle(index) : {}]));
  lines.add({title: 'Other endings', unit: '% of games', y: share}, [['repetition', run.column('selfplay/repetitions')],
    ['ended by the ply limit', run.column('selfplay/cut_games'), {dash: 'dashed'}], ...(data.settings?.resigns ? [['resigned', run.column('selfplay/resigned'), {dash: 'dotted'}]] : [])]);
  const past = run.column('selfplay/past_games');
  if (past.some((value) => value > 0)) lines.add({title: 'Games against earlier models', unit: '% of games', y: share}, [['against earlier models', past]]);
  const help = ['attackers', 'defenders'].map((side) => [`of the ${side}`, run.column(`selfplay/visit_factors/${side}`), {color: side}]);
  if (help.some(([, values]) => values.some((factor) => factor > 1))) lines.add({title: 'Help for the losing side', unit: 'factor of the visits', y: {min: 1, format: plain}}, help);
}

/** A bar for each row with games, as wide as the work since the row before. */
function outcomeBars(view, run, {attackers, draws, defenders}) {
  return run.rows(view).map((x1, index, xs) => ({x0: index ? xs[index - 1] : beginOf(view, run, xs), x1, values: [attackers[index], draws[index], defenders[index]]}))
    .filter(({x0, x1, values}) => values.every(isNumber) && isNumber(x0) && isNumber(x1) && !(xAxisOf(view).log && x0 <= 0));
}

/**
 * The x at which the first row begins: 0 (half its end on a logarithmic axis), or for a fork, which begins at a later
 * iteration, one row before the first.
 */
function beginOf(view, run, xs) {
  const isFork = run.column('iteration')[0] > (run.progress.iterations_per_row || 1) && xs.length > 1;
  const begin = isFork ? Math.max(0, 2 * xs[0] - xs[1]) : 0;
  return begin === 0 && xAxisOf(view).log ? xs[0] / 2 : begin;
}

/** Visits per turn in the last iteration with games; undefined if there is none. */
function visitsPerTurn(run) {
  const positions = run.column('selfplay/positions_per_second');
  return run.column('selfplay/visits_per_second').map((visits, index) => visits / positions[index]).filter(Number.isFinite).at(-1);
}

function endings({endings, games}) {
  const names = {attackers: 'attackers win', defenders: 'defenders win', draw: 'draw'};
  return h('figure', {class: 'chart'}, h('figcaption', {}, h('span', {class: 'title'}, 'Endings'), h('span', {class: 'unit'}, '% of games')),
    h('ul', {class: 'ends'}, ...endings.slice(0, 8).map((one) => h('li', {}, h('span', {}, h('span', {class: `side ${one.result}`}, names[one.result]), ` ${one.reason}`),
      h('b', {title: count(one.games, 'game')}, percent(one.games / games)),
      h('span', {class: `part ${one.result === 'draw' ? 'draws' : one.result}`, style: `width:${100 * one.games / endings[0].games}%`})))));
}
