// One rule set at a time: its rules, first moves, the character of its games, and two games to look at.

const mostArrows = 6;
let openRules = () => {};  // shows the rule set of a name

function buildRuleSets(section, {rules}) {
  if (!rules.length) return false;
  const ordered = Object.keys(groups).map((group) => [groups[group], rules.filter((rule) => groupOf(rule) === group)]).filter(([, list]) => list.length);
  const options = (list) => list.map((rule) => h('option', {value: rule.name}, titleOf(rule)));
  const select = h('select', {onchange: () => show(select.value)},
    ...(ordered.length > 1 ? ordered.map(([label, list]) => h('optgroup', {label}, ...options(list))) : options(ordered[0][1])));
  const panel = h('div', {class: 'panel'});
  let replay = null;
  const show = (name) => {
    const rule = rules.find((one) => one.name === name);
    select.value = name;
    releaseCharts(panel);
    replay = rule.sample_games?.length ? new Replay({boards: Object.fromEntries(rule.sample_games.map((game) => [game.rules, boardOf(rule)]))}, rule.sample_games) : null;
    panel.replaceChildren(...panelOf(rule), ...(replay ? [h('h3', {}, 'Games to look at'), h('p', {class: 'muted'}, 'The arrow keys step through a game, Home and End go to its start and end.'), replay.element] : []));
    replay?.open(0);
  };
  section.append(h('label', {class: 'choice'}, 'Rule set', select), panel);
  openRules = show;
  show(ordered[0][1][0].name);
  return true;
}

const boardOf = (rule) => ({throne: null, corners: [], camps: [], size: rule.size || rule.setup?.split('/').length, ...rule.board});

function panelOf(rule) {
  const verdict = verdictOf(rule), moves = rule.first_moves || [];
  const finding = rule.sentence || (isNumber(scoreOf(rule)) ? `${inWords(rule)}.` : '');
  const parts = [h('p', {class: 'finding'}, verdict.text ? h('b', {class: `side ${verdict.side}`}, verdict.text[0].toUpperCase() + verdict.text.slice(1)) : null,
    verdict.text && finding ? '. ' : '', finding)];
  if (rule.proven?.side) {
    const {side, plies} = rule.proven;
    parts.push(h('p', {class: 'muted'}, isNumber(plies) ? `Proven: the ${side} win within ${count(plies, 'ply', 'plies')}, whatever the other side plays.` : `Proven: the ${side} never lose if they play well.`));
  }
  if (isNumber(rule.human?.score)) {
    parts.push(h('p', {class: 'muted'}, `Between people the attackers scored ${percent(rule.human.score)}` + (rule.human.games ? ` in ${count(rule.human.games, 'game')}` : '') +
      (rule.human.source ? ` (${rule.human.source}).` : '.')));
  }
  if (isNumber(rule.sandwich?.low?.score)) {
    const {low, high} = rule.sandwich;
    parts.push(h('p', {class: 'muted'}, `Against the first network: its attackers score ${whole(low.score)} (${wholeRange(low)}) against defenders that were trained to beat it; ` +
      `attackers that were trained to beat it score ${whole(high.score)} (${wholeRange(high)}).`));
  }
  const words = rule.words?.length ? h('div', {}, h('h3', {}, 'The rules'), h('ul', {class: 'words'}, ...rule.words.map((text) => h('li', {}, text)))) : null;
  const list = moves.length ? firstMoves(moves) : null;
  if (rule.setup) {
    const board = s('svg', {role: 'img', 'aria-label': `The setup: ${describeBoard(rule.setup)}` + (moves.length ? `. Arrows: ${moves.slice(0, mostArrows).map(({move}) => move).join(', ')}` : '')});
    drawBoard(board, boardOf(rule), rule.setup);
    drawArrows(board, boardOf(rule), moves.slice(0, mostArrows));
    parts.push(h('div', {class: 'split panel-split'}, h('div', {}, h('h3', {}, moves.length ? 'The setup and the first moves' : 'The setup'), board), h('div', {}, list, words)));
  } else parts.push(...[list, words].filter(Boolean));
  return rule.character ? [...parts, ...characterOf(rule)] : parts;
}

/** Arrows for moves, thicker if they are played more often, with the number of each at its end. */
function drawArrows(svg, {size}, moves) {
  const center = (square) => ({x: fileOf(square) + 0.5, y: size - 0.5 - rankOf(square)});
  const most = Math.max(1e-9, ...moves.map(({share}) => share || 0)), ranks = [], ends = {};
  moves.forEach(({move, share}, index) => {
    const [from, to] = move.split('x')[0].split('-'), a = center(from), b = center(to);
    b.x += 0.35 * (ends[to] = (ends[to] ?? -1) + 1);  // two moves to a square have their numbers side by side
    svg.append(s('line', {x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: 'arrow', 'stroke-width': 0.05 + 0.13 * (share || 0) / most}));
    ranks.push(s('g', {class: 'rank'}, s('circle', {cx: b.x, cy: b.y, r: 0.3}), s('text', {x: b.x, y: b.y + 0.14}, index + 1)));
  });
  svg.append(...ranks);
}

function firstMoves(moves) {
  const row = ({move, share, games, ...one}, index) => h('li', {class: 'move-row'}, h('b', {class: 'number'}, `${index + 1}`), h('span', {class: 'move'}, move),
    h('span', {class: 'number'}, isNumber(share) ? percent(share) : ''),
    isNumber(one.score) ? strip(`${move}: the attackers score ${whole(one.score)} (${wholeRange(one)})`, ...scoreLines(), span(scoreAxis, one), dot(scoreAxis, one.score, 'few-draws', 4.5)) : h('span'),
    h('span', {class: 'number'}, isNumber(one.score) ? whole(one.score) : ''));
  const head = h('div', {class: 'move-row forest-head', 'aria-hidden': 'true'}, h('span'), h('span', {}, 'First move'), h('span', {class: 'number'}, 'Played'), ticks(scoreAxis, [0.5], whole), h('span', {class: 'number'}, 'Score'));
  return h('div', {}, h('h3', {}, 'First moves'), head, h('ol', {class: 'effects', 'aria-label': 'First moves'}, ...moves.map(row)),
    numbers('first moves', ['Move', 'Played', 'Games', 'Score', 'Interval'], moves.map((one) => [one.move, isNumber(one.share) ? percent(one.share) : '', isNumber(one.games) ? plain(one.games) : '',
      isNumber(one.score) ? percent(one.score) : '', wholeRange(one)])));
}

function characterOf({character, headline}) {
  const {plies: length, plies_deviation: deviation, decisive, reasons, effective_first_moves: first, drama, lead_changes: changes, twice} = character;
  const facts = [['Length', length, plain, `plies: moves of both sides counted${isNumber(deviation) ? `; most games within ${plain(Math.round(deviation))} of it` : ''}`],
    ['Decided', decisive, whole, 'of the games have a winner'],
    ['Choice at the start', first, plain, 'first moves: as varied as if so many were played equally often'],
    ['Drama', drama, (value) => value.toFixed(2), 'how far behind the later winner was (0: never, 1: as good as lost)'],
    ['Changes of lead', changes, plain, 'in a game: how often the other side becomes the favourite'],
    ['Depth', twice, whole, `score of a player who has one ${familyOf(headline?.family).step} more; the higher, the more there is to find`]].filter(([, value]) => isNumber(value));
  const parts = [h('h3', {}, 'What its games are like'), h('dl', {class: 'figures'},
    ...facts.map(([label, value, format, about]) => h('div', {}, h('dt', {}, label), h('dd', {class: 'value'}, format(value)), h('dd', {class: 'about'}, about))))];
  const ends = Object.entries(reasons || {}).sort(([, a], [, b]) => b - a);
  if (ends.length) {
    parts.push(h('h3', {}, 'How they end'), h('ul', {class: 'ends'}, ...ends.map(([reason, share]) => h('li', {}, h('span', {}, reason), h('b', {}, percent(share)),
      h('span', {class: 'part reason', style: `width:${100 * share}%`})))));
  }
  return parts;
}
