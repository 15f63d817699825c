// Boards: draws squares given as text (`3ttt3/4t4/…`) as SVG. It knows pieces and squares, but no rules.

const fileOf = (square) => square.charCodeAt(0) - 97;
const rankOf = (square) => Number(square.slice(1)) - 1;

/** The pieces of a position: [{piece: 't', 'b', 'T' or 'K', x, y}]. x and y count from 0, y upwards. */
function piecesOf(squares) {
  const pieces = [], ranks = squares.split('/');
  ranks.forEach((rank, index) => {
    let x = 0;
    for (const [token] of rank.matchAll(/\d+|./g)) {
      if (/\d/.test(token)) x += Number(token);
      else pieces.push({piece: token, x: x++, y: ranks.length - 1 - index});
    }
  });
  return pieces;
}

/**
 * Draws a position into an <svg>. `board` has size, throne, corners, camps; `marks` may have `move`
 * (`e3-c3xc4`) and `captures` (squares).
 */
function drawBoard(svg, board, squares, marks = {}) {
  const {size} = board, margin = 0.7;
  const center = (square) => ({cx: fileOf(square) + 0.5, cy: size - 0.5 - rankOf(square)});
  svg.replaceChildren();
  svg.setAttribute('viewBox', `${-margin} -0.15 ${size + margin + 0.15} ${size + margin + 0.15}`);
  svg.setAttribute('class', 'board');
  svg.append(s('rect', {x: 0, y: 0, width: size, height: size, class: 'ground'}));
  const mark = (square, name) => s('rect', {x: fileOf(square), y: size - 1 - rankOf(square), width: 1, height: 1, class: name});
  for (const square of board.camps) svg.append(mark(square, 'special'));
  for (const square of [...board.corners, ...(board.throne ? [board.throne] : [])]) {
    const {cx, cy} = center(square);
    svg.append(mark(square, 'special'), s('path', {d: `M${cx - 0.3},${cy - 0.3}l.6,.6m0,-.6l-.6,.6`, class: 'cross'}));
  }
  const [from, to] = marks.move ? marks.move.split('x')[0].split('-') : [];
  if (from) svg.append(mark(from, 'last'), mark(to, 'last'));
  for (let i = 0; i <= size; ++i) svg.append(s('path', {d: `M${i},0V${size}M0,${i}H${size}`, class: 'rule'}));
  for (let i = 0; i < size; ++i) {
    svg.append(s('text', {x: i + 0.5, y: size + 0.5, class: 'coordinate'}, String.fromCharCode(97 + i)),
      s('text', {x: -0.35, y: size - 0.36 - i, class: 'coordinate'}, i + 1));
  }
  for (const {piece, x, y} of piecesOf(squares)) svg.append(drawPiece(piece, x + 0.5, size - 0.5 - y));
  for (const square of marks.captures || []) {
    const {cx, cy} = center(square);
    svg.append(s('circle', {cx, cy, r: 0.36, class: `captured ${marks.taken}`}), s('path', {d: `M${cx - 0.18},${cy - 0.18}l.36,.36m0,-.36l-.36,.36`, class: `captured ${marks.taken}`}));
  }
  if (from) {
    const a = center(from), b = center(to);
    svg.append(s('line', {x1: a.cx, y1: a.cy, x2: b.cx + 0.38 * Math.sign(a.cx - b.cx), y2: b.cy + 0.38 * Math.sign(a.cy - b.cy), class: 'path'}));
  }
}

function drawPiece(piece, cx, cy) {
  const side = 'tb'.includes(piece) ? 'attackers' : 'defenders';
  const group = s('g', {class: `piece ${side}`}, s('circle', {cx, cy, r: 0.37}));
  // The pieces differ by more than colour: defenders have a ring, the king and the royal attacker have a cross.
  if (piece === 'T') group.append(s('circle', {cx, cy, r: 0.23, class: 'sign ring'}));
  if ('Kb'.includes(piece)) group.append(s('path', {d: `M${cx},${cy - 0.2}v.4M${cx - 0.2},${cy}h.4`, class: 'sign king'}));
  return group;
}

/** A position in words: the number of pieces and where the king stands. */
function describeBoard(squares) {
  const pieces = piecesOf(squares);
  const count = (piece) => pieces.filter((one) => one.piece === piece).length;
  const king = pieces.find(({piece}) => piece === 'K');
  return `${count('t') + count('b')} attackers, ${count('T')} defenders, ` +
    (king ? `king on ${String.fromCharCode(97 + king.x)}${king.y + 1}` : 'the king is captured');
}
