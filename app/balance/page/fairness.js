// How fair each game is: a forest plot, whose rows open the panels of their rule sets.

const manyDraws = 0.25, someDraws = 0.1;
const drawShade = (share) => !isNumber(share) || share < someDraws ? 'few-draws' : share < manyDraws ? 'some-draws' : 'many-draws';
const collapsedRows = 16;  // a group with more rows than this is closed at first

function buildFairness(section, {rules}) {
  const shown = rules.filter((rule) => isNumber(scoreOf(rule)));
  if (!shown.length) return false;
  const parts = Object.keys(groups).map((group) => [group, shown.filter((rule) => groupOf(rule) === group)]).filter(([, list]) => list.length);
  section.append(h('p', {class: 'lead'}, 'The score of the attackers when two equally strong players meet. In a fair game it is 50\u202f%.'), howToReadScores(shown));
  parts.forEach(([group, list], index) => section.append(...forestOf(group, list, parts.length > 1, index === 0)));
  section.append(numbers('how fair each game is', ['Rule set', 'Board', 'Player', 'Games', 'Attackers win', 'Draws', 'Defenders win', 'Score', 'Interval',
    'Between seeds', 'People', 'Verdict', 'Proven', 'Fair search', 'Fair bid'], parts.flatMap(([, list]) => sorted(list)).map(fairnessRow)));
  return true;
}

const sorted = (list) => [...list].sort((a, b) => (a.size || 0) - (b.size || 0) || scoreOf(b) - scoreOf(a));

function howToReadScores(shown) {
  const center = axisOf(-1, 1);
  const keys = [[[span(center, {low: -0.8, high: 0.8}), dot(center, 0, 'few-draws')], 'the score, and the range it lies in with 95\u202f% certainty']];
  if (shown.some(({headline}) => headline.draw_share >= someDraws)) {
    keys.push([[dot(center, 0, 'some-draws')], '10 to 25\u202f% of the games are drawn'], [[dot(center, 0, 'many-draws')], 'more than 25\u202f% are drawn']);
  }
  if (shown.some(({human}) => isNumber(human?.score))) keys.push([[dot(center, 0, 'human', 5)], 'games between people, where somebody counted them']);
  keys.push([[s('rect', {class: 'even', width: '100%', height: '100%'})], 'the fair middle, 45 to 55\u202f%']);
  return howToRead(['Each row is a set of rules. A dot on the right means that the attackers win more often, a dot on the left the defenders. ' +
    'A win counts 1 and a draw a half. A short bar means that the score is known well, a long one that more games are needed. ' +
    'Outside the dotted lines at 25 and 75\u202f% a game is lopsided. Choose a name to see its rules, first moves and games.'], keys);
}

function forestOf(group, list, several, first) {
  const head = h('div', {class: 'forest-row forest-head', 'aria-hidden': 'true'}, h('span', {}, 'Rule set'), scoreTicks(), h('span', {}, 'Score'), h('span', {}, 'In words'),
    h('span', {}, 'What makes it fair'));
  const ends = h('div', {class: 'forest-row forest-ends', 'aria-hidden': 'true'}, h('span', {class: 'ends-text'}, h('span', {class: 'side defenders'}, '\u2190 defenders win more'),
    h('span', {class: 'side attackers'}, 'attackers win more \u2192')));
  const body = [ends, head, h('ul', {class: 'forest', 'aria-label': groups[group]}, ...sorted(list).map(forestRow))];
  if (!several) return body;
  if (first || list.length <= collapsedRows) return [h('h3', {}, groups[group]), ...body];
  return [h('details', {class: 'group'}, h('summary', {}, `${groups[group]} (${list.length})`), ...body)];
}

function forestRow(rule) {
  const {headline, human} = rule, verdict = verdictOf(rule), manyDrawn = headline.draw_share > manyDraws;
  const fair = [rule.handicap?.text, rule.bid?.text].filter(Boolean);
  return h('li', {class: 'forest-row'},
    h('span', {class: 'who'}, h('a', {href: '#rules', onclick: () => openRules(rule.name)}, titleOf(rule)), h('small', {}, [sizeOf(rule), titleOf(rule).endsWith(rule.label) ? '' : rule.label].filter(Boolean).join(', '))),
    strip(inWords(rule), ...scoreLines(), span(scoreAxis, headline), isNumber(human?.score) ? dot(scoreAxis, human.score, 'human', 5) : null,
      dot(scoreAxis, headline.score, drawShade(headline.draw_share))),
    h('span', {class: 'score'}, h('b', {}, whole(headline.score)), h('small', {}, wholeRange(headline))),
    h('span', {class: 'verdict'}, h('span', {class: `side ${verdict.side}`}, verdict.text), manyDrawn ? h('small', {}, `${whole(headline.draw_share)} draws`) : null,
      rule.proven?.text ? h('small', {}, `proven: ${rule.proven.text}`) : null),
    h('span', {class: 'fair'}, ...fair.map((text) => h('span', {}, text))));
}

function inWords(rule) {
  const {headline, human} = rule, range = wholeRange(headline);
  return `${titleOf(rule)}: the attackers score ${whole(headline.score)}` + (range ? ` (${range})` : '') +
    (isNumber(headline.draw_share) ? `, draws ${whole(headline.draw_share)}` : '') + (isNumber(human?.score) ? `; between people ${whole(human.score)}` : '') + (rule.proven?.text ? `; proven: ${rule.proven.text}` : '');
}

function fairnessRow(rule) {
  const {headline: one, human} = rule, share = (games) => isNumber(games) && one.games ? percent(games / one.games) : '';
  return [titleOf(rule), sizeOf(rule), one.family ? levelText(one) : '', isNumber(one.games) ? plain(one.games) : '', share(one.wins), share(one.draws), share(one.losses),
    percent(one.score), wholeRange(one), one.by_seed?.length > 1 && isNumber(one.seed_spread) ? `\u00b1 ${points(one.seed_spread).replace('+', '')}` : '',
    isNumber(human?.score) ? percent(human.score) + (human.games ? ` of ${plain(human.games)}` : '') : '', verdictOf(rule).text, rule.proven?.text ?? '', rule.handicap?.text ?? '', rule.bid?.text ?? ''];
}
