// The strengths of play: the levels of `raichi play --level`, as the engine lists them, and others.
let levels = []; // {name, visits, careless, isDefault}

const VISITS = [50, 200, 800, 3200];
const SECONDS = [1, 3, 10];

/** Fills the list of strengths with the engine's levels. A value is `25v` (visits), `3s` (seconds), or the name of a level that plays random moves too. */
export function listStrengths(select, ofEngine) {
  levels = ofEngine;
  const group = (label, options) => {
    const element = Object.assign(document.createElement('optgroup'), {label});
    element.append(...options);
    return element;
  };
  const capital = text => text[0].toUpperCase() + text.slice(1);
  const count = (number, unit) => `${number} ${unit}${number === 1 ? '' : 's'}`;
  const describe = ({visits, careless}) => count(visits, 'visit') + (careless > 0 ? `, ${careless} % of moves random` : '');
  select.replaceChildren(
    group('Levels', levels.map(level => new Option(`${capital(level.name)} (${describe(level)})`, valueOf(level.name), level.isDefault, level.isDefault))),
    group('Visits a move', VISITS.map(visits => new Option(`${visits} visits`, `${visits}v`))),
    group('Seconds a move', SECONDS.map(seconds => new Option(count(seconds, 'second'), `${seconds}s`))));
}

/** The strength of a value: {visits, seconds, careless}, of which seconds count if they are not 0. */
export function strengthOf(value) {
  const level = levels.find(({name}) => name === value);
  if (level) return {visits: level.visits, seconds: 0, careless: level.careless};
  const number = parseInt(value);
  return value.endsWith('s') ? {visits: 1, seconds: number, careless: 0} : {visits: number, seconds: 0, careless: 0};
}

/** The value of a name of a level, or the text itself. */
export const valueOf = text => {
  const level = levels.find(({name}) => name === text);
  return level?.careless === 0 ? `${level.visits}v` : text;
};
