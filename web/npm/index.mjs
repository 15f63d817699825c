// The package raichi: the module with its rule sets and networks, and a search in one call. index.d.mts describes it.
import createRaichi from './raichi.mjs';

export default createRaichi;

async function load(name) {
  const file = new URL(name, import.meta.url);
  if (file.protocol === 'file:') return new Uint8Array(await (await import('node:fs/promises')).readFile(file));
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`${file}: HTTP ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

export async function loadRules() {
  return JSON.parse(new TextDecoder().decode(await load('rules.json')));
}

export function loadNetwork(name = 'linnaeus') {
  return load(`models/${name}.safetensors`);
}

export function search(raichi, table, {network = null, visits = 100, seconds = 0, careless = 0, seed = 1 + Math.floor(Math.random() * 2 ** 31)} = {}) {
  const {result, outcome, record} = table.state();
  if (result) throw new Error(`The game is over: ${outcome}`);
  const thinker = new raichi.Thinker(network !== null, visits, seconds, (seed + record.length * 0x9e3779b1) >>> 0, careless);
  try {
    thinker.begin(table);
    for (let leaves; (leaves = thinker.select()) > 0;) {
      if (network) thinker.evaluate(network, 0, leaves);
      network ? thinker.backUp() : thinker.playOut();
    }
    return {move: thinker.choose(), ...thinker.advice()};
  } finally {
    thinker.delete();
  }
}
