// The page: figures, the axis of the charts, and the sections. app/report/data.h describes its data.

const data = JSON.parse(byId('data').textContent);
const progress = data.progress || {};
const column = (key) => progress[key] || [];

// ---- The x axis of the charts ----

/** The measures of a run's progress that can be the x axis. */
const axes = {
  seconds: timeAxis(),
  games: {min: 0, name: 'Games', label: 'games', format: compact, heading: (x) => `${plain(x)} games`},
  evaluations: {min: 0, name: 'Evaluations', label: 'positions evaluated by the network', format: compact, heading: (x) => `${compact(x)} positions evaluated`},
  iteration: {min: 0, name: 'Models', label: 'models', format: plain, heading: (x) => `model ${plain(x)}`},
};
let axisKey = 'seconds';
const overTime = [];  // [chart, function that makes its spec]: the charts to update when the axis changes

function timeAxis() {
  const most = Math.max(0, ...column('seconds'));
  const [unit, size] = most > 3 * 3600 ? ['hours', 3600] : most > 180 ? ['minutes', 60] : ['seconds', 1];
  return {min: 0, name: 'Time', label: `${unit} of work`, divisor: size, format: plain, heading: (x) => `${duration(x * size)} of work`};
}

const position = (key, value) => isNumber(value) ? value / (axes[key].divisor || 1) : null;
const rows = () => column(axisKey).map((value) => position(axisKey, value));

/** The points of a line: the values of a column over the chosen axis. */
function points(values) {
  const xs = rows();
  return values.map((y, index) => ({x: xs[index], y})).filter(({x}) => isNumber(x));
}

function addChart(grid, make) {
  overTime.push([new Chart(grid, make()), make]);
}

/** Adds a chart of lines, each [name, values, {color, dash}]. Adds nothing if there is no number. */
function addLines(grid, spec, lines) {
  if (!lines.some(([, values]) => values.some(isNumber))) return;
  addChart(grid, () => ({...spec, x: axes[axisKey], lines: lines.map(([name, values, style]) => ({name, color: 'ink', points: points(values), ...style}))}));
}

function buildAxisSwitch() {
  const fieldset = byId('axis');
  if (!data.progress) {
    fieldset.remove();
    return;
  }
  for (const [key, axis] of Object.entries(axes)) {
    const id = `axis-${key}`;
    fieldset.append(h('input', {type: 'radio', name: 'axis', id, checked: key === axisKey, onchange: () => {
      axisKey = key;
      for (const [chart, make] of overTime) chart.update(make());
    }}), h('label', {for: id}, axis.name));
  }
}

// ---- The head ----

function buildHead() {
  const {run, newest, evaluation} = data;
  document.title = `${run.name} \u2013 Raichi`;
  byId('name').textContent = run.name;
  const made = new Date(run.made * 1000);
  byId('summary').replaceChildren(run.finished ? 'Finished. As of ' : 'As of ', h('time', {datetime: made.toISOString()}, made.toLocaleString('en-GB', {dateStyle: 'medium', timeStyle: 'short'})),
    data.facts ? ` \u00b7 ${data.facts.find(([label]) => label === 'Rules')[1]}` : '');
  const figures = [];
  const best = evaluation && evaluation.models.at(-1);
  figures.push(best ? ['Rating', `${signed(Math.round(best.elo))} \u00b1 ${plain(Math.round(best.error))}`, `Elo relative to ${evaluation.anchor}; model ${best.model}`]
    : ['Rating', '\u2013', 'no evaluation yet']);
  figures.push(['Games', plain(run.games), isNumber(run.models) ? `${plain(run.models)} models trained` : 'no model yet']);
  figures.push(['Positions', compact(run.positions), 'policy targets']);
  figures.push(['Work', duration(run.seconds), workShares()]);
  if (newest) figures.push(['Won by side', wonBySide(newest), `attackers : defenders in the newest ${plain(newest.games)} games`]);
  byId('figures').append(...figures.map(([label, value, about]) => h('div', {}, h('dt', {}, label), h('dd', {class: 'value'}, value), h('dd', {class: 'about'}, about))));
  if (data.warnings.length) {
    byId('warnings').append(h('ul', {class: 'warnings', 'aria-label': 'Warnings'}, ...data.warnings.map((text) => h('li', {}, text))));
  }
  const means = progress.iterations_per_row > 1 ? ` Each point of a line is the mean of ${progress.iterations_per_row} iterations.` : '';
  byId('foot').textContent = `Written by raichi ${run.program}. "raichi report" writes this page again.${means} In a chart, drag to zoom in and double-click to zoom out.`;
}

function wonBySide({attackers, defenders, games}) {
  return h('span', {}, h('span', {class: 'side attackers'}, percent(attackers / games)), ' : ', h('span', {class: 'side defenders'}, percent(defenders / games)));
}

function workShares() {
  const most = Math.max(0, ...column('seconds')) / (progress.iterations_per_row || 1);
  if (!most) return 'no finished iteration yet';
  const share = (key) => percent(Math.min(1, sum(column(key).filter(isNumber)) / most));
  return `${share('selfplay/seconds')} self-play, ${share('train/seconds')} training`;
}

// If one part fails, the others are still drawn.
const parts = {strength: buildStrength, games: buildGames, openings: buildOpenings, replay: buildReplay, learning: buildLearning, speed: buildSpeed,
  configuration: buildConfiguration};
buildHead();
buildAxisSwitch();
for (const [id, build] of Object.entries(parts)) {
  try {
    build(byId(id), data);
  } catch (error) {
    console.error(error);
    byId(id).append(note(`This part cannot be drawn: ${error.message}`));
  }
}
