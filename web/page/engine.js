// The worker of the page: the game, the opponent, the adviser and the review. It runs one command at a time and answers with
// messages {board}, {state}, {advice}, {found} and {error: {text, command}}. A new command ends the search that is running. A
// question {question, id} is answered at once with {id, answer} or {id, refused: {text, command}}, and ends nothing.
import createRaichi from './raichi.mjs';
import {damaged, loadBytes, loadProofs, loadRuleSets} from './files.js';
import {Network} from './network.js';
import {think} from './thinking.js';
import {quoted} from './words.js';

const ADVISER_VISITS = {network: 100, playouts: 400};
const REVIEW_VISITS = {network: 200, playouts: 800};
const networks = new Map(); // the opened networks, by file

const proofs = new Map(); // the checked proofs, by the name of their rules

let raichi, ruleSets, certificates;
let game; // {rules, position, moves}: the name of the rules, where the game began, and its moves as text
let table, network, opponent, adviser, goal;
let number; // of the last `open` or `strengthen`, as the page counts them; each state has it
let newest = 0; // how many commands have come

const commands = {
  /** Begins or continues a game: {rules, position, moves, model, visits, seconds, careless, seed, number}. `model` is an entry of models.json or null. */
  async open({rules, position = '', moves = [], number: opening, model, ...strength}) {
    network = model && await openNetwork(model);
    const error = problemOf({rules, position, moves});
    if (error) throw new Error(error);
    table?.delete();
    game = {rules, position, moves: [...moves]};
    table = tableAt(moves.length);
    adviser = renew(adviser, {visits: visitsOf(ADVISER_VISITS), seconds: 0, seed: strength.seed});
    opponent = renew(opponent, goal = strength);
    number = opening;
    postMessage({board: table.board()});
    postState();
  },
  /** Changes the opponent during a game: {model, visits, seconds, careless, seed, number}. */
  async strengthen({model, number: change, ...strength}) {
    network = model && await openNetwork(model);
    adviser = renew(adviser, {visits: visitsOf(ADVISER_VISITS), seconds: 0, seed: strength.seed});
    opponent = renew(opponent, goal = strength);
    number = change;
    postState();
  },
  play({moves}) {
    for (const move of moves) playOne(move);
    postState();
  },
  /** Takes back all moves after the first `to`. */
  takeBack({to}) {
    table.takeBack(game.moves.splice(to).length);
    postState();
  },
  /** The opponent searches and plays a move, unless there are no longer `ply` moves. */
  async think({ply}, isNewest) {
    if (ply !== game.moves.length || !await think(opponent, table, network, isNewest, postAdvice(goal, visitsOf(ADVISER_VISITS)))) return;
    playOne(opponent.choose());
    postState();
  },
  /** The adviser searches, for the evaluation and for hints. */
  async advise(_, isNewest) {
    await think(adviser, table, network, isNewest, postAdvice({visits: visitsOf(ADVISER_VISITS), seconds: 0}, 0));
  },
  /** Evaluates each position of the game. */
  async review(_, isNewest) {
    for (let ply = 0; ply <= game.moves.length; ++ply) {
      if (!await evaluate(ply, isNewest)) return;
    }
  },
  /** Evaluates the position after `ply` moves. */
  async look({ply}, isNewest) {
    await evaluate(ply, isNewest);
  },
  stop() {},
};

const questions = {
  /** Describes the rules of a name such as `linnaeus+first=defenders`: {base, name, title, size, keys, chapters} or {base, error}. */
  describe({rules}) {
    const {base, text, changes} = findRules(rules);
    const error = checkRules(rules);
    return {base, ...(error ? {error} : raichi.describeRules(text, changes))};
  },
  /** What is wrong with a game {rules, yaml, position, moves}, or an empty text. */
  problem: problemOf,
  /** The state of the game after `ply` moves. */
  view: ({ply}) => withTable(tableAt(ply), stateOf),
};

let queue = Promise.resolve();
onmessage = ({data}) => {
  if (data.question) return answer(data);
  const id = ++newest;
  const carryOut = () => commands[data.command](data, () => id === newest);
  queue = queue.then(carryOut).catch(error => postMessage({error: {text: textOf(error), command: data.command}}));
};
begin().catch(error => postMessage({failed: error.message}));

const textOf = error => error.message ?? String(error);

function answer({question, id, ...details}) {
  try {
    postMessage({id, answer: questions[question](details)});
  } catch (error) {
    postMessage({id, refused: {text: textOf(error), command: question}});
  }
}

async function begin() {
  const wasmBinary = await loadBytes('raichi.wasm');
  raichi = await createRaichi({wasmBinary, printErr() {}}).catch(() => damaged('raichi.wasm'));
  ruleSets = await loadRuleSets();
  certificates = await loadProofs();
  postMessage({ready: {encoderVersion: raichi.encoderVersion, levels: raichi.levels()}});
}

/** The listed rule set that a name begins with, its rule file as JSON, and the changes behind it. */
function findRules(name) {
  const head = name.split('+')[0];
  const base = Object.hasOwn(ruleSets, head) ? head : name;
  return {base, text: Object.hasOwn(ruleSets, base) ? JSON.stringify(ruleSets[base]) : '', changes: name.slice(base.length)};
}

function checkRules(rules) {
  const {text, changes} = findRules(rules);
  return text ? raichi.checkRules(text, changes) : `there are no rules named ${quoted(rules)} here`;
}

/** `yaml`: the text of the rules that the game is of, if it may differ from those of that name here. */
function problemOf({rules, yaml = '', position = '', moves = []}) {
  const {text, changes} = findRules(rules);
  const error = checkRules(rules) || raichi.checkPosition(text, changes, position);
  if (error) return error;
  return withTable(new raichi.Table(text, changes, position), at => {
    if (yaml && yaml !== at.board().recorded) return `its rules are not those that are named ${quoted(rules)} here`;
    for (const [i, move] of moves.entries()) {
      try {
        at.play(move);
      } catch (error) {
        return `ply ${i + 1}: ${error.message}`;
      }
    }
    return '';
  });
}

/** The game after `ply` of its moves. */
function tableAt(ply) {
  const {text, changes} = findRules(game.rules);
  const at = new raichi.Table(text, changes, game.position);
  for (const move of game.moves.slice(0, ply)) at.play(move);
  return at;
}

function withTable(at, use) {
  try {
    return use(at);
  } finally {
    at.delete();
  }
}

async function evaluate(ply, isNewest) {
  const at = tableAt(ply);
  const thinker = renew(null, {visits: visitsOf(REVIEW_VISITS), seconds: 0, seed: 1});
  try {
    const {toMove, result} = at.state();
    const tell = (advice, done) => done && postMessage({found: {...advice, ply, toMove, plies: game.moves.length}});
    if (result) return postMessage({found: {ply, toMove, result, plies: ply}});
    return await think(thinker, at, network, isNewest, tell);
  } finally {
    thinker.delete();
    at.delete();
  }
}

function playOne(move) {
  table.play(move);
  game.moves.push(move);
}

function postState() {
  postMessage({state: {...stateOf(table), number}});
}

/** The state of a table, with what is proven of its position: {side, plies, move} or null. */
function stateOf(at) {
  return {...at.state(), proven: proofOf(game.rules)?.look(at) ?? null};
}

/** The proof of a rule set, which is checked when it is used first, if the page has one. Changed rules have none. */
function proofOf(rules) {
  if (!Object.hasOwn(certificates, rules)) return null;
  if (!proofs.has(rules)) proofs.set(rules, new raichi.Proof(findRules(rules).text, certificates[rules]));
  return proofs.get(rules).isProof ? proofs.get(rules) : damaged('proofs.json');
}

/** Returns a function that sends the page what a search of the present position found. It judges moves from `least` visits on. */
function postAdvice(goal, least) {
  const {position, ply, toMove} = table.state();
  return (advice, done) => {
    const judges = advice.visits >= least || advice.proof !== '';
    postMessage({advice: {...advice, position, ply, toMove, goal, done, judges}});
  };
}

async function openNetwork(model) {
  if (!networks.has(model.file)) networks.set(model.file, await Network.open(raichi, model));
  return networks.get(model.file);
}

const visitsOf = visits => visits[network ? 'network' : 'playouts'];

function renew(thinker, {visits, seconds, seed, careless = 0}) {
  thinker?.delete();
  return new raichi.Thinker(Boolean(network), visits, seconds, seed, careless);
}
