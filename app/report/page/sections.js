// The sections with charts and tables.

const grid = (section) => section.appendChild(h('div', {class: 'grid'}));
const shares = {min: 0, max: 1, format: percent};

function buildStrength(section) {
  const {evaluation} = data;
  if (!evaluation || !evaluation.models.length) {
    const every = data.settings?.evaluation_every;
    section.append(note('No evaluation yet. ' + (every ? `The first follows iteration ${every}.` : every === 0 ? 'It takes place when the budget is spent.' : '')));
    return;
  }
  section.append(h('p', {class: 'muted'}, `Maximum-likelihood ratings with 95\u202f% error bars, relative to ${evaluation.anchor}. ` + evaluation.sides.map(advantageOf).join(' ')));
  const wide = grid(section);
  wide.classList.add('wide');
  const at = (model, y, low, high) => ({x: position(axisKey, axisKey === 'iteration' ? model.model : model[axisKey]), y, low, high, heading: `model ${model.model}`});
  addChart(wide, () => ({title: 'Rating', unit: 'Elo', height: 300, x: axes[axisKey], y: {format: (elo) => signed(Math.round(elo))},
    references: evaluation.fixed.map(({player, elo}) => ({name: player, y: elo})),
    lines: [{name: 'Rating', color: 'ink', dots: true, points: evaluation.models.map((model) => at(model, model.elo, model.elo - model.error, model.elo + model.error))}]}));
  const side = (name) => ({name: `as ${name}`, color: name, dots: true, points: evaluation.models.filter((model) => model[name].games)
    .map((model) => at(model, model[name].score, model[name].low, model[name].high))});
  addChart(wide, () => ({title: 'Score against the fixed players', unit: '% of points', height: 300, x: axes[axisKey], y: shares, lines: [side('attackers'), side('defenders')]}));
  drawEqualPlayers(section, evaluation.sides);
  section.append(resultTable(evaluation));
}

/** What playing the attackers is worth, at both ends of the range of strength. */
function advantageOf({rules, levels}) {
  const ends = levels.length > 1 ? [levels[0], levels.at(-1)] : levels;
  return `${rules}: playing the attackers is worth ` + ends.map(({rating, elo, error}) =>
    `${signed(Math.round(elo))} \u00b1 ${Math.round(error)} Elo between players of ${Math.round(rating)}`).join(', ') + '.';
}

/** One chart for each rule set whose games were informative over a range of strength. */
function drawEqualPlayers(section, sides) {
  const curves = sides.filter(({levels}) => levels.length > 1);
  if (!curves.length) return;
  const charts = grid(section), whole = (value) => plain(Math.round(value));
  for (const {rules, levels} of curves) {
    const line = (name, color, key) => ({name, color, dots: true,
      points: levels.map((level) => ({x: level.rating, y: level[key], low: level[`${key}_low`], high: level[`${key}_high`]}))});
    new Chart(charts, {title: 'Games between equal players' + (sides.length > 1 ? `, ${rules}` : ''), unit: '% of points and of games',
      x: {label: 'rating of both', format: whole, heading: (rating) => `two players of ${whole(rating)}`}, y: shares,
      lines: [line('attackers\u2019 score', 'attackers', 'score'), line('draws', 'draw', 'draws')]});
  }
}

function resultTable({newest, models}) {
  const tally = ({wins, draws, losses}, side) => {
    const games = wins + draws + losses;
    return h('td', {}, games ? h('b', {class: `side ${side}`}, percent((wins + draws / 2) / games)) : '\u2013', h('small', {}, ` +${wins} =${draws} \u2212${losses}`));
  };
  const several = new Set(newest.map(({rules}) => rules)).size > 1;
  const head = ['Opponent', ...(several ? ['Rules'] : []), 'As attackers', 'As defenders'];
  return h('div', {class: 'scroll'}, h('table', {}, h('caption', {}, `Results of model ${models.at(-1).model}`),
    h('thead', {}, h('tr', {}, ...head.map((text) => h('th', {scope: 'col'}, text)))),
    h('tbody', {}, ...newest.map((row) => h('tr', {}, h('th', {scope: 'row'}, row.opponent), several ? h('td', {}, row.rules) : null,
      tally(row.attackers, 'attackers'), tally(row.defenders, 'defenders'))))));
}

/** The x at which the first row begins: 0, or for a fork, which begins at a later iteration, one row before the first. */
const begin = (xs) => column('iteration')[0] <= (progress.iterations_per_row || 1) || xs.length < 2 ? 0 : Math.max(0, 2 * xs[0] - xs[1]);

/** Visits per turn in the last iteration with games; undefined if there is none. */
function visitsPerTurn() {
  const positions = column('selfplay/positions_per_second');
  return column('selfplay/visits_per_second').map((visits, index) => visits / positions[index]).filter(Number.isFinite).at(-1);
}

function buildGames(section) {
  const {newest} = data;
  if (!newest) {
    section.append(note('No games yet.'));
    return;
  }
  const outcomes = [{name: 'attackers win', color: 'attackers'}, {name: 'draw', color: 'draw'}, {name: 'defenders win', color: 'defenders'}];
  const time = grid(section);
  if (data.progress) {
    const keys = ['selfplay/attackers', 'selfplay/draws', 'selfplay/defenders'].map(column);
    addChart(time, () => ({title: 'Outcome', unit: '% of games', x: {...axes[axisKey], heading: (x0, x1) => axes[axisKey].heading(x1)}, y: shares, parts: outcomes,
      bars: rows().map((x1, index, xs) => ({x0: index ? xs[index - 1] : begin(xs), x1, values: keys.map((values) => values[index])})).filter(({values}) => values.every(isNumber))}));
    addLines(time, {title: 'Length', unit: 'plies, mean', y: {min: 0, format: plain}}, [['Length', column('selfplay/plies')]]);
    addLines(time, {title: 'Other endings', unit: '% of games', y: {min: 0, format: percent}}, [['repetition', column('selfplay/repetitions')],
      ['ended by the ply limit', column('selfplay/cut_games'), {dash: 'dashed'}], ...(data.settings?.resigns ? [['resigned', column('selfplay/resigned'), {dash: 'dotted'}]] : [])]);
    const mixed = [['from earlier positions', column('selfplay/restarts')], ['against earlier models', column('selfplay/past_games'), {dash: 'dashed'}]].filter(([, values]) => values.some((share) => share > 0));
    addLines(time, {title: 'Other games', unit: '% of games', y: {min: 0, format: percent}}, mixed);
    const help = ['attackers', 'defenders'].map((side) => [`of the ${side}`, column(`selfplay/visit_factors/${side}`), {color: side}]);
    if (help.some(([, values]) => values.some((factor) => factor > 1))) addLines(time, {title: 'Help for the losing side', unit: 'factor of the visits', y: {min: 1, format: plain}}, help);
  }
  const visits = visitsPerTurn();
  section.append(h('h3', {}, `The newest ${plain(newest.games)} games`), h('p', {class: 'muted'},
    (isNumber(newest.first) && isNumber(newest.last) ? `Models ${newest.first} to ${newest.last}; ` : '') +
    `${plain(newest.positions)} positions, ${plain(newest.plies)} plies a game` + (isNumber(visits) ? `; ${plain(visits)} visits a turn in the last iteration.` : '.')));
  const now = grid(section);
  const bin = (index) => [index * newest.width, (index + 1) * newest.width];
  const range = (x0, x1) => newest.width === 1 ? `${x0} plies` : `${x0} to ${x1 - 1} plies`;
  new Chart(now, {title: 'Length and outcome', unit: 'games', gap: 1, x: {label: 'plies', format: plain, heading: range}, y: {format: plain}, parts: outcomes,
    bars: newest.lengths.map((values, index) => ({x0: bin(index)[0], x1: bin(index)[1], values}))});
  new Chart(now, {title: 'Entropy of the search', unit: 'nats, full searches', empty: 'No full search yet',
    x: {label: 'plies', format: plain, heading: (x) => range(x - newest.width / 2, x + newest.width / 2)}, y: {min: 0, format: plain},
    lines: [{name: 'Entropy', color: 'ink', points: newest.entropy.map((y, index) => ({x: (index + 0.5) * newest.width, y}))}]});
  now.append(endings(newest));
}

function endings({endings, games}) {
  const names = {attackers: 'attackers win', defenders: 'defenders win', draw: 'draw'};
  return h('figure', {class: 'chart'}, h('figcaption', {}, h('span', {class: 'title'}, 'Endings'), h('span', {class: 'unit'}, '% of games')),
    h('ul', {class: 'ends'}, ...endings.slice(0, 8).map((one) => h('li', {}, h('span', {}, h('span', {class: `side ${one.result}`}, names[one.result]), ` ${one.reason}`),
      h('b', {title: `${plain(one.games)} games`}, percent(one.games / games)),
      h('span', {class: `part ${one.result === 'draw' ? 'draws' : one.result}`, style: `width:${100 * one.games / endings[0].games}%`})))));
}

function buildLearning(section) {
  if (!data.progress) {
    section.append(note('No training yet. It begins after the first games.'));
    return;
  }
  const train = (key) => column(`train/${key}`);
  const charts = grid(section);
  const loss = {format: plain};
  addLines(charts, {title: 'Loss', unit: 'weighted sum of its terms', y: loss}, [['Loss', train('loss')]]);
  addLines(charts, {title: 'Policy', unit: 'nats', y: loss}, [['network\u2019s cross-entropy', train('policy')], ['entropy of the search\u2019s policy, its lower bound', train('policy_entropy'), {color: 'muted', dash: 'dashed'}]]);
  addLines(charts, {title: 'Value', unit: 'cross-entropy, nats', y: loss}, [['Value', train('value')]]);
  addLines(charts, {title: 'Accuracy', unit: '% of samples', y: shares}, [['best move', train('policy_accuracy')], ['outcome', train('value_accuracy'), {color: 'muted', dash: 'dashed'}]]);
  for (const [key, title] of [['reply', 'Opponent\u2019s reply'], ['short_value', 'Short-term value'], ['moves_left', 'Moves left'], ['survival', 'Survival of pieces'], ['king_end', 'Last square of the king']]) {
    if (train(key).some((value) => value > 0)) addLines(charts, {title, unit: 'loss', y: loss}, [[title, train(key)]]);
  }
  addLines(charts, {title: 'Learning rate', unit: 'mean of the iteration', y: {min: 0, format: (rate) => String(Number(rate.toPrecision(3)))}}, [['Learning rate', train('learning_rate')]]);
  addLines(charts, {title: 'Window', unit: 'positions trained on', y: {min: 0, format: compact}}, [['positions', train('window_positions')]]);
}

function buildSpeed(section) {
  if (!data.progress) {
    section.append(note('No iteration is finished yet.'));
    return;
  }
  const play = (key) => column(`selfplay/${key}`);
  const rate = {min: 0, format: compact};
  const perHour = play('games').map((games, index) => isNumber(games) && play('seconds')[index] > 0 ? 3600 * games / play('seconds')[index] : null);
  const charts = grid(section);
  addLines(charts, {title: 'Network evaluations', unit: 'per second of self-play', y: rate}, [['Evaluations', play('evaluations_per_second')]]);
  addLines(charts, {title: 'Simulations', unit: 'visits per second of self-play', y: rate}, [['Simulations', play('visits_per_second')]]);
  addLines(charts, {title: 'Games', unit: 'per hour of self-play', y: rate}, [['Games', perHour]]);
  addLines(charts, {title: 'Training', unit: 'samples per second', y: rate}, [['Samples', column('train/samples_per_second')]]);
  const missing = [];
  if (!play('cache_hits').some((share) => share > 0)) missing.push('No evaluation came from a cache (workers.cache).');
  else addLines(charts, {title: 'Cache hits', unit: '% of look-ups', y: shares}, [['Hits', play('cache_hits')]]);
  if (data.settings?.resigns === false) missing.push('Players do not resign in this run (selfplay.resign_threshold is 1).');
  else addLines(charts, {title: 'Resigning', unit: '%', y: {min: 0, format: percent}}, [['games resigned', play('resigned')], ['wrong resignations, of those played to the end', play('false_resigns'), {color: 'muted', dash: 'dashed'}]]);
  addLines(charts, {title: 'Proven turns', unit: '% of searches', y: {min: 0, format: percent}}, [['Proven', play('proven_turns')]]);
  if (missing.length) section.append(note(missing.join(' ')));
}

function buildConfiguration(section) {
  if (data.facts) section.append(h('dl', {class: 'facts'}, ...data.facts.flatMap(([label, text]) => [h('dt', {}, label), h('dd', {}, text)])));
  section.append(h('details', {}, h('summary', {}, 'All of config.yaml'), h('pre', {tabindex: '0'}, data.config)));
}
