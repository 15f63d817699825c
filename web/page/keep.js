// The game outside the page: in the browser's storage, in a link, and in a file.
import {quoted} from './words.js';

const KEY = 'raichi.game';
const LARGEST_FILE = 16_000_000; // bytes, of a file of games

/** Keeps a game, its clocks and its settings, {rules, position, moves, future, times, ...settings, previous}, for the next visit; `previous` is such a game or null. */
export function keep(game) {
  try {
    localStorage.setItem(KEY, JSON.stringify(game));
  } catch {} // a browser may refuse to store anything
}

/** The game that was kept, or null. */
export function keptGame() {
  try {
    const game = JSON.parse(localStorage.getItem(KEY));
    return isGame(game) ? {...game, previous: isGame(game.previous) ? game.previous : null} : null;
  } catch {
    return null;
  }
}

const isText = value => typeof value === 'string';
const isGame = game => isText(game?.rules) && isText(game.position) && [game.moves, game.future].every(moves => Array.isArray(moves) && moves.every(isText));

/** The page's address with these rules. In such a name, only brackets must be encoded. */
export function addressOf(rules, others = new URLSearchParams()) {
  const name = encodeURIComponent(rules).replace(/%2B|%2C|%2F|%3D/g, decodeURIComponent);
  const rest = `${others}` && `&${others}`;
  return `${location.origin}${location.pathname}?rules=${name}${rest}`;
}

/** The rules that an address's parameters name, if any. They have a blank where the address says `+`, as in ?rules=linnaeus+first=defenders. */
export const rulesIn = address => address.get('rules')?.replaceAll(' ', '+') || undefined;

/** A link to a game: `?rules=brandubh#position=…&moves=d1-c1.d3-c3`. */
export function linkTo({rules, position, moves}) {
  const parts = new URLSearchParams();
  if (position) parts.set('position', position);
  if (moves.length > 0) parts.set('moves', moves.map(withoutCaptures).join('.'));
  return addressOf(rules) + (`${parts}` && `#${parts}`);
}

/** The game {position, moves} of a link's fragment, or null if it has none. */
export function gameOf(fragment) {
  const parts = new URLSearchParams(fragment.slice(1));
  if (!parts.has('position') && !parts.has('moves')) return null;
  return {position: parts.get('position') ?? '', moves: (parts.get('moves') ?? '').split('.').filter(Boolean)};
}

const withoutCaptures = move => move.split('x')[0];

/** Copies the text of a field. */
export async function copyText(field) {
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch { // there is no clipboard over HTTP, and a browser may refuse access to it
    document.execCommand('copy');
  }
}

/** Copies the link in a field, and says so on the button. */
export async function copyLink(field, button) {
  await copyText(field);
  button.textContent = 'The link is copied';
  setTimeout(() => button.textContent = 'Copy link', 2000);
}

/** Lets the browser save text as a file. */
export function saveFile(name, text) {
  const link = Object.assign(document.createElement('a'), {download: name, href: URL.createObjectURL(new Blob([text]))});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The first game of a file of JSON lines (gameInLines). */
export async function gameInFile(file) {
  if (file.size > LARGEST_FILE) throw new Error(`${quoted(file.name)}: ${Math.ceil(file.size / 1e6)} MB; expected a file of at most ${LARGEST_FILE / 1e6} MB`);
  return gameInLines(await file.text(), file.name);
}

/** The game of pasted text: a link, JSON lines, a position, or moves such as `1. e2-c2 e3-f3xc3 2. …`; the last two are of `rules`. */
export function gameInText(text, rules) {
  const pasted = text.trim();
  if (pasted.startsWith('{')) return gameInLines(pasted, 'the text');
  const link = URL.canParse(pasted) ? new URL(pasted) : null;
  if (link && (link.hash || rulesIn(link.searchParams))) return {rules: rulesIn(link.searchParams) ?? rules, yaml: '', ...gameOf(link.hash) ?? {position: '', moves: []}};
  if (/^[\w]+(\/\w+)+ [ad]\b/.test(pasted)) return {rules, yaml: '', position: pasted, moves: []};
  const moves = pasted.replaceAll(/\b\d+\.+/g, ' ').split(/\s+/).filter(Boolean);
  if (moves.length > 0 && moves.every(move => /^[a-s]\d+-[a-s]\d+(x\S+)?$/.test(move))) return {rules, yaml: '', position: '', moves};
  throw new Error(`${quoted(pasted)}: expected a record, moves such as e2-c2, a position such as 9/9/4K4/… a, or a link`);
}

/** The first game of JSON lines, as `raichi replay --input` reads them: {rules, yaml, position, moves}, where `yaml` is empty or rules that are not shipped. */
function gameInLines(text, name) {
  for (const line of text.split('\n').filter(text => text.trim())) {
    const {rules = 'linnaeus', rules_yaml: yaml = '', position = '', moves} = readLine(line, name);
    if ([rules, yaml, position, moves].every(isText)) return {rules, yaml, position, moves: moves.split(/\s+/).filter(Boolean)};
  }
  throw new Error(`${quoted(name)}: no game in it; expected a JSON line with "moves"`);
}

function readLine(line, name) {
  try {
    return Object(JSON.parse(line));
  } catch {
    throw new Error(`${quoted(name)}: expected lines of JSON, as "Save" writes them`);
  }
}
