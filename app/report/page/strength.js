// Ratings and scores of a run's models, by rule set and by opponent.

const shares = {min: 0, max: 1, format: percent};
const elo = {format: (value) => signed(Math.round(value))};
const eachOne = ['each', 'each by itself'];
const earlierModels = 'earlier models';

/** `/\d{6}/`: a model of the run. */
const isModel = (player) => /^\d{6}$/.test(player);

/** The rule sets and the opponents that a reader can choose between; the first option takes all together. */
function strengthChoices({evaluation, outcomes}) {
  const results = evaluation ? evaluation.models.flatMap((model) => model.results) : [];
  const rules = [...new Set([...Object.keys(outcomes || {}), ...results.map((result) => result.rules)])].sort();
  const opponents = [...new Set(results.map(({opponent}) => isModel(opponent) ? earlierModels : opponent))];
  const options = (all, names) => names.length > 1 ? [['', all], eachOne, ...names.map((name) => [name, name])] : [['', all]];
  return [{key: 'rules', label: 'Rules', kind: 'select', options: options('all together', rules)},
    {key: 'opponent', label: 'Opponents', kind: 'select', options: options('the fixed players', opponents)}];
}

/** The chosen ones of a choice's options: [''] for all together. */
const chosenOf = (view, key) => view.get(key) === 'each'
  ? view.choices.find((choice) => choice.key === key).options.slice(2).map(([name]) => name) : [view.get(key)];

function buildStrength(section, {data, view, run}) {
  const {evaluation} = data;
  if (!evaluation || !evaluation.models.length) {
    const every = data.settings?.evaluation_every;
    section.append(note('No evaluation yet. ' + (every ? `The first follows iteration ${every}.` : every === 0 ? 'It takes place when the budget is spent.' : '')));
    return;
  }
  section.append(h('p', {class: 'muted'}, `Maximum-likelihood ratings with 95\u202f% error bars, relative to ${evaluation.anchor}. ` + evaluation.sides.map(advantageOf).join(' ')));
  const wide = section.appendChild(h('div', {class: 'grid wide'}));
  new Chart(wide, ratingChart(evaluation, view, chosenOf(view, 'rules')));
  new Chart(wide, scoreChart(evaluation, view));
  if (run.column('truth/positions').some(isNumber)) new Chart(wide, truthChart(view, run));
  drawEqualPlayers(section, evaluation.sides);
  section.append(resultTable(evaluation));
}

/** The place of a model on the chosen x axis. */
const modelPlace = (view, model) => placeOf(view, view.get('axis') === 'iteration' ? model.model : model[view.get('axis')]);

/** The rating over the run: one line for each of the chosen rule sets. */
function ratingChart(evaluation, view, chosen) {
  const tables = chosen.map((rules) => evaluation.rules.find((table) => table.rules === rules) || (rules ? {models: [], fixed: []} : evaluation));
  const places = new Map(evaluation.models.map((model) => [model.model, modelPlace(view, model)]));
  const points = (models) => models.map(({model, elo: y, error}) => ({x: places.get(model), y, low: y - error, high: y + error, heading: `model ${model}`}));
  const several = chosen.length > 1;
  return {title: 'Rating', unit: `Elo${chosen.length === 1 && chosen[0] ? `, ${chosen[0]}` : ''}`, height: 300, x: xAxisOf(view), y: elo, empty: 'Not evaluated under these rules',
    references: (several ? [{player: evaluation.anchor, elo: 0}] : tables[0].fixed).map(({player, elo: y}) => ({name: player, y})),
    lines: tables.map(({models}, index) => ({name: chosen[index] || 'Rating', dots: true, points: points(models), ...(several ? lineStyle(index) : {color: 'ink'})}))};
}

/** How often the models are right about positions of proven value under the run's rules. */
function truthChart(view, run) {
  const xs = run.rows(view);
  const line = (name, key, style) => ({name, dots: true, ...style,
    points: run.column(key).map((y, index) => ({x: xs[index], y})).filter(({x, y}) => isNumber(x) && isNumber(y))});
  return {title: 'Proven positions', unit: `% right, of ${run.most('truth/positions')} positions`, height: 300, x: xAxisOf(view), y: shares, lines: [
    line('winning moves, 16 visits', 'truth/16/kept', {color: 'ink'}), line('winning moves, network alone', 'truth/1/kept', {color: 'ink', dash: 'dashed'}),
    line('winner, network alone', 'truth/1/signs', {color: 'muted', dash: 'dotted'})]};
}

/** The score against the chosen opponents under the chosen rules: a line for each side, or, of several, for each of them. */
function scoreChart(evaluation, view) {
  const rules = chosenOf(view, 'rules'), opponents = chosenOf(view, 'opponent');
  const pairs = rules.flatMap((one) => opponents.map((opponent) => ({rules: one, opponent})));
  const line = (pair, sides) => evaluation.models.map((model) => {
    const score = wilson(model.results.filter((result) => isPlayedBy(result, pair)).flatMap((result) => sides.map((side) => result[side])));
    return score && {x: modelPlace(view, model), ...score, heading: `model ${model.model}`};
  }).filter((point) => point);
  const sides = ['attackers', 'defenders'];
  const lines = pairs.length === 1 ? sides.map((side) => ({name: `as ${side}`, color: side, dots: true, points: line(pairs[0], [side])}))
    : pairs.map((pair, index) => ({name: [pair.rules, pair.opponent].filter((text) => text).join(', '), ...lineStyle(index), dots: true, points: line(pair, sides)}));
  const one = (list) => list.length === 1 && list[0] ? `, ${list[0]}` : '';
  return {title: opponents.join() ? 'Score by opponent' : 'Score against the fixed players', unit: `% of points${one(opponents)}${one(rules)}`, height: 300, x: xAxisOf(view),
    y: shares, empty: 'No such games', lines};
}

/** Whether a result counts for the rules and the opponent of a line. */
function isPlayedBy(result, {rules, opponent}) {
  const kind = isModel(result.opponent) ? earlierModels : result.opponent;
  return (!rules || result.rules === rules) && (opponent ? kind === opponent : kind !== earlierModels);
}

/** The score of tallies with Wilson's 95 % interval (1927), as {y, low, high}; undefined without games. */
function wilson(tallies) {
  const count = (key) => sum(tallies.map((tally) => tally[key]));
  const games = count('wins') + count('draws') + count('losses'), z = 1.96;
  if (!games) return undefined;
  const y = (count('wins') + count('draws') / 2) / games, width = 1 + z * z / games, middle = (y + z * z / (2 * games)) / width;
  const half = z / width * Math.sqrt(y * (1 - y) / games + z * z / (4 * games * games));
  return {y, low: middle - half, high: middle + half};
}

/** What playing the attackers is worth, at both ends of the range of strength. */
function advantageOf({rules, levels}) {
  const ends = levels.length > 1 ? [levels[0], levels.at(-1)] : levels;
  return `${rules}: playing the attackers is worth ` + ends.map(({rating, elo: worth, error}) =>
    `${signed(Math.round(worth))} \u00b1 ${Math.round(error)} Elo between players of ${signed(Math.round(rating))}`).join(', ') + '.';
}

/** One chart for each rule set whose games were informative over a range of strength. */
function drawEqualPlayers(section, sides) {
  const curves = sides.filter(({levels}) => levels.length > 1);
  if (!curves.length) return;
  const charts = section.appendChild(h('div', {class: 'grid'})), whole = (value) => signed(Math.round(value));
  for (const {rules, levels} of curves) {
    const line = (name, color, key) => ({name, color, dots: true,
      points: levels.map((level) => ({x: level.rating, y: level[key], low: level[`${key}_low`], high: level[`${key}_high`]}))});
    new Chart(charts, {title: 'Games between equal players' + (sides.length > 1 ? `, ${rules}` : ''), unit: '% of points and of games',
      x: {label: 'rating of both', format: whole, heading: (rating) => `two players of ${whole(rating)}`}, y: shares,
      lines: [line('attackers\u2019 score', 'attackers', 'score'), line('draws', 'draw', 'draws')]});
  }
}

function resultTable({models}) {
  const {model, results} = models.at(-1);
  const tally = ({wins, draws, losses}, side) => {
    const games = wins + draws + losses;
    return h('td', {}, games ? h('b', {class: `side ${side}`}, percent((wins + draws / 2) / games)) : '\u2013', h('small', {}, ` +${wins} =${draws} \u2212${losses}`));
  };
  const several = new Set(results.map(({rules}) => rules)).size > 1;
  const head = ['Opponent', ...(several ? ['Rules'] : []), 'As attackers', 'As defenders'];
  return h('table', {class: 'results'}, h('caption', {}, `Results of model ${model}`),
    h('thead', {}, h('tr', {}, ...head.map((text) => h('th', {scope: 'col'}, text)))),
    h('tbody', {}, ...results.map((row) => h('tr', {}, h('th', {scope: 'row'}, row.opponent), several ? h('td', {}, row.rules) : null,
      tally(row.attackers, 'attackers'), tally(row.defenders, 'defenders')))));
}
