// The game outside the page: in the browser's storage, in a link, and in a file.
import {addressOf} from './editor.js';

const KEY = 'raichi.game';

/** Keeps {rules, position, moves, future, people, model, strength} for the next visit. */
export function keep(game) {
  try {
    localStorage.setItem(KEY, JSON.stringify(game));
  } catch {} // a browser may refuse to store anything
}

/** The game that was kept, or null. */
export function keptGame() {
  try {
    return JSON.parse(localStorage.getItem(KEY));
  } catch {
    return null;
  }
}

/** A link to a game: `?rules=brandubh#position=…&moves=d1-c1.d3-c3`. */
export function linkTo({rules, position, moves}) {
  const parts = new URLSearchParams();
  if (position) parts.set('position', position);
  if (moves.length > 0) parts.set('moves', moves.map(withoutCaptures).join('.'));
  return addressOf(rules) + (parts.size > 0 ? `#${parts}` : '');
}

/** The game {position, moves} of a link's fragment, or null if it has none. */
export function gameOf(fragment) {
  const parts = new URLSearchParams(fragment.slice(1));
  if (!parts.has('position') && !parts.has('moves')) return null;
  return {position: parts.get('position') ?? '', moves: (parts.get('moves') ?? '').split('.').filter(Boolean)};
}

const withoutCaptures = move => move.split('x')[0];

/** Lets the browser save text as a file. */
export function saveFile(name, text) {
  const link = Object.assign(document.createElement('a'), {download: name, href: URL.createObjectURL(new Blob([text]))});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The first game of a file of JSON lines, as `raichi replay --input` reads them: {rules, position, moves}. */
export async function gameInFile(file) {
  for (const line of (await file.text()).split('\n').filter(text => text.trim())) {
    const {rules = 'linnaeus', position = '', moves} = readLine(line, file.name);
    if (typeof moves === 'string') return {rules, position, moves: moves.split(/\s+/).filter(Boolean)};
  }
  throw new Error(`${file.name}: no game in it; expected a JSON line with "moves"`);
}

function readLine(line, name) {
  try {
    return Object(JSON.parse(line));
  } catch {
    throw new Error(`${name}: expected lines of JSON, as "Save" writes them`);
  }
}
