// Sample games: a board that steps through a game, the list of its moves, and a chart of the values of player and network.

function buildReplay(section, {data}) {
  const games = data.samples || [];
  if (!games.length) {
    section.append(note('No games yet.'));
    return;
  }
  section.append(h('p', {class: 'muted'}, 'Some of the newest games. The arrow keys step through a game, Home and End go to its start and end, and a click in the chart goes to that move.'));
  const replay = new Replay(data, games);
  section.append(replay.element);
  replay.open(0);
}

const describeResult = (game) => (game.result === 'draw' ? 'draw' : `${game.result} win`) + (game.reason ? `: ${game.reason}` : '');
const modelsOf = (game) => game.attackers === game.defenders ? `model ${game.attackers}` : `${game.attackers} against ${game.defenders}`;

class Replay {
  constructor(data, games) {
    this.data = data;
    this.games = games;
    this.board = s('svg', {role: 'img'});
    this.state = h('p', {class: 'state', 'aria-live': 'polite'});
    this.list = h('ol', {class: 'plies', 'aria-label': 'Moves'});
    const several = Object.keys(data.boards).length > 1;
    const select = h('select', {onchange: (event) => this.open(event.target.selectedIndex)}, ...games.map((game) => h('option', {},
      `Game ${game.id} \u00b7 ${describeResult(game)} \u00b7 ${game.moves.length} plies${several ? ` \u00b7 ${game.rules}` : ''}`)));
    const button = (name, action) => iconButton(h('button', {type: 'button', onclick: action}), name);
    this.playButton = button('Play', () => this.play(!this.timer));
    const buttons = h('div', {class: 'buttons'}, button('Start', () => this.go(0)), button('Back', () => this.go(this.ply - 1)),
      this.playButton, button('Forward', () => this.go(this.ply + 1)), button('End', () => this.go(this.last)));
    const left = h('div', {}, this.board, buttons, this.state);
    this.element = h('div', {onkeydown: (event) => this.key(event)}, h('label', {class: 'choice'}, 'Game', select),
      h('div', {class: 'split replay'}, left, this.list));
    this.values = h('div', {});
    left.append(this.values);
    this.chart = new Chart(this.values, {title: 'Value', unit: '', x: plies, y: {format: signed}});
  }

  get last() {
    return this.game.moves.length;
  }

  open(index) {
    this.play(false);
    this.game = this.games[index];
    this.list.replaceChildren(...this.game.moves.map((move, ply) => h('li', {}, h('button', {type: 'button', tabindex: '-1',
      class: this.mover(ply), onclick: () => this.go(ply + 1)}, move))));
    this.values.hidden = !this.game.values.some(isNumber);
    this.chart.update(this.valueChart());
    this.go(0);
  }

  /** The side that moves after `ply` plies. */
  mover(ply) {
    const sides = ['attackers', 'defenders'];
    return sides[(sides.indexOf(this.game.first) + ply) % 2];
  }

  valueChart() {
    const {game} = this;
    const end = {attackers: 1, defenders: -1}[game.result] || 0;
    const curve = (name, values, style) => values.some(isNumber) ? [{name, ...style, points: values.map((y, x) => ({x, y}))}] : [];
    return {
      title: 'Value', unit: '+1: attackers win, \u22121: defenders win', height: 220,
      x: {...plies, min: 0, max: this.last}, y: {min: -1, max: 1, format: signed},
      lines: [...curve('Search', game.values, {color: 'ink', sides: true}), ...curve('Network', game.network, {color: 'muted', dash: 'dashed'}),
        {name: '', color: end ? game.result : 'muted', dots: true, points: [{x: this.last, y: end, heading: describeResult(game)}]}],
      onpick: (x) => this.go(x),
    };
  }

  go(ply) {
    this.ply = Math.max(0, Math.min(ply, this.last));
    if (this.ply === this.last) this.play(false);
    const {game} = this, position = game.positions[this.ply];
    const marks = this.ply ? {move: game.moves[this.ply - 1], captures: game.captures[this.ply - 1], fallen: this.fallenKing()} : {};
    drawBoard(this.board, this.data.boards[game.rules], position, marks);
    this.board.setAttribute('aria-label', `Board: ${describeBoard(position)}`);
    this.state.replaceChildren(...this.describe());
    this.chart.mark(this.ply);
    this.list.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const current = this.list.children[this.ply - 1]?.firstChild;
    if (current) current.setAttribute('aria-current', 'step');
    this.list.scrollTop = current ? current.offsetTop - this.list.clientHeight / 2 : 0;
  }

  /** The square of the king that the last move captured, if it did and is shown. */
  fallenKing() {
    if (this.game.reason !== 'king captured' || this.ply < this.last) return null;
    const king = piecesOf(this.game.positions[this.ply - 1]).find(({piece}) => piece === 'K');
    return king ? `${String.fromCharCode(97 + king.x)}${king.y + 1}` : null;
  }

  describe() {
    const {game, ply} = this;
    const where = ply ? `${ply}. ${game.moves[ply - 1]}` : `Start, ${modelsOf(game)}`;
    if (ply === this.last) return [h('b', {}, where), ` \u2014 ${describeResult(game)}`];
    const side = this.mover(ply);
    return [h('b', {}, where), ' \u2014 ', h('span', {class: `side ${side}`}, `${side} to move`), this.opinion()];
  }

  /** What is known of the position: games of matches have no values of the network alone, and those of players by chance none at all. */
  opinion() {
    const [search, network] = [this.game.values[this.ply], this.game.network[this.ply]];
    if (isNumber(network)) return `, search ${signed(search)}, network ${signed(network)}`;
    if (isNumber(search)) return `, search ${signed(search)}`;
    return this.game.network.some(isNumber) ? ', next move random' : '';
  }

  play(on) {
    clearInterval(this.timer);
    this.timer = on ? setInterval(() => this.element.isConnected ? this.go(this.ply + 1) : this.play(false), 700) : null;
    iconButton(this.playButton, on ? 'Pause' : 'Play');
    if (on && this.ply === this.last) this.go(0);
  }

  key(event) {
    const plies = {ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1, Home: 0, End: this.last};
    if (event.target.tagName === 'SELECT' || !(event.key in plies)) return;
    event.preventDefault();
    this.go(plies[event.key]);
  }
}

/** Sets the icon and the name of a button. */
function iconButton(button, name) {
  const signs = {Start: 'M5 4v12M15 4l-7 6 7 6z', Back: 'M12 4l-6 6 6 6', Play: 'M6 4l9 6-9 6z', Pause: 'M7 4v12M13 4v12', Forward: 'M8 4l6 6-6 6', End: 'M15 4v12M5 4l7 6-7 6z'};
  button.replaceChildren(s('svg', {viewBox: '0 0 20 20', 'aria-hidden': 'true'}, s('path', {d: signs[name], fill: signs[name].endsWith('z') ? 'currentcolor' : 'none'})));
  for (const attribute of ['aria-label', 'title']) button.setAttribute(attribute, name);
  return button;
}

const plies = {label: 'plies', format: plain, heading: (x) => `after ${plain(x)} plies`};
