// What single rules do: one change at a time, each rule over all combinations, and the path from one game to another.

function buildEffects(section, {effects, rules}) {
  const of = (kind) => (effects || []).filter((one) => (one.kind || 'change') === kind && (isNumber(one.elo) || isNumber(one.points)));
  const [changes, mains, interactions, path] = ['change', 'main', 'interaction', 'path'].map(of);
  if (![changes, mains, interactions, path].some((list) => list.length)) return false;
  section.append(h('p', {class: 'lead'}, 'What happens to the chances of the two sides if one rule is different and all else stays.'),
    howToRead(['A bar to the right means that the change helps the attackers, to the left the defenders; it covers the range with 95\u202f% certainty. ' +
      'A point is one game in a hundred between equal players. Elo says the same as a difference in strength: 100 Elo turn 50\u202f% into 64\u202f%, 200 into 76\u202f%. ' +
      'The last word says whether it may be chance: with \u201ccertain\u201d, chance alone would do this in fewer than 1 of 1,000 studies; with \u201clikely\u201d in fewer than 1 of 20. ' +
      'All effects of the study are judged together, so that one does not stand out by luck. ' +
      'If several networks played, the table of the numbers also has the smallest and the largest difference of one network\u2019s figures.']));
  if (changes.length) section.append(h('h3', {}, 'One rule changed'), h('p', {class: 'muted'}, changedFrom(changes, rules)), ...effectList(changes, 'one rule changed'));
  for (const steps of chainsOf(path)) section.append(...pathList(steps, rules));
  if (mains.length) {
    section.append(h('h3', {}, 'Each rule over all combinations'), h('p', {class: 'muted'}, 'The mean over every combination of the other rules: what a rule does in general, not beside one game.'),
      ...effectList(mains, 'each rule over all combinations'));
  }
  if (interactions.length) section.append(...interactionTable(interactions, mains));
  return true;
}

const titleByName = (rules, name) => {
  const rule = rules.find((one) => one.name === name);
  return rule ? titleOf(rule) : name;
};

function changedFrom(changes, rules) {
  const bases = [...new Set(changes.map((one) => one.from).filter(Boolean))];
  return bases.length === 1 ? `Each row is ${titleByName(rules, bases[0])} with one change.` : 'Each row is a rule set with one change.';
}

/** Rows of effects, those that help the attackers most first, and their numbers. */
function effectList(list, caption) {
  const worth = (one) => isNumber(one.elo) ? {value: one.elo, low: one.low, high: one.high} : {value: 100 * one.points};
  const ordered = [...list].sort((a, b) => worth(b).value - worth(a).value);
  const {axis, marks} = differenceAxis(ordered.map(worth));
  const inElo = ordered.some((one) => isNumber(one.elo));
  const row = (one) => {
    const {value, low, high} = worth(one), side = value >= 0 ? 'attackers' : 'defenders', sure = sureness(one);
    const text = [isNumber(one.points) ? points(one.points) : '', isNumber(one.elo) ? elo(one.elo) : ''].filter(Boolean);
    return h('li', {class: 'effect-row'}, h('span', {class: 'who'}, one.label || one.factors?.join(', ') || one.to),
      strip(`${one.label}: ${text.join(', ')} for the attackers, ${sure}`, ...marks.map((mark) => vertical(axis, mark, mark ? 'grid-line' : 'half')),
        isNumber(low) ? band(axis, low, high, `reach ${side}${sure === 'may be chance' ? ' unsure' : ''}`, '25%', '50%') : null, dot(axis, value, side)),
      h('span', {class: 'worth'}, h('b', {class: `side ${side}`}, text[0]), text[1] ? h('small', {}, text[1]) : null), h('span', {class: 'sure'}, sure));
  };
  const head = h('div', {class: 'effect-row forest-head', 'aria-hidden': 'true'}, h('span', {}, 'Change'), ticks(axis, [axis.from, 0, axis.to], (mark) => mark === axis.to ? `${signed(mark)} ${inElo ? 'Elo' : 'points'}` : signed(mark)),
    h('span', {}, inElo ? 'Points, Elo' : 'Points'), h('span', {}, 'Chance?'));
  return [head, h('ul', {class: 'effects', 'aria-label': caption}, ...ordered.map(row)), effectTable(ordered, caption)];
}

const effectTable = (list, caption) => numbers(caption, ['Change', 'Points', 'Seeds, points', 'Elo', 'Interval, Elo', 'Logit', 'p', 'p after Holm'], list.map((one) => [one.label || '',
  isNumber(one.points) ? points(one.points) : '', seedRange(one), isNumber(one.elo) ? signed(Math.round(one.elo)) : '',
  isNumber(one.low) ? `${signed(Math.round(one.low))} to ${signed(Math.round(one.high))}` : '', isNumber(one.logit) ? one.logit.toFixed(2) : '', chanceText(one.p), chanceText(one.holm)]));

/** The least and the greatest difference of one seed's figures, in points. */
function seedRange({by_seed: bySeed}) {
  const seen = (bySeed || []).filter(isNumber);
  return seen.length ? `${points(Math.min(...seen)).replace(/\s.*/, '')} to ${points(Math.max(...seen))}` : '';
}

/** The steps as chains in which each step begins where the one before it ended. */
function chainsOf(steps) {
  const chains = [];
  for (const step of steps) {
    const chain = chains.at(-1);
    if (chain && chain.at(-1).to === step.from) chain.push(step);
    else chains.push([step]);
  }
  return chains;
}

/** A waterfall: each step as a bar from the score before it to the score after it. */
function pathList(steps, rules) {
  const known = (name) => scoreOf(rules.find((rule) => rule.name === name) || {});
  let score = known(steps[0].from) ?? 0.5;
  const start = score, from = titleByName(rules, steps[0].from), to = titleByName(rules, steps.at(-1).to);
  const last = rules.find((rule) => rule.name === steps.at(-1).to) || {};
  const row = (name, text, label, ...marks) => h('li', {class: 'effect-row path-row'}, h('span', {class: 'who'}, name), strip(label, ...scoreLines(), ...marks), ...text);
  const rows = [row(h('b', {}, from), [h('span', {class: 'worth'}, h('b', {}, whole(start)))], `${from}: ${whole(start)}`, dot(scoreAxis, start, 'few-draws'))];
  for (const step of steps) {
    const before = score;
    score = known(step.to) ?? before + (step.points || 0);
    const change = isNumber(step.points) ? step.points : score - before, side = change >= 0 ? 'attackers' : 'defenders', sure = sureness(step);
    rows.push(row(step.label || step.to, [h('span', {class: 'worth'}, h('b', {class: `side ${side}`}, points(change)), h('small', {}, `now ${whole(score)}`)), h('span', {class: 'sure'}, sure)],
      `${step.label}: ${points(change)}, from ${whole(before)} to ${whole(score)}`, band(scoreAxis, before, score, `step ${side}`, '20%', '60%'), vertical(scoreAxis, score, 'end')));
  }
  rows.push(row(h('b', {}, to), [h('span', {class: 'worth'}, h('b', {}, whole(score)))], `${to}: ${whole(score)}`, dot(scoreAxis, score, 'few-draws')));
  const way = groupOf(last) === 'path' ? `From ${from}` : `From ${from} to ${to}`;  // a step has no name of its own
  return [h('h3', {}, `${way}, one rule at a time`), h('p', {class: 'muted'}, `The score of the attackers, step by step. All steps together: ${points(score - start)}.`),
    h('div', {class: 'effect-row forest-head', 'aria-hidden': 'true'}, h('span', {}, 'Step'), scoreTicks(), h('span', {}, 'Points'), h('span', {}, 'Chance?')),
    h('ol', {class: 'effects', 'aria-label': 'Steps'}, ...rows), effectTable(steps, `from ${from} to ${to}`)];
}
