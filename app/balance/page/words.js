// Numbers and findings in words. app/balance/write_page.h describes the data.

const groups = {
  variant: 'Games and their readings',
  change: 'One rule changed',
  factorial: 'All combinations of some rules',
  path: 'Steps from one game to another',
};
const families = {
  network: {name: 'Network', level: 'visits', step: 'doubling of the search', about: 'positions that the trained network looks at before each move', scale: Math.log2},
  checkpoint: {name: 'Network in training', level: 'checkpoint', step: 'checkpoint', about: 'states of one network from its training, the earliest on the left', scale: (number) => number},
  alphabeta: {name: 'Classical engine', level: 'depth', step: 'ply', about: 'moves that the alpha-beta engine looks ahead', scale: (depth) => depth},
  playouts: {name: 'Random playouts', level: 'playouts', step: 'doubling of the playouts', about: 'random games that the player tries before each move', scale: Math.log2},
};
const openings = {setup: 'the setup', random4: 'four random moves', 'first-moves': 'each first move'};

const groupOf = ({group}) => groups[group] ? group : 'variant';
const familyOf = (name) => families[name] || {name, level: 'level', step: 'step', about: 'strength', scale: (level) => level};
/** The name of a rule set on the page: its title, with what was changed if another has the same title. */
const titleOf = (rule) => rule.shown ?? rule.title ?? rule.name;

/** Gives each rule set a name of its own. Steps of a path are called by their number and what they change. */
function nameRules(rules, effects = []) {
  const steps = effects.filter((one) => one.kind === 'path');
  const several = (text) => rules.filter((rule) => (rule.title || rule.name) === text).length > 1;
  for (const rule of rules) {
    const title = rule.title || rule.name, label = rule.label && rule.label !== title ? rule.label : '';
    const step = groupOf(rule) === 'path' ? 1 + steps.findIndex((one) => one.to === rule.name) : 0;
    rule.shown = step ? `Step ${step}: ${steps[step - 1].label}` : !several(title) || groupOf(rule) === 'variant' && !label ? title : label ? `${title}: ${label}` : rule.name;
  }
}
const sizeOf = (rule) => isNumber(rule.size) ? `${rule.size}\u00d7${rule.size}` : '';
const scoreOf = (rule) => rule.headline?.score;
const sideOf = (score) => score >= 0.5 ? 'attackers' : 'defenders';

/** A share as a whole percentage, for pictures that show no more. */
const whole = (share) => `${Math.round(100 * share)}\u202f%`;
const wholeRange = ({low, high}) => isNumber(low) && isNumber(high) ? `${Math.round(100 * low)} to ${whole(high)}` : '';

/** `+4.2 points`: a difference of scores in points of a hundred. */
const points = (difference) => {
  const value = Math.round(1000 * difference) / 10;
  return `${signed(Math.abs(value) < 10 ? value : Math.round(value))}\u00a0${Math.abs(value) === 1 ? 'point' : 'points'}`;
};
const elo = (value) => `${signed(Math.round(value))}\u00a0Elo`;

/** A verdict in words and the side that it favours: {text, side}. */
function verdictOf({verdict, headline}) {
  const side = isNumber(headline?.score) ? sideOf(headline.score) : '';
  if (verdict === 'leans') return {text: side ? `leans to the ${side}` : 'leans', side};
  if (verdict === 'lopsided') return {text: side ? `lopsided: ${side}` : 'lopsided', side};
  if (verdict === 'undecided') return {text: 'undecided', side: ''};
  return {text: verdict || '', side: ''};
}

/** How sure it is that an effect is not chance. `p` is corrected for the number of effects (Holm) where it can be. */
function sureness({holm, p}) {
  const chance = holm ?? p;
  if (!isNumber(chance)) return '';
  return chance < 0.001 ? 'certain' : chance < 0.01 ? 'almost certain' : chance < 0.05 ? 'likely' : 'may be chance';
}

/** `0.0312`, `under 0.001`. */
const chanceText = (p) => !isNumber(p) ? '' : p < 0.001 ? 'under 0.001' : p.toFixed(3);

/** The strength of a player in words: `400 visits`, `depth 3`. */
function levelText({family, level}) {
  const {name, level: unit} = familyOf(family);
  return ['depth', 'checkpoint'].includes(unit) ? `${name.toLowerCase()}, ${unit} ${level}` : `${name.toLowerCase()}, ${plain(level)} ${unit}`;
}
