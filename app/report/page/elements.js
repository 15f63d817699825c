// Functions that make elements and turn numbers into text.

/** Makes an HTML element: h('p', {class: 'x'}, 'text', child…). Leaves out attributes that are null. */
function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** Makes an SVG element. */
function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Data whose texts, which may come from anywhere, have hidden characters as the program writes them (base/text.h): `\x07`, `\u202E`. */
function clean(data) {
  if (typeof data === 'string') return data.replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, visible);
  if (Array.isArray(data)) return data.map(clean);
  if (data === null || typeof data !== 'object') return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [clean(key), clean(value)]));
}

function visible(character) {
  const code = character.codePointAt(0), [letter, digits] = code < 0x80 ? ['x', 2] : code < 0x10000 ? ['u', 4] : ['U', 8];
  return `\\${letter}${code.toString(16).toUpperCase().padStart(digits, '0')}`;
}

const byId = (id) => document.getElementById(id);
const note = (text) => h('p', {class: 'note'}, text);
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const isNumber = (value) => typeof value === 'number';

/** `1,234`, `12.3`, `0.0042`: about three digits; integers are exact. */
function plain(value) {
  const size = Math.abs(value);
  const digits = size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : size >= 0.1 || size === 0 ? 2 : 4;
  return value.toLocaleString('en', {maximumFractionDigits: digits});
}

/** `950`, `12.3k`, `4.56M`. */
function compact(value) {
  for (const [unit, size] of [['G', 1e9], ['M', 1e6], ['k', 1e4]]) {
    if (Math.abs(value) < size) continue;
    const part = value / (unit === 'k' ? 1e3 : size);
    return part.toLocaleString('en', {maximumSignificantDigits: 3}) + unit;
  }
  return plain(value);
}

/** `1 game`, `2 games`. */
const count = (number, one, many = `${one}s`) => `${plain(number)}\u00a0${number === 1 ? one : many}`;

const percent = (share) => (100 * share).toLocaleString('en', {maximumFractionDigits: share > 0 && share < 0.0995 ? 1 : 0}) + '\u202f%';
const signed = (value) => (value > 0 ? '+' : value < 0 ? '\u2212' : '') + plain(Math.abs(value));

/** `42 s`, `12 min`, `3 h 07 min`. */
function duration(seconds) {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** A bar of three parts (attackers, draws, defenders) with its values as text. */
function outcomeBar(attackers, draws, defenders) {
  const games = attackers + draws + defenders;
  const part = (name, count) => h('span', {class: `part ${name}`, style: `width:${games ? 100 * count / games : 0}%`});
  const text = `attackers ${percent(attackers / games)}, draws ${percent(draws / games)}, defenders ${percent(defenders / games)}`;
  return h('span', {class: 'outcome', role: 'img', 'aria-label': text, title: text},
    part('attackers', attackers), part('draws', draws), part('defenders', defenders));
}
