// The page: the turns of the game, and what the buttons do.
import {Assistant} from './assistant.js';
import {Board} from './board.js';
import {Clock} from './clock.js';
import {Editor} from './editor.js';
import {EngineLink} from './engine_link.js';
import {loadFairness, loadJson, loadRuleSets} from './files.js';
import {Game} from './game.js';
import {History} from './history.js';
import {addressOf, gameOf, keep, keptGame, linkTo, rulesIn} from './keep.js';
import {openRecordPanel} from './record_panel.js';
import {isListOfModels, Settings} from './settings.js';
import {Setup} from './setup.js';
import {playClick} from './sound.js';
import {showFailure, showMissingFiles} from './start.js';
import {View} from './view.js';
import {other, plain, recordOf} from './words.js';

const $ = id => document.getElementById(id);
const address = new URLSearchParams(location.search); // ?rules=brandubh&people=both&strength=1s&seed=1
let isReady = false; // the engine
// Firefox 153 reports no error if a file that the engine imports is missing.
setTimeout(() => isReady || showMissingFiles(() => !isReady), 3000);
const engine = new EngineLink({
  ready: info => (isReady = true, start(info).catch(showFailure)), failed: message => showFailure({message}), board: openBoard, state: showState,
  advice: noteAdvice, found: noteFound, error: noteFailure,
});
const settings = new Settings($('settings'), address);
const board = new Board($('board'), $('arrows'), move => play([move]));
const game = new Game();
const clock = new Clock($('clocks'), () => showState(game.state));
const describe = rules => engine.ask('describe', {rules});
const editor = new Editor(describe, rules => openGame({rules}));
const past = new History(showPly);
const isPersonsTurn = () => game.state && !game.state.result && settings.isPerson(game.state.toMove);
const view = new View({engine, game, board, past, settings, isPersonsTurn, evaluate});
const assistant = new Assistant({engine, game, board, past, settings, isPersonsTurn});
const setup = new Setup(board, {
  problem: position => engine.ask('problem', {rules: game.rules.name, position}),
  begin: beginAt,
  enter: enterSetup,
  leave: () => (view.showLive(), goOn()),
  link: position => linkTo({rules: game.rules.name, position, moves: []}),
});

let description; // of the board, from the engine
let opening; // the number of the newest `open`
const sent = []; // the settings that each `open` and `strengthen` was sent with, by its number
let accepted; // those with which the engine plays

const gameNow = () => game.rules && {...game.now, ...settings.kept, ...clock.kept};

async function start({encoderVersion, levels}) {
  settings.listLevels(levels);
  settings.models = (await loadJson('models.json', isListOfModels)).filter(model => model.encoder === encoderVersion);
  settings.fairness = await loadFairness();
  settings.listRules(Object.values(await loadRuleSets()));
  const [linked, wanted, kept] = [gameOf(location.hash), rulesIn(address), await usableKept()];
  const error = await chooseFirstRules(wanted ?? (linked ? undefined : kept?.rules));
  settings.take({...kept, ...settings.asked});
  if (linked) {
    await openGame({rules: wanted ?? game.rules.name, ...linked}, {people: 'both', ...settings.asked}, kept);
    return tell(settings.faults);
  }
  const goesOn = !error && kept?.rules === game.rules.name;
  newGame(goesOn ? kept : {}, goesOn ? null : kept);
  if (error) editor.showError(error);
  tell([...(error ? [`The rules of the address cannot be opened: ${error}. These are ${plain(game.rules.title)}.`] : []), ...settings.faults]);
}

/** Adds sentences to the notice, which stays until the next move. */
function tell(sentences) {
  $('notice').textContent = [$('notice').textContent, ...sentences].filter(Boolean).join(' ');
}

/** The game of the last visit, unless it cannot be continued. Remembers the one before it. */
async function usableKept() {
  const {previous, ...kept} = keptGame() ?? {};
  game.previous = previous ?? null;
  return kept.rules && !await engine.ask('problem', kept) ? kept : null;
}

/** Chooses the named rules, or else those that they change, or the first that there is a model for. Returns an error. */
async function chooseFirstRules(name) {
  const error = name && await chooseRules(name);
  if (!name || error) await chooseRules(settings.baseOf(name ?? '') ?? settings.firstRules);
  return error;
}

/** Makes rules those of the next game. Returns the text of the error if they are not valid. */
async function chooseRules(name) {
  const rules = await describe(name);
  if (rules.error) return rules.error;
  game.rules = rules;
  settings.chooseRules(rules);
  editor.open(rules);
}

/** Begins a game {rules, position, moves, future} or goes on with it, by the settings `given`. */
async function openGame(opened, given = {}, before = gameNow()) {
  document.body.dataset.turn = 'engine';
  const problem = await engine.ask('problem', opened);
  if (problem) return refuse(`This game cannot be opened: ${problem}`, before);
  if (opened === game.previous) game.previous = null;
  await chooseRules(opened.rules);
  settings.take(given);
  address.delete('rules');
  history.replaceState(null, '', addressOf(game.rules.name, address));
  newGame(opened, before);
}

/** Says why a game cannot be opened; the page goes on, or begins, with another one. */
function refuse(text, before) {
  history.replaceState(null, '', location.pathname + location.search);
  game.state ? view.showTurn() : newGame({}, before);
  $('notice').textContent = text;
}

function newGame(opened = {}, before = gameNow()) {
  $('status').textContent = 'Loading …';
  game.remember(before);
  game.begin(opened);
  clock.begin(settings.clock, opened.times);
  waitForState();
  setup.forget();
  past.clear();
  describeOpponent();
  const {rules, position, moves} = game.now;
  opening = sendOpponent('open', {rules, position, moves});
}

/** Sends a command with the opponent that the settings name. Returns its number. */
function sendOpponent(command, details) {
  const {model, strength, chosen} = settings.kept;
  const number = sent.push({model, strength, chosen}) - 1;
  engine.send(command, {...details, ...settings.opponent, number});
  return number;
}

/** Lets nobody give a command until the next state. */
function waitForState() {
  if (setup.isOpen) setup.close();
  view.block();
}

function describeOpponent() {
  $('about').textContent = settings.model ? '' : 'Without a network, Raichi searches with random playouts, which is far weaker.';
}

function changeOpponent() {
  describeOpponent();
  $('notice').textContent = '';
  game.state ? sendOpponent('strengthen') : newGame(game.now, null);
}

/** Begins to count the time anew. A game that was lost on time goes on. */
function changeClock() {
  clock.begin(settings.clock);
  if (game.state) sendOpponent('strengthen');
}

function openBoard(opened) {
  description = opened;
  $('title').textContent = plain(opened.title);
  board.open(opened);
}

/** Plays moves of the side to move. */
function play(moves) {
  waitForState();
  engine.send('play', {moves});
}

function takeBackTo(ply) {
  waitForState();
  engine.send('takeBack', {to: ply});
}

/** Takes back the last move of a person, and Raichi's answer to it. */
function takeBack() {
  const {ply, toMove} = game.state;
  takeBackTo(Math.max(0, ply - (settings.isPerson(other(toMove)) ? 1 : 2)));
}

/** Plays the next move again, and Raichi's answer to it. */
function redo() {
  const answers = settings.isPerson(other(game.state.toMove)) ? 1 : 2;
  play(game.future.slice(0, answers));
}

function playFromHere() {
  game.remember(gameNow()); // Raichi may play another move at once
  takeBackTo(view.shown);
}

function showState(told) {
  if (told.number < opening) return; // of a game that another has replaced
  const state = clock.follow(told);
  const looksBack = settings.people === 'none' && game.isContinuedBy(state) && view.shown < game.state.ply;
  if (settings.hasSound && game.isContinuedBy(state)) playClick(state.last.captures.length > 0);
  game.follow(state);
  if (clock.lost) engine.send('stop');
  assistant.reset();
  const first = state.ply % 2 === 0 ? state.toMove : other(state.toMove);
  past.follow(state.record, first);
  if (state.result) past.note(state.ply, {result: state.result, toMove: state.toMove, judges: true});
  $('record').value = recordOf(description, state, settings.players, settings.isShipped(description.name));
  accepted = sent[state.number];
  remember();
  view.showTurn();
  if (!setup.isOpen) looksBack ? showPly(view.shown) : view.showLive();
  setup.follow(state, description.hasRoyal);
  if (!setup.isOpen) goOn();
}

/** Keeps everything for the next visit. */
function remember() {
  if (game.state) keep({...gameNow(), previous: game.previous});
}

/** Lets the clock of the side to move run, and the engine search the present position. */
function goOn() {
  clock.run(game.state);
  if (!game.state.result) engine.send(isPersonsTurn() ? 'advise' : 'think', {ply: game.state.ply});
}

/** Shows the position after `ply` moves. */
function showPly(ply) {
  if (!game.state) return;
  if (setup.isOpen) {
    setup.close();
    goOn();
  }
  if (ply < game.state.ply) return view.showEarlier(ply);
  view.showLive();
  if (isPersonsTurn() && !past.advices[ply]?.done && !assistant.isReviewing) goOn(); // another search may have ended this one
}

/** Lets the engine evaluate an earlier position, if it has no other work. */
function evaluate(ply) {
  if ((isPersonsTurn() || game.state.result) && !assistant.isReviewing) engine.send('look', {ply});
}

/** Takes the evaluation of a position of the game. */
function noteFound(found) {
  if (!game.state) return; // of a game that another has replaced
  past.note(found.ply, {...found, done: true, judges: true});
  view.showFound(found.ply);
  assistant.noteReview(found);
}

function noteAdvice(advice) {
  const {state} = game;
  if (advice.position !== state?.position || advice.ply !== state.ply) return;
  const before = past.advices[advice.ply];
  if (advice.done || !before?.done || (advice.judges && !before.judges)) past.note(advice.ply, advice);
  if (!view.isLive || setup.isOpen) return;
  view.showAdvice(advice);
  assistant.noteAdvice(advice);
}

function enterSetup() {
  assistant.interrupt();
  clock.pause();
  for (const id of ['hint', 'review']) $(id).disabled = true; // until the reader leaves
  engine.send('stop');
}

function beginAt(position, analyse) {
  const before = gameNow();
  if (analyse) settings.take({people: 'both', arrows: true});
  newGame({position}, before);
}

/** Shows why the engine did not carry out a command. The game goes on as before, unless a search failed. */
function noteFailure({text, command}) {
  if (!game.state || ['think', 'advise', 'review', 'look'].includes(command)) return showError(text);
  settings.take(accepted);
  describeOpponent();
  showState(game.state);
  $('notice').textContent = text;
}

function showError(text) {
  $('status').textContent = text;
  document.body.dataset.turn = 'error';
}

document.addEventListener('click', event => event.target.closest('[aria-disabled="true"]') && event.stopPropagation(), true);
$('new').onclick = () => newGame();
$('again').onclick = () => newGame({position: game.now.position});
$('swap').onclick = () => {
  settings.people = other(settings.people);
  newGame({position: game.now.position});
};
$('no-clock').onclick = () => {
  settings.take({clock: ''});
  changeClock();
};
$('previous').onclick = () => {
  $('previous').hidden = true;
  openGame(game.previous, game.previous);
};
$('back').onclick = takeBack;
$('redo').onclick = redo;
$('flip').onclick = () => board.flip();
$('from-here').onclick = playFromHere;
openRecordPanel(game, () => view.position, found => openGame(found, {people: 'both'}));
settings.fields.rules.onchange = () => openGame({rules: settings.fields.rules.value});
settings.fields.people.onchange = () => game.state && showState(game.state);
settings.fields.strength.onchange = changeOpponent;
settings.fields.model.onchange = () => (settings.noteModel(), changeOpponent());
settings.fields.clock.onchange = changeClock;
settings.fields.arrows.onchange = () => (remember(), game.state && view.showArrows());
settings.fields.sound.onchange = () => (remember(), settings.hasSound && playClick(false));
window.onhashchange = () => {
  const linked = gameOf(location.hash);
  if (linked) openGame({rules: rulesIn(new URLSearchParams(location.search)) ?? game.rules.name, ...linked}, {people: 'both', ...settings.asked});
};
navigator.serviceWorker?.register('service-worker.js');
