// How the score changes when both players become stronger: a picture for each family of players.

const curveHeight = 260, curveMargin = {left: 44, right: 14, top: 10, bottom: 40};

function buildStrength(section, {rules}) {
  const shown = rules.filter((rule) => rule.levels?.length);
  if (!shown.some((rule) => rule.levels.length > 1)) return false;
  const starts = [...new Set(shown.flatMap((rule) => rule.levels.map((one) => one.openings || 'setup')))];
  const state = {first: shown[0], second: null, openings: starts[0]};
  const pictures = h('div', {class: 'grid'}), about = h('p', {class: 'finding', 'aria-live': 'polite'}), table = h('div');
  const show = () => {
    about.textContent = [...new Set([state.first, state.second])].filter(Boolean).map(aboutStrength).filter(Boolean).join(' ');
    pictures.replaceChildren(...Object.keys(families).map((family) => curveFigure(family, shown, state)).filter(Boolean));
    table.replaceChildren(levelTable(state));
  };
  const choice = (label, list, text, change) => h('label', {class: 'choice'}, label,
    h('select', {onchange: (event) => {
      change(list[event.target.selectedIndex]);
      show();
    }}, ...list.map((one) => h('option', {}, text(one)))));

  section.append(h('p', {class: 'lead'}, 'What is fair among beginners need not be fair among masters. Here both players become stronger from left to right.'),
    howToRead(['The bold line is the chosen rule set, with its 95\u202f% ranges; the thin lines are the others. Where several levels were fitted together, the line is that curve and the band its range. Where it rises, stronger players favour the attackers. ' +
      'Each picture has another kind of player: if they tell the same story, it is a story about the rules and not about the player.']),
    h('div', {class: 'choices'}, choice('Rule set', shown, titleOf, (rule) => state.first = rule),
      choice('compared with', [null, ...shown], (rule) => rule ? titleOf(rule) : 'no other', (rule) => state.second = rule),
      starts.length > 1 ? choice('games begin with', starts, (start) => openings[start] || start, (start) => state.openings = start) : null),
    about, pictures, table);
  show();
  return true;
}

const aboutStrength = (rule) => rule.ladder?.text ? `${titleOf(rule)}, by the curve through all levels: ${rule.ladder.text}.` : aboutSlope(rule);

function aboutSlope(rule) {
  const {slope} = rule;
  if (!slope || !isNumber(slope.value)) return '';
  const each = `each ${familyOf(rule.headline?.family).step}`;
  const range = isNumber(slope.low) ? ` (${points(slope.low).split('\u00a0')[0]} to ${points(slope.high)})` : '';
  if (isNumber(slope.low) && slope.low <= 0 && slope.high >= 0) return `${titleOf(rule)}: at the strong end the score no longer moves clearly; ${each} changes it by ${points(slope.value)}${range}.`;
  return `${titleOf(rule)}: ${each} still moves the score by ${points(slope.value)}${range}, towards the ${slope.value > 0 ? 'attackers' : 'defenders'}.`;
}

const levelsOf = (rule, family, {openings: start}) => rule.levels.filter((one) => one.family === family && (one.openings || 'setup') === start && isNumber(one.score))
  .sort((a, b) => a.level - b.level);

/** The curve that was fitted to these levels, if there is one. */
const ladderOf = (rule, family, {openings: start}) => rule.headline?.family === family && (rule.headline.openings || 'setup') === start ? rule.ladder?.curve : null;

function curveFigure(family, shown, state) {
  const {name, level, about, scale} = familyOf(family);
  const others = shown.filter((rule) => rule !== state.first && rule !== state.second && groupOf(rule) === 'variant');
  const lines = [...others.map((rule) => ['other', rule]), ...(state.second ? [['second', state.second]] : []), ['first', state.first]]
    .map(([role, rule]) => ({role, rule, levels: levelsOf(rule, family, state), ladder: role === 'other' ? null : ladderOf(rule, family, state)})).filter(({levels}) => levels.length);
  const places = [...new Set(lines.flatMap(({levels}) => levels.map((one) => one.level)))].sort((a, b) => a - b);
  if (!places.length) return null;
  const chosen = lines.filter(({role}) => role !== 'other').reverse();
  const label = `${name}: ` + chosen.map(({rule, levels}) => `${titleOf(rule)} ` + levels.map((one) => `${plain(one.level)} ${level} ${whole(one.score)}`).join(', ')).join('; ');
  return h('figure', {class: 'chart'}, h('figcaption', {}, h('span', {class: 'title'}, name), h('span', {class: 'unit'}, `score of the attackers by ${level}: ${about}`)),
    h('p', {class: 'legend'}, ...chosen.map(({role, rule, levels}) => h('span', {class: 'entry'}, h('span', {class: `key ${role}`}), `${titleOf(rule)}, ${whole(levels.at(-1).score)} at the strongest`))),
    picture(label, curveHeight, (width) => drawCurves(width, lines, places, scale, level)));
}

function drawCurves(width, lines, places, scale, label) {
  const {left, right, top, bottom} = curveMargin, from = scale(places[0]), to = scale(places.at(-1));
  const x = (level) => from === to ? (left + width - right) / 2 : left + 12 + (width - left - right - 24) * (scale(level) - from) / (to - from);
  const y = (score) => top + (curveHeight - top - bottom) * (1 - score);
  const level = (score, name) => s('line', {x1: left, x2: width - right, y1: y(score), y2: y(score), class: name});
  const drawn = [s('rect', {x: left, width: width - left - right, y: y(0.55), height: y(0.45) - y(0.55), class: 'even'}), ...[0, 0.25, 0.45, 0.55, 0.75, 1].map((score) => level(score, 'border')), level(0.5, 'half'),
    ...[0, 0.25, 0.5, 0.75, 1].map((score) => s('text', {x: left - 6, y: y(score) + 4, 'text-anchor': 'end'}, whole(score)))];
  let free = 0;  // where the next number of the axis may begin
  for (const place of places) {
    const text = compact(place), half = 4 * text.length;
    if (x(place) - half < free) continue;
    free = x(place) + half + 6;
    drawn.push(s('text', {x: x(place), y: curveHeight - bottom + 17, 'text-anchor': 'middle'}, text));
  }
  drawn.push(s('text', {x: (left + width - right) / 2, y: curveHeight - 4, 'text-anchor': 'middle', class: 'label'}, label));
  const path = (list, key) => list.map((one, index) => `${index ? 'L' : 'M'}${x(one.level)},${y(one[key])}`).join('');
  for (const {role, levels, ladder} of lines) {
    if (ladder) drawn.push(s('path', {class: `band ${role}`, d: `${path(ladder, 'low')}L${path([...ladder].reverse(), 'high').slice(1)}Z`}));
    drawn.push(s('path', {class: `curve ${role}`, d: path(ladder || levels, 'score')}));
    if (role === 'other') continue;
    const shift = role === 'second' ? 3 : 0;  // so that two intervals do not hide each other
    for (const one of levels) {
      if (isNumber(one.low)) drawn.push(s('path', {class: `bar-line ${role}`, d: `M${x(one.level) + shift},${y(one.low)}V${y(one.high)}`}));
      drawn.push(s('circle', {class: `dot ${role}`, cx: x(one.level) + shift, cy: y(one.score), r: 4}, s('title', {}, `${compact(one.level)}: ${whole(one.score)} (${wholeRange(one)})`)));
    }
  }
  return drawn;
}

function levelTable(state) {
  const rows = [state.first, ...(state.second && state.second !== state.first ? [state.second] : [])].flatMap((rule) => rule.levels.map((one) => [titleOf(rule), levelText(one), openings[one.openings] || one.openings || '',
    plain(one.games ?? 0), plain(one.wins ?? 0), plain(one.draws ?? 0), plain(one.losses ?? 0), isNumber(one.score) ? percent(one.score) : '', wholeRange(one)]));
  return numbers('score by strength', ['Rule set', 'Players', 'Games begin with', 'Games', 'Attackers win', 'Draws', 'Defenders win', 'Score', 'Interval'], rows);
}
