// The levels of play by name. `raichi play --level` has the same names and visits.
export const LEVELS = [
  {name: 'beginner', visits: 1},
  {name: 'easy', visits: 10},
  {name: 'casual', visits: 25},
  {name: 'club', visits: 100},
  {name: 'strong', visits: 400},
  {name: 'expert', visits: 1600},
  {name: 'strongest', visits: 6400},
];
export const FIRST_LEVEL = 'casual';

const VISITS = [50, 200, 800, 3200];
const SECONDS = [1, 3, 10];

/** Fills the list of strengths. A value is `25v` (visits) or `3s` (seconds). */
export function listStrengths(select) {
  const group = (label, options) => {
    const element = Object.assign(document.createElement('optgroup'), {label});
    element.append(...options);
    return element;
  };
  const capital = text => text[0].toUpperCase() + text.slice(1);
  const count = (number, unit) => `${number} ${unit}${number === 1 ? '' : 's'}`;
  select.replaceChildren(
    group('Levels', LEVELS.map(({name, visits}) =>
      new Option(`${capital(name)} (${count(visits, 'visit')})`, `${visits}v`, name === FIRST_LEVEL, name === FIRST_LEVEL))),
    group('Visits a move', VISITS.map(visits => new Option(`${visits} visits`, `${visits}v`))),
    group('Seconds a move', SECONDS.map(seconds => new Option(count(seconds, 'second'), `${seconds}s`))));
}

/** The strength of a value: {visits, seconds}, of which seconds count if they are not 0. */
export function strengthOf(value) {
  const number = parseInt(value);
  return value.endsWith('s') ? {visits: 1, seconds: number} : {visits: number, seconds: 0};
}

/** The value of a name of a level, or the text itself. */
export const valueOf = text => {
  const level = LEVELS.find(({name}) => name === text);
  return level ? `${level.visits}v` : text;
};
