// The page: its controls, the turns, and the messages to and from the engine.
import {Board} from './board.js';
import {announce, describeShares, other, recordOf, rowsOf, sharesOf} from './words.js';

const FIRST_RULES = 'linnaeus'; // unless there are models, but none for these rules

const $ = id => document.getElementById(id);
const settings = $('settings').elements;
const address = new URLSearchParams(location.search); // ?rules=brandubh&people=both&strength=1s&seed=1
const worker = new Worker('engine.js', {type: 'module'});
const board = new Board($('board'), play);

let models = []; // models.json
let description, state, advice; // from the engine's last messages
let wantsHint = false;

const isPerson = side => [side, 'both'].includes(settings.people.value);
const isPersonsTurn = () => state && !state.result && isPerson(state.toMove);
const chosenModel = () => models.find(({file}) => file === settings.model.value) ?? null;
const send = (command, details = {}) => worker.postMessage({command, ...details});

worker.onerror = event => showError(event.message ?? 'the engine did not start');
worker.onmessage = ({data}) => {
  if (data.error) return showError(data.error);
  if (data.ready) return start(data);
  if (data.board) openBoard(data.board);
  if (data.state) showState(data.state);
  if (data.advice) showAdvice(data.advice);
};

async function start({encoderVersion}) {
  const load = async file => (await fetch(file)).json();
  const ruleSets = Object.values(await load('rules.json'));
  models = (await load('models.json')).filter(model => model.encoder === encoderVersion);
  const isKnown = ({name}) => models.some(({rules}) => rules.includes(name));
  settings.rules.replaceChildren(...ruleSets.map(rules => {
    const option = new Option(`${isKnown(rules) ? '★ ' : ''}${rules.title}`, rules.name);
    option.dataset.size = rules.board.size;
    return option;
  }));
  settings.rules.value = FIRST_RULES;
  if (!isKnown({name: FIRST_RULES})) settings.rules.value = (ruleSets.find(isKnown) ?? {name: FIRST_RULES}).name;
  addChangedRules();
  takeFromAddress('rules', rulesOfAddress());
  listModels();
  for (const name of ['people', 'model', 'strength']) takeFromAddress(name);
  newGame();
}

/** An address has a blank where it says `+`, as in ?rules=linnaeus+first=defenders. */
const rulesOfAddress = () => address.get('rules')?.replaceAll(' ', '+');

/** If the address names listed rules with changes, lists them too. */
function addChangedRules() {
  const name = rulesOfAddress();
  const options = [...settings.rules.options];
  const base = options.find(({value}) => value === name?.split('+')[0]);
  if (!base || options.some(({value}) => value === name)) return;
  const option = new Option(name, name);
  option.dataset.size = name.match(/\+board\.size=(\d+)/)?.[1] ?? base.dataset.size;
  settings.rules.append(option);
}

/** Takes a setting from the page's address, if it is there. */
function takeFromAddress(name, value = address.get(name)) {
  if ([...settings[name].options].some(option => option.value === value)) settings[name].value = value;
}

/** Lists the opponents for the chosen rules, best first. */
function listModels() {
  const {value: rules, selectedOptions: [{dataset: {size}}]} = settings.rules;
  const knows = model => model.rules.includes(rules);
  const fitting = models.filter(model => model.canvas >= size).sort((a, b) => knows(b) - knows(a));
  const options = fitting.map(model =>
    new Option(`network ${model.name}${knows(model) ? '' : ' (trained on other rules)'}`, model.file));
  const playouts = new Option('random playouts, no network', '');
  settings.model.replaceChildren(...options, playouts);
  settings.model.value = fitting[0] && knows(fitting[0]) ? fitting[0].file : '';
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
  send('open', {rules: settings.rules.value, model: chosenModel(), ...strength()});
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
  $('record').select();
  try {
    await navigator.clipboard.writeText($('record').value);
  } catch { // over HTTP there is no clipboard, and a browser may refuse access
    document.execCommand('copy');
  }
  $('status').textContent = 'The record is copied.';
}

$('new').onclick = newGame;
$('back').onclick = takeBack;
$('hint').onclick = showHint;
$('flip').onclick = () => board.flip();
$('copy').onclick = copyRecord;
settings.rules.onchange = () => (listModels(), newGame());
settings.model.onchange = newGame;
settings.people.onchange = () => state && showState(state);
settings.strength.onchange = () => send('strengthen', strength());
$('settings').onsubmit = event => event.preventDefault();
navigator.serviceWorker?.register('service-worker.js');
