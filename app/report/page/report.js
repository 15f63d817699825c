// The page: the head, the controls, and the sections. app/report/data.h describes its data.

let data = clean(JSON.parse(byId('data').textContent));
let run = new Run(data.progress);

/** What the sections are drawn from. */
const scene = () => ({data, view, run});

function buildHead() {
  const {run: about, newest, evaluation} = data;
  document.title = `${about.name} \u2013 Raichi`;
  byId('name').textContent = about.name;
  const made = new Date(about.made * 1000);
  byId('summary').replaceChildren(about.finished ? 'Finished. As of ' : 'As of ', h('time', {datetime: made.toISOString()}, made.toLocaleString('en-GB', {dateStyle: 'medium', timeStyle: 'short'})),
    data.facts ? ` \u00b7 ${data.facts.find(([label]) => label === 'Rules')[1]}` : '');
  const figures = [];
  const best = evaluation && evaluation.models.at(-1);
  figures.push(best ? ['Rating', `${signed(Math.round(best.elo))} \u00b1 ${plain(Math.round(best.error))}`, `Elo relative to ${evaluation.anchor}; model ${best.model}`]
    : ['Rating', '\u2013', 'no evaluation yet']);
  figures.push(['Games', plain(about.games), isNumber(about.models) ? `${count(about.models, 'model')} trained` : 'no model yet']);
  figures.push(['Positions', compact(about.positions), 'policy targets']);
  figures.push(['Work', duration(about.seconds), workShares()]);
  if (newest) figures.push(['Won by side', wonBySide(newest), `attackers : defenders in the newest ${count(newest.games, 'game')}`]);
  byId('figures').replaceChildren(...figures.map(([label, value, text]) => h('div', {}, h('dt', {}, label), h('dd', {class: 'value'}, value), h('dd', {class: 'about'}, text))));
  byId('warnings').replaceChildren(...(data.warnings.length ? [h('ul', {class: 'warnings', 'aria-label': 'Warnings'}, ...data.warnings.map((text) => h('li', {}, text)))] : []));
  const rows = run.progress.iterations_per_row;
  byId('foot').textContent = `Written by raichi ${about.program}. "raichi report" writes this page again.` + (rows > 1 ? ` Each point of a line is the mean of ${rows} iterations.` : '') +
    ' In a chart, drag to zoom in and double-click to zoom out.';
}

function wonBySide({attackers, defenders, games}) {
  return h('span', {}, h('span', {class: 'side attackers'}, percent(attackers / games)), ' : ', h('span', {class: 'side defenders'}, percent(defenders / games)));
}

function workShares() {
  const most = run.most('seconds') / (run.progress.iterations_per_row || 1);
  if (!most) return 'no finished iteration yet';
  const share = (key) => percent(Math.min(1, sum(run.column(key).filter(isNumber)) / most));
  return `${share('selfplay/seconds')} self-play, ${share('train/seconds')} training`;
}

// Sections whose charts follow the controls, and those that do not.
const charted = {strength: buildStrength, games: buildGames, learning: buildLearning, speed: buildSpeed};
const fixed = {openings: buildOpenings, replay: buildReplay, configuration: buildConfiguration};

const sections = {...charted, ...fixed};
const waiting = new Set();  // sections that are to be drawn when the reader has left them

function drawUnused(ids) {
  for (const id of ids) isUsed(byId(id)) ? waiting.add(id) : waiting.delete(id);
  drawSections(Object.fromEntries(ids.filter((id) => !waiting.has(id)).map((id) => [id, sections[id]])), scene());
}

/** Whether something in a section has the focus or is open. To go to a section gives it the focus, but is no use of it before a click. */
const isUsed = (section) => section.contains(document.activeElement) && (section !== document.activeElement || section === clicked) || section.querySelector('details[open]');
let clicked = null; // the section of the last click
document.addEventListener('click', ({target}) => clicked = target.closest('section'), true);

/** Takes newer data. What the reader is using stays until it is left. */
function takeData(newer) {
  data = newer;
  run = new Run(data.progress);
  axes.seconds = timeAxis(run.most('seconds'));
  view.choose([...progressChoices, ...strengthChoices(data)]);
  buildHead();
  if (data.progress && !byId('controls').contains(document.activeElement)) view.build(byId('controls'));
  drawUnused(Object.keys(sections));
}

axes.seconds = timeAxis(run.most('seconds'));
const view = new View([...progressChoices, ...strengthChoices(data)], () => drawSections(charted, scene()));
buildHead();
if (data.progress) view.build(byId('controls'));
view.keepIn(byId('links'));
drawSections(sections, scene());
view.goTo(view.section);
if (data.live) {
  followRun(data, byId('live'), takeData);
  for (const event of ['focusout', 'toggle']) document.addEventListener(event, () => setTimeout(() => drawUnused([...waiting])), true);
} else {
  byId('live').remove();
}
