// The page: the turns of the game, and what the buttons do.
import {Board} from './board.js';
import {Editor} from './editor.js';
import {EngineLink} from './engine_link.js';
import {showShares, showThinking} from './evaluation.js';
import {loadJson, loadRuleSets} from './files.js';
import {Game} from './game.js';
import {History} from './history.js';
import {addressOf, copyText, gameInFile, gameOf, keep, keptGame, linkTo, rulesIn, saveFile} from './keep.js';
import {isListOfModels, Settings} from './settings.js';
import {Setup} from './setup.js';
import {showFailure} from './start.js';
import {announce, other, recordOf} from './words.js';

const $ = id => document.getElementById(id);
const address = new URLSearchParams(location.search); // ?rules=brandubh&people=both&strength=1s&seed=1
const engine = new EngineLink({
  ready: info => start(info).catch(showFailure), failed: message => showFailure({message}), board: openBoard, state: showState,
  advice: noteAdvice, review: noteReview, error: noteFailure,
});
const settings = new Settings($('settings'), address);
const board = new Board($('board'), move => play([move]));
const game = new Game();
const describe = rules => engine.ask('describe', {rules});
const editor = new Editor(describe, rules => openGame({rules}));
const past = new History(showPly);
const setup = new Setup(board, {
  problem: position => engine.ask('problem', {rules: game.rules.name, position}),
  begin: (position, analyse) => (analyse && (settings.people = 'both'), newGame({position})),
  enter: () => engine.send('stop'),
  leave: () => (showLive(), goOn()),
  link: position => linkTo({rules: game.rules.name, position, moves: []}),
});

let description; // of the board, from the engine
let shown; // the ply of the position on the board
let notice = ''; // what to say in place of the next state
let accepted; // the settings with which the engine plays
let wantsHint = false, reviews = false;

const isPersonsTurn = () => game.state && !game.state.result && settings.isPerson(game.state.toMove);
const gameNow = () => game.rules && {...game.now, ...settings.kept};

async function start({encoderVersion}) {
  settings.models = (await loadJson('models.json', isListOfModels)).filter(model => model.encoder === encoderVersion);
  settings.listRules(Object.values(await loadRuleSets()));
  const [linked, wanted, kept] = [gameOf(location.hash), rulesIn(address), await usableKept()];
  const goesOn = kept && !linked && (!wanted || wanted === kept.rules);
  const error = await chooseFirstRules(goesOn ? kept.rules : wanted);
  settings.take({...kept, ...settings.asked});
  game.previous = kept?.previous ?? null;
  if (linked) return openGame({rules: wanted ?? game.rules.name, ...linked}, {people: 'both', ...settings.asked}, kept);
  newGame(goesOn ? kept : {}, goesOn ? null : kept);
  if (error) editor.showError(error);
}

/** The game of the last visit, unless it cannot be continued. */
async function usableKept() {
  const kept = keptGame();
  return kept && !await engine.ask('problem', kept) ? kept : null;
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
  await chooseRules(opened.rules);
  settings.take(given);
  address.delete('rules');
  history.replaceState(null, '', addressOf(opened.rules, address));
  newGame(opened, before);
}

/** Says that a game cannot be opened; the page goes on, or begins, with another one. */
function refuse(text, before) {
  if (game.state) return showError(text);
  notice = text;
  newGame({}, before);
}

function newGame(opened = {}, before = gameNow()) {
  $('status').textContent = 'Loading …';
  game.begin(opened, before);
  waitForState();
  setup.forget();
  past.clear();
  describeOpponent();
  const {rules, position, moves} = game.now;
  engine.send('open', {rules, position, moves, ...settings.opponent});
}

/** Lets nobody give a command until the next state. */
function waitForState() {
  document.body.dataset.turn = 'engine';
  if (setup.isOpen) setup.close();
  for (const id of ['back', 'redo', 'hint', 'review', 'from-here']) $(id).disabled = true;
}

function describeOpponent() {
  $('about').textContent = settings.model ? '' : 'Without a network, Raichi searches with random playouts, which is far weaker.';
}

function changeOpponent() {
  describeOpponent();
  game.state ? engine.send('strengthen', settings.opponent) : newGame(game.now, null);
}

function openBoard(opened) {
  description = opened;
  $('title').textContent = opened.title;
  board.open(opened);
}

/** Plays moves of the side to move. */
function play(moves) {
  board.show(game.state, false);
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
  game.previous = gameNow(); // Raichi may play another move at once
  takeBackTo(shown);
}

function showState(state) {
  const looksBack = settings.people === 'none' && game.isContinuedBy(state) && shown < game.state.ply;
  game.follow(state);
  wantsHint = reviews = false;
  $('progress').textContent = '';
  const first = state.ply % 2 === 0 ? state.toMove : other(state.toMove);
  past.follow(state.record, first);
  if (state.result) past.note(state.ply, {result: state.result, toMove: state.toMove});
  setup.follow(state, description.hasRoyal);
  $('record').value = recordOf(description, state, settings.players);
  accepted = settings.kept;
  keep({...gameNow(), previous: game.previous});
  document.body.dataset.turn = state.result ? 'over' : isPersonsTurn() ? 'person' : 'engine';
  if (setup.isOpen) return;
  looksBack ? showPly(shown) : showLive();
  goOn();
}

/** Lets the engine search the present position. */
function goOn() {
  if (!game.state.result) engine.send(isPersonsTurn() ? 'advise' : 'think', {ply: game.state.ply});
}

/** Shows the present position. */
function showLive() {
  const {state} = game;
  shown = state.ply;
  board.show(state, isPersonsTurn());
  $('status').textContent = notice || announce(state, isPersonsTurn());
  notice = '';
  showRest(state);
}

/** Shows the position after `ply` moves. */
async function showPly(ply) {
  const {state} = game;
  if (!state) return;
  if (setup.isOpen) {
    setup.close();
    goOn();
  }
  if (ply === state.ply) return showLive();
  shown = ply;
  const view = await engine.ask('view', {ply});
  if (shown !== ply || !game.state) return;
  board.show(view, false);
  const best = past.evaluations[ply]?.best;
  if (best) board.showHint(best);
  $('status').textContent = `After move ${ply} of ${game.state.ply}${view.last ? `: ${view.last.text}` : ', the beginning'}.`;
  showRest(view);
}

/** Shows everything but the board and the status, for the position on the board. */
function showRest(at) {
  const {state, future} = game;
  const isLive = shown === state.ply;
  showShares(past.sharesAt(shown, at), past.advices[shown], at);
  showThinking(null);
  past.show(shown);
  $('from-here').hidden = isLive;
  $('from-here').disabled = false;
  $('back').disabled = !isLive || state.ply === 0;
  $('redo').disabled = !isLive || future.length === 0 || !isPersonsTurn();
  $('hint').disabled = !isLive || !isPersonsTurn();
  $('review').disabled = state.ply === 0 || !(isPersonsTurn() || state.result);
  $('review').textContent = reviews ? 'Stop the review' : 'Review the game';
  $('previous').hidden = !game.previous;
}

function noteAdvice(advice) {
  const {state} = game;
  if (advice.position !== state?.position || advice.ply !== state.ply) return;
  if (advice.done || !past.advices[advice.ply]?.done) past.note(advice.ply, advice);
  if (shown !== state.ply || setup.isOpen) return;
  showShares(past.sharesAt(shown, state), advice, state);
  showThinking(settings.people !== 'both' && isPersonsTurn() ? null : advice);
  if (advice.done) past.show(shown);
  if (wantsHint && advice.done) showHint();
}

function showHint() {
  const advice = past.advices[game.state.ply];
  wantsHint = !advice?.done;
  if (wantsHint && reviews) toggleReview(); // the adviser waits for its end
  if (!wantsHint) board.showHint(advice.moves[0].text);
  $('status').textContent = wantsHint ? 'Raichi thinks …' : `Raichi would play ${advice.moves[0].text}.`;
}

function toggleReview() {
  reviews = !reviews;
  $('review').textContent = reviews ? 'Stop the review' : 'Review the game';
  $('progress').textContent = reviews ? 'The review begins …' : 'The review was stopped.';
  engine.send(reviews ? 'review' : isPersonsTurn() ? 'advise' : 'stop');
}

function noteReview(found) {
  if (!reviews) return;
  past.note(found.ply, {...found, done: true});
  const isDone = found.ply === found.plies;
  $('progress').textContent = isDone ? '' : `Position ${found.ply + 1} of ${found.plies + 1} …`;
  past.show(shown);
  if (!isDone) return;
  past.summarize();
  reviews = false;
  $('review').textContent = 'Review the game';
}

/** Shows why the engine did not carry out a command. The game goes on as before, unless a search failed. */
function noteFailure({text, command}) {
  if (!game.state || ['think', 'advise', 'review'].includes(command)) return showError(text);
  notice = text;
  settings.take(accepted);
  describeOpponent();
  showState(game.state);
}

function showError(text) {
  $('status').textContent = text;
  document.body.dataset.turn = 'error';
}

/** Copies text, by way of the field of the record. */
async function copy(text) {
  const field = $('share-text');
  field.value = text;
  await copyText(field);
}

async function say(text, action) {
  await action();
  $('status').textContent = text;
}

$('new').onclick = () => newGame();
$('previous').onclick = () => {
  const {previous} = game;
  game.previous = null;
  openGame(previous, previous);
};
$('back').onclick = takeBack;
$('redo').onclick = redo;
$('hint').onclick = showHint;
$('flip').onclick = () => board.flip();
$('from-here').onclick = playFromHere;
$('review').onclick = toggleReview;
$('copy').onclick = () => say('The record is copied.', () => copyText($('record')));
$('share').onclick = () => say('The link to this game is copied.', () => copy(linkTo(game.now)));
$('save').onclick = () => saveFile(`${description.name}.json`, `${$('record').value}\n`);
$('load').onclick = () => $('file').click();
$('file').onchange = async () => {
  const [file] = $('file').files;
  if (file) await gameInFile(file).then(found => openGame(found, {people: 'both'})).catch(error => showError(error.message));
  $('file').value = '';
};
settings.fields.rules.onchange = () => openGame({rules: settings.fields.rules.value});
settings.fields.people.onchange = () => game.state && showState(game.state);
settings.fields.strength.onchange = changeOpponent;
settings.fields.model.onchange = () => (settings.noteModel(), changeOpponent());
window.onhashchange = () => {
  const linked = gameOf(location.hash);
  if (linked) openGame({rules: rulesIn(new URLSearchParams(location.search)) ?? game.rules.name, ...linked}, {people: 'both', ...settings.asked});
};
navigator.serviceWorker?.register('service-worker.js');
