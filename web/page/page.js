// The page: the game, its turns, and what the buttons do.
import {Board} from './board.js';
import {addressOf, copyText, Editor} from './editor.js';
import {EngineLink} from './engine_link.js';
import {showShares, showThinking} from './evaluation.js';
import {loadJson, loadRuleSets} from './files.js';
import {History} from './history.js';
import {gameInFile, gameOf, keep, keptGame, linkTo, saveFile} from './keep.js';
import {isListOfModels, Settings} from './settings.js';
import {Setup} from './setup.js';
import {showFailure} from './start.js';
import {announce, other, recordOf} from './words.js';

const $ = id => document.getElementById(id);
const address = new URLSearchParams(location.search); // ?rules=brandubh&people=both&strength=1s&seed=1
const engine = new EngineLink({
  ready: info => start(info).catch(showFailure), failed: message => showFailure({message}), board: openBoard, state: showState,
  advice: noteAdvice, review: noteReview, error: showError,
});
const settings = new Settings($('settings'), address);
const board = new Board($('board'), move => play([move]));
const describe = rules => engine.ask('describe', {rules});
const editor = new Editor(describe, playBy);
const past = new History(showPly);
const setup = new Setup(board, {
  problem: position => engine.ask('problem', {rules: chosen.name, position}),
  begin: (position, analyse) => (analyse && (settings.people = 'both'), newGame({position})),
  leave: () => showPly(state.ply),
  link: position => linkTo({rules: chosen.name, position, moves: []}),
});

let chosen; // the rules of the game, as the engine describes them
let description, state; // from the engine's last messages
let shown; // the ply of the position on the board
let begun = ''; // the position in which the game began; empty for the setup
let future = []; // moves that were taken back, next first
let previous = null; // the game before this one, to return to
let wantsHint = false, reviews = false;

const isPersonsTurn = () => state && !state.result && settings.isPerson(state.toMove);
const gameNow = () => ({rules: chosen.name, position: begun, moves: state?.record ?? [], future, ...settings.kept});

async function start({encoderVersion}) {
  settings.models = (await loadJson('models.json', isListOfModels)).filter(model => model.encoder === encoderVersion);
  settings.listRules(Object.values(await loadRuleSets()));
  const linked = gameOf(location.hash);
  const kept = linked ? null : await usableKept();
  const error = await chooseFirstRules(kept?.rules);
  settings.take(kept ?? {});
  if (linked && !address.has('people')) settings.people = 'both';
  if (linked) return openLinked(linked);
  newGame(kept ?? {});
  if (error) editor.showError(error);
}

/** The game of the last visit, unless the address asks for other rules or it cannot be continued. */
async function usableKept() {
  const kept = keptGame();
  const wanted = address.get('rules')?.replaceAll(' ', '+');
  if (!kept?.rules || (wanted && wanted !== kept.rules)) return null;
  return await engine.ask('problem', kept) ? null : kept;
}

/** Chooses the rules of the last visit or of the address, or else the first that there is a model for. Returns an error. */
async function chooseFirstRules(kept) {
  // An address has a blank where it says `+`, as in ?rules=linnaeus+first=defenders.
  const name = kept ?? address.get('rules')?.replaceAll(' ', '+') ?? '';
  const base = settings.baseOf(name);
  const error = base && await chooseRules(name);
  if (!base || error) await chooseRules(base ?? settings.firstRules);
  return error;
}

/** Makes rules those of the next game. Returns the text of the error if they are not valid. */
async function chooseRules(name) {
  document.body.dataset.turn = 'engine';
  const rules = await describe(name);
  if (rules.error) return rules.error;
  chosen = rules;
  settings.chooseRules(rules);
  editor.open(rules);
}

/** Begins a game by other rules, or goes on with one. */
async function playBy(name, game = {}) {
  const before = state && gameNow();
  await chooseRules(name);
  address.delete('rules');
  history.replaceState(null, '', addressOf(chosen.name, address));
  newGame(game, before);
}

/** Opens a game from a link or a file, for both sides to be played by people. */
async function openLinked({rules = chosen.name, position, moves}) {
  const problem = await engine.ask('problem', {rules, position, moves});
  if (problem) {
    if (!state) newGame();
    return showError(`This game cannot be opened: ${problem}`);
  }
  settings.people = 'both';
  await playBy(rules, {position, moves});
}

/** Begins a game, or goes on with one that has moves. `before`: the game to return to. */
function newGame({position = '', moves = [], future: later = []} = {}, before = state && gameNow()) {
  $('status').textContent = 'Loading …';
  document.body.dataset.turn = 'engine';
  previous = before?.moves.length > 0 ? before : null;
  [begun, future, state] = [position, later, null];
  past.clear();
  describeOpponent();
  engine.send('open', {rules: chosen.name, position, moves, ...settings.opponent});
}

async function returnToPrevious() {
  const game = previous;
  await playBy(game.rules, game);
  previous = null;
}

function describeOpponent() {
  $('about').textContent = settings.model ? '' : 'Without a network, Raichi searches with random playouts, which is far weaker.';
}

function changeOpponent() {
  describeOpponent();
  state ? engine.send('strengthen', settings.opponent) : newGame();
}

function openBoard(opened) {
  description = opened;
  $('title').textContent = opened.title;
  board.open(opened);
}

/** Plays moves of the side to move; those that were taken back are forgotten, unless these are the first of them. */
function play(moves) {
  future = moves.every((move, i) => move === future[i]) ? future.slice(moves.length) : [];
  board.show(state, false);
  document.body.dataset.turn = 'engine';
  engine.send('play', {moves});
}

function takeBackTo(ply) {
  future = [...state.record.slice(ply), ...future];
  engine.send('takeBack', {plies: state.ply - ply});
}

/** Plays the next move again, and Raichi's answer to it. */
function redo() {
  const answers = settings.isPerson(other(state.toMove)) ? 1 : 2;
  play(future.slice(0, answers));
}

function showState(next) {
  state = next;
  wantsHint = reviews = false;
  const first = state.ply % 2 === 0 ? state.toMove : other(state.toMove);
  past.follow(state.record, first);
  if (state.result) past.note(state.ply, {result: state.result, toMove: state.toMove});
  setup.follow(state, description.hasRoyal);
  showLive();
  $('record').value = recordOf(description, state, settings.players);
  if (!isPersonsTurn() && !state.result) future = [];
  keep(gameNow());
  document.body.dataset.turn = state.result ? 'over' : isPersonsTurn() ? 'person' : 'engine';
  if (!state.result) engine.send(isPersonsTurn() ? 'advise' : 'think');
}

/** Shows the present position. */
function showLive() {
  shown = state.ply;
  board.show(state, isPersonsTurn());
  $('status').textContent = announce(state, isPersonsTurn());
  showRest(state);
}

/** Shows the position after `ply` moves. */
async function showPly(ply) {
  if (!state) return;
  setup.isOpen && setup.close();
  if (ply === state.ply) return showLive();
  shown = ply;
  const view = await engine.ask('view', {ply});
  if (shown !== ply) return;
  board.show(view, false);
  const best = past.evaluations[ply]?.best;
  if (best) board.showHint(best);
  $('status').textContent = `After move ${ply} of ${state.ply}${view.last ? `: ${view.last.text}` : ', the beginning'}.`;
  showRest(view);
}

/** Shows everything but the board and the status, for the position on the board. */
function showRest(at) {
  const isLive = shown === state.ply;
  showShares(past.sharesAt(shown, at), past.advices[shown], at);
  showThinking(null);
  past.show(shown);
  $('from-here').hidden = isLive;
  $('back').disabled = !isLive || state.ply === 0;
  $('redo').disabled = !isLive || future.length === 0 || !isPersonsTurn();
  $('hint').disabled = !isLive || !isPersonsTurn();
  $('review').disabled = state.ply === 0 || !(isPersonsTurn() || state.result);
  $('review').textContent = reviews ? 'Stop the review' : 'Review the game';
  $('previous').hidden = !previous;
}

function noteAdvice(advice) {
  if (advice.position !== state?.position || advice.ply !== state.ply) return;
  if (advice.done || !past.advices[advice.ply]?.done) past.note(advice.ply, advice);
  if (shown !== state.ply || setup.isOpen) return;
  showShares(past.sharesAt(shown, state), advice, state);
  showThinking(settings.people !== 'both' && isPersonsTurn() ? null : advice);
  if (advice.done) past.show(shown);
  if (wantsHint && advice.done) showHint();
}

function showHint() {
  const advice = past.advices[state.ply];
  wantsHint = !advice?.done;
  if (!wantsHint) board.showHint(advice.moves[0].text);
  $('status').textContent = wantsHint ? 'Raichi thinks …' : `Raichi would play ${advice.moves[0].text}.`;
}

function toggleReview() {
  reviews = !reviews;
  $('review').textContent = reviews ? 'Stop the review' : 'Review the game';
  $('progress').textContent = reviews ? 'The review begins …' : 'The review was stopped.';
  engine.send(reviews ? 'review' : 'stop');
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
$('previous').onclick = returnToPrevious;
$('back').onclick = () => takeBackTo(Math.max(0, state.ply - (settings.isPerson(other(state.toMove)) ? 1 : 2)));
$('redo').onclick = redo;
$('hint').onclick = showHint;
$('flip').onclick = () => board.flip();
$('from-here').onclick = () => takeBackTo(shown);
$('review').onclick = toggleReview;
$('copy').onclick = () => say('The record is copied.', () => copyText($('record')));
$('share').onclick = () => say('The link to this game is copied.', () => copy(linkTo({...gameNow()})));
$('save').onclick = () => saveFile(`${description.name}.json`, `${$('record').value}\n`);
$('load').onclick = () => $('file').click();
$('file').onchange = async () => {
  const [file] = $('file').files;
  if (file) await gameInFile(file).then(openLinked).catch(error => showError(error.message));
  $('file').value = '';
};
settings.fields.rules.onchange = () => playBy(settings.fields.rules.value);
settings.fields.people.onchange = () => state && showState(state);
settings.fields.model.onchange = settings.fields.strength.onchange = changeOpponent;
window.onhashchange = () => {
  const linked = gameOf(location.hash);
  if (linked) openLinked({rules: new URLSearchParams(location.search).get('rules')?.replaceAll(' ', '+'), ...linked});
};
navigator.serviceWorker?.register('service-worker.js');
