// The page: its head, its foot, and the sections that have data. app/balance/write_page.h describes the data.

const data = clean(JSON.parse(byId('data').textContent));
data.rules = data.rules || [];
nameRules(data.rules, data.effects);

function buildHead() {
  const {name, rules, games, seeds, warnings} = data;
  const measured = rules.filter((rule) => isNumber(scoreOf(rule))), variants = measured.filter((rule) => groupOf(rule) === 'variant');
  const list = variants.length ? variants : measured, title = titleOfStudy(list);
  document.title = `${title} \u2013 Raichi`;
  byId('study').append(` \u00b7 the study \u201c${name}\u201d`);
  byId('name').textContent = title;
  byId('summary').append(...summaryOfStudy(list));
  const figures = [['Rule sets', rules.length, list.length < rules.length ? `${count(list.length, 'game')} and changes of them` : 'compared with each other'], ['Games', games, 'in all'],
    ['Training seeds', seeds, seeds === 1 ? 'one network: how much another would differ is not known' : 'networks that learned independently of each other']].filter(([, value]) => value > 0);
  byId('figures').append(...figures.map(([label, value, about]) => h('div', {}, h('dt', {}, label), h('dd', {class: 'value'}, plain(value)), h('dd', {class: 'about'}, about))));
  if (warnings?.length) byId('warnings').append(h('div', {class: 'warnings'}, h('h2', {}, 'Keep in mind'), h('ul', {}, ...warnings.map((text) => h('li', {}, `${text[0].toUpperCase()}${text.slice(1)}`)))));
}

/** `a, b and c`. */
const listed = (texts) => texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;

/** `How fair are 23 games on 11×11 boards?` */
function titleOfStudy(list) {
  if (list.length === 1) return `How fair is ${titleOf(list[0])}?`;
  const sizes = [...new Set(list.map(sizeOf).filter(Boolean))].sort((a, b) => parseInt(a) - parseInt(b));
  return `How fair are ${list.length || 'these'} games${sizes.length ? ` on ${listed(sizes)} boards` : ''}?`;
}

/** The answer in words, the most important sentence first. */
function summaryOfStudy(list) {
  if (!list.length) return ['Nothing has been measured yet.'];
  const verdicts = [['balanced', 'is', 'are', 'balanced'], ['leans', 'leans', 'lean', 'to one side'], ['lopsided', 'is', 'are', 'lopsided'], ['undecided', 'is', 'are', 'undecided']];
  const counts = verdicts.map(([verdict, one, many, text]) => [list.filter((rule) => rule.verdict === verdict).length, one, many, text]).filter(([number]) => number)
    .map(([number, one, many, text]) => `${number} ${number === 1 ? one : many} ${text}`);
  const tale = (rule) => `${titleOf(rule)} (the attackers score ${whole(scoreOf(rule))})`;
  const byBias = [...list].sort((a, b) => Math.abs(scoreOf(a) - 0.5) - Math.abs(scoreOf(b) - 0.5));
  const fairest = byBias.find(({verdict}) => verdict === 'balanced');
  const answer = fairest ? `The fairest is ${tale(fairest)}` : list.length > 1 ? `None is known to be balanced; the nearest to even is ${tale(byBias[0])}` : inWords(list[0]);
  return [h('b', {}, `${answer}.`), ` Of the ${count(list.length, 'game')} measured here` + (counts.length ? `, ${listed(counts)}.` : '.') +
    (byBias.length > 1 ? ` The most one-sided is ${tale(byBias.at(-1))}.` : '') + ' A game is fair if attackers and defenders have the same chances when both play well: 50\u202f%.'];
}

function buildMethod(section, {name, plan}) {
  section.append(h('p', {}, 'Two players of the same strength play each rule set many times. The score of the attackers is the share of the games that they win, and half of the draws. ' +
    'Ranges hold the true value with 95\u202f% certainty; they count both the chance in games and, where several networks were trained, the chance in training. Those of fair handicaps and fair bids count neither training nor openings: they hold for the networks that played. ' +
    'A game is called balanced if the whole range lies within 45 and 55\u202f% for the strongest players and the score no longer moves as players become stronger; ' +
    'lopsided if it lies outside 25 and 75\u202f%; otherwise, if it does not hold 50\u202f%, it leans to a side. It is undecided if the range is too wide to tell, or if the score still moves.'));
  if (!plan) return true;
  const file = /^[\w.-]+$/.test(name) ? `${name}.yaml` : `'${name.replaceAll("'", "'\\''")}.yaml'`;
  section.append(h('p', {class: 'muted'}, 'To repeat it, save the plan and run:'), h('pre', {tabindex: '0', 'aria-label': 'Command'}, `raichi balance ${file}`),
    h('details', {class: 'group'}, h('summary', {}, 'The plan of the study'), h('pre', {tabindex: '0', 'aria-label': 'Plan'}, plan)));
  return true;
}

// If one part fails, the others are still drawn. A part without data is left out.
const sections = {fairness: ['Fairness', buildFairness], strength: ['Strength', buildStrength], effects: ['Rules', buildEffects], families: ['Players', buildFamilies],
  map: ['Map', buildMap], rules: ['Rule sets', buildRuleSets], method: ['Method', buildMethod]};
buildHead();
for (const [id, [name, build]] of Object.entries(sections)) {
  const section = byId(id);
  try {
    if (!build(section, data)) {
      section.remove();
      continue;
    }
  } catch (error) {
    console.error(error);
    section.append(note(`This part cannot be drawn: ${error.message}`));
  }
  byId('links').append(h('li', {}, h('a', {href: `#${id}`}, name)));
}
byId('foot').textContent = 'Written by raichi balance.';
