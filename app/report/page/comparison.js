// The page that compares runs: one line for each run in every chart. app/report/report.h describes its data.

const data = clean(JSON.parse(byId('data').textContent));
const runs = data.runs.map((run, index) => ({...run, run: new Run(run.progress), about: run.run, style: lineStyle(index)}));

function buildHead() {
  document.title = `${runs.map(({name}) => name).join(', ')} \u2013 Raichi`;
  byId('name').textContent = runs.map(({name}) => name).join(', ');
  const made = new Date(data.made * 1000);
  byId('summary').replaceChildren(`${count(runs.length, 'run')} compared. As of `, h('time', {datetime: made.toISOString()}, made.toLocaleString('en-GB', {dateStyle: 'medium', timeStyle: 'short'})));
  if (data.warnings.length) byId('warnings').append(h('ul', {class: 'warnings', 'aria-label': 'Warnings'}, ...data.warnings.map((text) => h('li', {}, text))));
  byId('foot').textContent = `Written by raichi ${data.program}. In a chart, drag to zoom in and double-click to zoom out.`;
}

/** A table with a column for each run, in a part that scrolls by itself. Each row is [name, value of each run…]. */
function runTable(name, rows) {
  const key = ({style}) => h('span', {class: `key ${style.dash}`, style: `--color:var(--${style.color})`});
  return h('div', {class: 'scroll', role: 'group', tabindex: '0', 'aria-label': name}, h('table', {class: 'results'},
    h('thead', {}, h('tr', {}, h('td', {}), ...runs.map((run) => h('th', {scope: 'col'}, key(run), run.name)))),
    h('tbody', {}, ...rows.map(([first, ...rest]) => h('tr', {}, h('th', {scope: 'row'}, first), ...rest.map((cell) => h('td', {}, cell ?? '\u2013')))))));
}

function buildRuns(section) {
  const rows = {
    'Rating': ({evaluation}) => {
      const last = evaluation?.models.at(-1);
      return last && `${signed(Math.round(last.elo))} \u00b1 ${plain(Math.round(last.error))}`;
    },
    'Relative to': ({evaluation}) => evaluation?.anchor,
    'Games': ({about}) => plain(about.games),
    'Models': ({about}) => isNumber(about.models) ? plain(about.models) : null,
    'Samples': ({run}) => compact(run.most('samples')),
    'Work': ({about}) => duration(about.seconds),
    'Rules': ({facts}) => facts?.find(([label]) => label === 'Rules')[1],
  };
  section.append(runTable('Runs', Object.entries(rows).map(([name, valueOf]) => [name, ...runs.map(valueOf)])));
}

/** Adds a chart with a line for each run that has such numbers. */
function addLines(charts, spec, valuesOf) {
  const lines = runs.map(({name, run, style}) => ({name, ...style, points: run.points(view, valuesOf(run))})).filter(({points}) => points.some(({y}) => isNumber(y)));
  if (!lines.length) return;
  new Chart(charts, {...spec, unit: spec.unit + smoothingText(view), x: xAxisOf(view), y: {...spec.y, log: spec.y.mayLog && view.get('logy') === '1'}, lines});
}

const newGrid = (section, ...classes) => section.appendChild(h('div', {class: ['grid', ...classes].join(' ')}));

function buildStrengths(section) {
  const rated = runs.filter(({evaluation}) => evaluation?.models.length);
  if (!rated.length) {
    section.append(note('No evaluation yet.'));
    return;
  }
  section.append(h('p', {class: 'muted'}, 'The ratings of each run come from its own games, with 95\u202f% error bars.'));
  const wide = newGrid(section, 'wide');
  const chart = (title, unit, y, pointOf) => new Chart(wide, {title, unit, height: 300, x: xAxisOf(view), y,
    lines: rated.map(({name, evaluation, style}) => ({name, ...style, dots: true, points: evaluation.models.map((model) => ({x: modelPlace(view, model), heading: xAxisOf(view).heading(modelPlace(view, model)), ...pointOf(model)})).filter(({y: value}) => isNumber(value))}))});
  chart('Rating', 'Elo', elo, (model) => ({y: model.elo, low: model.elo - model.error, high: model.elo + model.error}));
  chart('Score against the fixed players', '% of points', shares, (model) =>
    wilson(model.results.filter((result) => isPlayedBy(result, {rules: '', opponent: ''})).flatMap(({attackers, defenders}) => [attackers, defenders])) || {});
}

function buildOutcomes(section) {
  const charts = newGrid(section), share = {min: 0, max: 1, format: percent};
  addLines(charts, {title: 'Attackers win', unit: '% of games', y: share}, (run) => run.column('selfplay/attackers'));
  addLines(charts, {title: 'Defenders win', unit: '% of games', y: share}, (run) => run.column('selfplay/defenders'));
  addLines(charts, {title: 'Draws', unit: '% of games', y: share}, (run) => run.column('selfplay/draws'));
  addLines(charts, {title: 'Length', unit: 'plies, mean', y: {min: 0, format: plain, mayLog: true}}, (run) => run.column('selfplay/plies'));
}

function buildLosses(section) {
  const charts = newGrid(section);
  for (const [key, title, unit] of [['loss', 'Loss', 'weighted sum of its terms'], ['policy', 'Policy', 'cross-entropy, nats'], ['value', 'Value', 'cross-entropy, nats'], ['policy_entropy', 'Policy entropy', 'of the search, nats']]) {
    addLines(charts, {title, unit, y: {format: plain, mayLog: true}}, (run) => run.column(`train/${key}`));
  }
  addLines(charts, {title: 'Best move', unit: '% of samples predicted', y: shares}, (run) => run.column('train/policy_accuracy'));
  addLines(charts, {title: 'Outcome', unit: '% of samples predicted', y: shares}, (run) => run.column('train/value_accuracy'));
}

function buildSpeeds(section) {
  const charts = newGrid(section), rate = {min: 0, format: compact, mayLog: true};
  addLines(charts, {title: 'Games', unit: 'per second of self-play', y: {...rate, format: plain}}, (run) => run.gamesPerHour().map((games) => isNumber(games) ? games / 3600 : null));
  addLines(charts, {title: 'Network evaluations', unit: 'per second of self-play', y: rate}, (run) => run.column('selfplay/evaluations_per_second'));
  addLines(charts, {title: 'Simulations', unit: 'visits per second of self-play', y: rate}, (run) => run.column('selfplay/visits_per_second'));
  addLines(charts, {title: 'Training', unit: 'samples per second', y: rate}, (run) => run.column('train/samples_per_second'));
}

function buildDifferences(section) {
  if (!data.differences.length) section.append(note('Nothing differs.'));
  else section.append(runTable('What differs in the configurations', data.differences.map(({key, values}) => [h('code', {}, key), ...values])));
}

const charted = {strength: buildStrengths, games: buildOutcomes, learning: buildLosses, speed: buildSpeeds};
const unchanging = {runs: buildRuns, configuration: buildDifferences};

axes.seconds = timeAxis(Math.max(...runs.map(({run}) => run.most('seconds'))));
const view = new View(progressChoices, () => drawSections(charted));
buildHead();
view.build(byId('controls'));
view.keepIn(byId('links'));
drawSections(unchanging);
drawSections(charted);
view.goTo(view.section);
