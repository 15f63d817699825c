// The opening tree: an outline of moves with their games and results, and a board.

function buildOpenings(section, {data}) {
  const trees = (data.openings || []).filter((tree) => tree.moves.length);
  if (!trees.length) {
    section.append(note(openingsMissing(data)));
    return;
  }
  const list = h('ul', {class: 'moves'}), about = h('p', {class: 'muted'});
  const board = s('svg', {role: 'img'}), line = h('p', {class: 'line', 'aria-live': 'polite'});
  let tree = trees[0];

  /** Shows the position after the moves of `path`. */
  const select = (position, path) => {
    drawBoard(board, data.boards[tree.rules], position, {move: path.at(-1)});
    board.setAttribute('aria-label', `Board: ${describeBoard(position)}`);
    line.textContent = path.length ? path.map((move, ply) => `${ply + 1}.\u00a0${move}`).join(' ') : 'The setup';
  };
  const showTree = () => {
    about.textContent = aboutTree(tree, data);
    list.replaceChildren(...movesOf(tree, [], select));
    select(tree.position, []);
  };

  section.append(about);
  if (trees.length > 1) {
    section.append(h('label', {class: 'choice'}, 'Rules ', h('select', {onchange: (event) => {
      tree = trees[event.target.selectedIndex];
      showTree();
    }}, ...trees.map((one) => h('option', {}, data.boards[one.rules].title)))));
  }
  section.append(h('div', {class: 'split'},
    h('div', {}, h('div', {class: 'columns muted', 'aria-hidden': 'true'}, h('span', {}, 'Move'), h('span', {}, 'Games'),
      h('span', {}, 'Attackers, draws, defenders')), list),
    h('div', {class: 'aside'}, board, line)));
  showTree();
}

function openingsMissing(data) {
  if (!data.newest) return 'No games yet.';
  return 'No first move occurs twice in the newest games that began without random moves.';
}

function aboutTree(tree, data) {
  const merged = tree.symmetries > 1 ? `; lines that are mirror images or rotations of each other are merged (${tree.symmetries} symmetries)` : '';
  const left = data.newest.games - sum(data.openings.map(({games}) => games));
  const others = left > 0 ? ` ${plain(left)} others began with random moves or from another position.` : '';
  return `${plain(tree.games)} of the newest ${count(data.newest.games, 'game')}${merged}.${others}`;
}

/** List items for the moves of a node, and one for its remaining games. */
function movesOf(node, path, select) {
  const items = node.moves.map((child) => moveItem(child, node, [...path, child.move], select));
  const rest = {};
  for (const key of ['games', 'attackers', 'defenders']) rest[key] = node[key] - sum(node.moves.map((child) => child[key]));
  if (rest.games > 0) items.push(h('li', {class: 'rest'}, ...cells('rarer moves', rest, node)));
  return items;
}

/** The list item of a move. Opening it shows the next moves, which are made at that time. */
function moveItem(child, parent, path, select) {
  const show = () => select(child.position, path);
  if (!child.moves || !child.moves.length) {
    return h('li', {}, h('button', {class: 'row', type: 'button', onclick: show, onfocus: show}, ...cells(child.move, child, parent)));
  }
  const inner = h('ul');
  const details = h('details', {ontoggle: () => {
    if (details.open && !inner.childElementCount) inner.append(...movesOf(child, path, select));
  }}, h('summary', {class: 'row', onclick: show, onfocus: show}, ...cells(child.move, child, parent)), inner);
  return h('li', {}, details);
}

function cells(name, node, parent) {
  return [h('span', {class: 'move'}, name), h('span', {class: 'number'}, plain(node.games), h('small', {}, ` ${percent(node.games / parent.games)}`)),
    outcomeBar(node.attackers, node.games - node.attackers - node.defenders, node.defenders)];
}
