// The page: its controls, the turns, and the messages to and from the engine.
import {Board} from './board.js';
import {addressOf, copyText, Editor} from './editor.js';
import {announce, describeShares, other, recordOf, rowsOf, sharesOf} from './words.js';

const FIRST_RULES = 'linnaeus'; // unless there are models for other rules only

const $ = id => document.getElementById(id);
const settings = $('settings').elements;
const address = new URLSearchParams(location.search); // ?rules=brandubh&people=both&strength=1s&seed=1
const worker = new Worker('engine.js', {type: 'module'});
const board = new Board($('board'), play);
const editor = new Editor(describe, playBy);
const asked = []; // for each question to the engine, the function that receives the answer

let models = []; // models.json
let chosen; // the rules of the game, as the engine describes them
let description, state, advice; // from the engine's last messages
let wantsHint = false;

const isPerson = side => [side, 'both'].includes(settings.people.value);
const isPersonsTurn = () => state && !state.result && isPerson(state.toMove);
const chosenModel = () => models.find(({file}) => file === settings.model.value) ?? null;
const send = (command, details = {}) => worker.postMessage({command, ...details});

worker.onerror = event => showError(event.message ?? 'the engine did not start');
worker.onmessage = ({data}) => {
  if (data.error) return showError(data.error);
  if (data.answer) return asked[data.id](data.answer);
  if (data.ready) return start(data);
  if (data.board) openBoard(data.board);
  if (data.state) showState(data.state);
  if (data.advice) showAdvice(data.advice);
};

async function start({encoderVersion}) {
  const load = async file => (await fetch(file)).json();
  const ruleSets = Object.values(await load('rules.json'));
  models = (await load('models.json')).filter(model => model.encoder === encoderVersion);
  listRules(ruleSets);
  await chooseFirstRules(ruleSets);
  for (const name of ['people', 'model', 'strength']) takeFromAddress(name);
  newGame();
}

/** Lists the rule sets by the size of their boards. */
function listRules(ruleSets) {
  const sizes = [...new Set(ruleSets.map(({board}) => Number(board.size)))].sort((a, b) => a - b);
  settings.rules.replaceChildren(...sizes.map(size => {
    const group = Object.assign(document.createElement('optgroup'), {label: `${size} × ${size}`});
    group.append(...ruleSets.filter(({board}) => Number(board.size) === size).map(ruleOption));
    return group;
  }));
}

const ruleOption = ({name, title}) => new Option(`${isKnown(name) ? '★ ' : ''}${title}`, name);
const isKnown = rules => models.some(model => model.rules.includes(rules));

/** Chooses the rules of the address, or else the first that there is a model for. */
async function chooseFirstRules(ruleSets) {
  // An address has a blank where it says `+`, as in ?rules=linnaeus+first=defenders.
  const name = address.get('rules')?.replaceAll(' ', '+') ?? '';
  const isListed = wanted => ruleSets.some(rules => rules.name === wanted);
  const known = [FIRST_RULES, ...ruleSets.map(rules => rules.name)].find(isKnown) ?? FIRST_RULES;
  const base = [name, name.split('+')[0]].find(isListed);
  const error = base && await chooseRules(name);
  if (!base || error) await chooseRules(base ?? known);
  if (error) editor.showError(error);
}

/** Asks the engine for a description of rules, given by a name such as `linnaeus+first=defenders`. */
function describe(rules) {
  return new Promise(resolve => worker.postMessage({question: 'describe', rules, id: asked.push(resolve) - 1}));
}

/** Makes rules those of the next game. Returns the text of the error if they are not valid. */
async function chooseRules(name) {
  document.body.dataset.turn = 'engine';
  const rules = await describe(name);
  if (rules.error) return rules.error;
  chosen = rules;
  const isListed = [...settings.rules.options].some(({value}) => value === rules.name);
  if (!isListed) settings.rules.append(ruleOption(rules));
  settings.rules.value = rules.name;
  editor.open(rules);
  listModels();
}

/** Begins a game by other rules. */
async function playBy(name) {
  await chooseRules(name);
  address.delete('rules');
  history.replaceState(null, '', addressOf(chosen.name, address));
  newGame();
}

/** Takes a setting from the page's address, if it is there. */
function takeFromAddress(name) {
  const value = address.get(name);
  if ([...settings[name].options].some(option => option.value === value)) settings[name].value = value;
}

/** Lists the opponents, best first: models trained on the chosen rules, on the rules that these change, and on others. */
function listModels() {
  const knowledge = ({rules}) => rules.includes(chosen.name) ? 2 : rules.includes(chosen.base) ? 1 : 0;
  const fitting = models.filter(model => model.canvas >= chosen.size).sort((a, b) => knowledge(b) - knowledge(a));
  const options = fitting.map(model =>
    new Option(`network ${model.name}${knowledge(model) === 2 ? '' : ' (trained on other rules)'}`, model.file));
  const playouts = new Option('random playouts, no network', '');
  settings.model.replaceChildren(...options, playouts);
  settings.model.value = fitting[0] && knowledge(fitting[0]) > 0 ? fitting[0].file : '';
}

function strength() {
  const number = parseInt(settings.strength.value);
  const byClock = settings.strength.value.endsWith('s');
  const seed = Number(address.get('seed')) || crypto.getRandomValues(new Uint32Array(1))[0];
  return {visits: byClock ? 1 : number, seconds: byClock ? number : 0, seed};
}

function newGame() {
  $('status').textContent = 'Loading …';
  advice = null;
  document.body.dataset.turn = 'engine';
  $('about').textContent = chosenModel() ? '' : 'Without a network, Raichi searches with random playouts, which is far weaker.';
  send('open', {rules: chosen.name, model: chosenModel(), ...strength()});
}

function openBoard(opened) {
  description = opened;
  $('title').textContent = opened.title;
  board.open(opened);
}

function play(move) {
  board.show(state, false);
  document.body.dataset.turn = 'engine';
  send('play', {move});
}

function showState(next) {
  state = next;
  wantsHint = false;
  board.show(state, isPersonsTurn());
  $('status').textContent = announce(state, isPersonsTurn());
  showMoves();
  showShares();
  $('record').value = recordOf(description, state, players());
  $('back').disabled = state.ply === 0;
  $('hint').disabled = !isPersonsTurn();
  document.body.dataset.turn = state.result ? 'over' : isPersonsTurn() ? 'person' : 'engine';
  if (!state.result) send(isPersonsTurn() ? 'advise' : 'think');
}

function showAdvice(next) {
  if (next.position !== state.position) return;
  advice = next;
  showShares();
  if (wantsHint && advice.done) showHint();
}

function showHint() {
  wantsHint = !advice?.done || advice.position !== state.position;
  if (!wantsHint) board.showHint(advice.moves[0].text);
  $('status').textContent = wantsHint ? 'Raichi thinks …' : `Raichi would play ${advice.moves[0].text}.`;
}

function showShares() {
  const shares = sharesOf(advice, state);
  for (const part of $('evaluation').children) part.style.flexGrow = 100 * shares[part.dataset.share];
  const words = describeShares(shares, advice, state);
  $('evaluation').setAttribute('aria-valuenow', Math.round(100 * (shares.attackers + shares.draw / 2)));
  $('evaluation').setAttribute('aria-valuetext', words);
  $('shares').textContent = words;
}

function showMoves() {
  const rows = rowsOf(state.record).map(cells => {
    const row = document.createElement('tr');
    row.append(...cells.map(text => Object.assign(document.createElement('td'), {textContent: text})));
    return row;
  });
  $('moves').querySelector('tbody').replaceChildren(...rows);
  $('moves').scrollTop = $('moves').scrollHeight;
}

function players() {
  const name = side => isPerson(side) ? 'person' : `${chosenModel()?.name ?? 'playouts'}:${settings.strength.value}`;
  return {attackers: name('attackers'), defenders: name('defenders')};
}

/** Takes back moves up to and including the person's last move. */
function takeBack() {
  const plies = isPerson(other(state.toMove)) ? 1 : 2;
  advice = null;
  send('takeBack', {plies});
}

function showError(text) {
  $('status').textContent = `Something went wrong: ${text}`;
  document.body.dataset.turn = 'error';
}

async function copyRecord() {
  await copyText($('record'));
  $('status').textContent = 'The record is copied.';
}

$('new').onclick = newGame;
$('back').onclick = takeBack;
$('hint').onclick = showHint;
$('flip').onclick = () => board.flip();
$('copy').onclick = copyRecord;
settings.rules.onchange = () => playBy(settings.rules.value);
settings.model.onchange = newGame;
settings.people.onchange = () => state && showState(state);
settings.strength.onchange = () => send('strengthen', strength());
$('settings').onsubmit = event => event.preventDefault();
navigator.serviceWorker?.register('service-worker.js');
