// The worker of the page: the game, the opponent and the adviser. It runs one command at a time and answers with
// messages {state}, {advice} and {error}. A new command ends the search that is running. A question {question, id} is
// answered at once with {answer, id} and ends nothing.
import createRaichi from './raichi.mjs';
import {Network} from './network.js';

const ADVISER_VISITS = {network: 100, playouts: 400};
const BREATH = 20; // milliseconds of search between two checks for a new command

const raichi = await createRaichi();
const ruleSets = await (await fetch('rules.json')).json();
const networks = new Map(); // the opened networks, by file

let table, network, opponent, adviser;
let newest = 0; // the number of the newest command

const commands = {
  /** Begins a game: {rules, model, visits, seconds, seed}. `model` is an entry of models.json or null. */
  async open({rules, model, ...strength}) {
    network = model && await openNetwork(model);
    const {text, changes} = findRules(rules);
    const error = raichi.checkRules(text, changes);
    if (error) throw new Error(error);
    table?.delete();
    table = new raichi.Table(text, changes);
    replaceAdviser(strength.seed);
    replaceOpponent(strength);
    postMessage({board: table.board(), state: table.state()});
  },
  /** Changes the strength during a game: {visits, seconds, seed}. */
  strengthen(strength) {
    replaceOpponent(strength);
    postState();
  },
  play({move}) {
    const error = table.play(move);
    if (error) throw new Error(error);
    postState();
  },
  takeBack({plies}) {
    table.takeBack(plies);
    postState();
  },
  /** The opponent searches and plays a move. */
  async think(_, isNewest) {
    if (!await search(opponent, isNewest)) return;
    table.play(opponent.choose());
    postState();
  },
  /** The adviser searches, for the evaluation bar and for hints. */
  async advise(_, isNewest) {
    await search(adviser, isNewest);
  },
};

const questions = {
  /** Describes the rules of a name such as `linnaeus+first=defenders`: {base, name, title, size, keys, chapters} or {base, error}. */
  describe({rules}) {
    const {base, text, changes} = findRules(rules);
    const error = raichi.checkRules(text, changes);
    return {base, ...(error ? {error} : raichi.describeRules(text, changes))};
  },
};

let queue = Promise.resolve();
onmessage = ({data}) => {
  if (data.question) return postMessage({id: data.id, answer: questions[data.question](data)});
  const id = ++newest;
  const carryOut = () => commands[data.command](data, () => id === newest);
  queue = queue.then(carryOut).catch(error => postMessage({error: error.message ?? String(error)}));
};
postMessage({ready: true, encoderVersion: raichi.encoderVersion});

/** The listed rule set that a name begins with, its rule file as JSON, and the changes behind it. */
function findRules(name) {
  const head = name.split('+')[0];
  const base = head in ruleSets ? head : name;
  return {base, text: JSON.stringify(ruleSets[base]), changes: name.slice(base.length)};
}

function postState() {
  postMessage({state: table.state()});
}

async function openNetwork(model) {
  if (!networks.has(model.file)) networks.set(model.file, await Network.open(model));
  return networks.get(model.file);
}

function replaceOpponent({visits, seconds, seed}) {
  opponent?.delete();
  opponent = new raichi.Thinker(network?.canvas ?? 0, visits, seconds, seed);
}

function replaceAdviser(seed) {
  adviser?.delete();
  adviser = new raichi.Thinker(network?.canvas ?? 0, ADVISER_VISITS[network ? 'network' : 'playouts'], 0, seed);
}

/** Searches and sends results to the page meanwhile. Returns false if a new command ended the search. */
async function search(thinker, isNewest) {
  const {position, toMove} = table.state();
  const tell = done => postMessage({advice: {...thinker.advice(), position, toMove, done}});
  thinker.begin(table);
  let lookedAt = performance.now();
  for (let n; (n = thinker.select()) > 0;) {
    await evaluate(thinker, n);
    if (performance.now() - lookedAt < BREATH) continue;
    if (!await isStillWanted(isNewest)) return false;
    lookedAt = performance.now();
    tell(false);
  }
  if (!await isStillWanted(isNewest)) return false;
  tell(true);
  return true;
}

/** Evaluates the n leaves that the thinker selected. */
async function evaluate(thinker, n) {
  if (!network) return thinker.playOut();
  thinker.encode();
  const {policy, wdl, moves_left} = await network.run(n, thinker.planes(), thinker.numbers());
  thinker.answer(policy, wdl, moves_left);
}

/** Waits until pending messages have arrived. Returns true if there was no new command among them. */
async function isStillWanted(isNewest) {
  await new Promise(resolve => setTimeout(resolve));
  return isNewest();
}
