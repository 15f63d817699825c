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
 * Draws a position into an <svg>, with the marks of other boards (app/draw/board_svg.cc). `board` has size, goal (`edge` or
 * `corners`), throne, corners, camps; `marks` may have `move` (`e3-c3xc4`), `captures` (squares) and `fallen`, where the king was captured.
 */
function drawBoard(svg, board, squares, marks = {}) {
  const {size} = board, margin = 0.7;
  const center = (square) => ({cx: fileOf(square) + 0.5, cy: size - 0.5 - rankOf(square)});
  svg.replaceChildren();
  svg.setAttribute('viewBox', `${-margin} -0.15 ${size + margin + 0.15} ${size + margin + 0.15}`);
  svg.setAttribute('class', 'board');
  svg.append(s('rect', {x: 0, y: 0, width: size, height: size, class: 'ground'}));
  const mark = (square, name) => s('rect', {x: fileOf(square), y: size - 1 - rankOf(square), width: 1, height: 1, class: name});
  if (board.goal === 'edge') svg.append(s('path', {d: `M0,0H${size}V${size}H0ZM1,1V${size - 1}H${size - 1}V1Z`, class: 'goal'}));
  for (const square of board.camps) svg.append(mark(square, 'camp'));
  for (const square of [...board.corners, ...(board.throne ? [board.throne] : [])]) {
    const {cx, cy} = center(square);
    svg.append(mark(square, 'special'), s('path', {d: `M${cx - 0.32},${cy - 0.32}l.64,.64m0,-.64l-.64,.64`, class: 'cross'}));
  }
  const [from, to] = marks.move ? marks.move.split('x')[0].split('-') : [];
  if (from) svg.append(mark(from, 'last'), mark(to, 'last'));
  for (let i = 0; i <= size; ++i) svg.append(s('path', {d: `M${i},0V${size}M0,${i}H${size}`, class: 'rule'}));
  for (let i = 0; i < size; ++i) {
    svg.append(s('text', {x: i + 0.5, y: size + 0.5, class: 'coordinate'}, String.fromCharCode(97 + i)),
      s('text', {x: -0.35, y: size - 0.36 - i, class: 'coordinate'}, i + 1));
  }
  for (const {piece, x, y} of piecesOf(squares)) svg.append(drawPiece(piece, x + 0.5, size - 0.5 - y));
  for (const square of [...(marks.captures || []), ...(marks.fallen ? [marks.fallen] : [])]) {
    const {cx, cy} = center(square);
    if (square === marks.fallen) svg.append(s('g', {class: 'fallen'}, drawPiece('K', cx, cy)));
    svg.append(s('path', {d: `M${cx - 0.2},${cy - 0.2}l.4,.4m0,-.4l-.4,.4`, class: 'captured'}));
  }
}

function drawPiece(piece, cx, cy) {
  const side = 'tb'.includes(piece) ? 'attackers' : 'defenders';
  const group = s('g', {class: `piece ${side}`}, s('circle', {cx, cy, r: 0.38}));
  if ('Kb'.includes(piece)) group.append(s('path', {d: 'M15 45 12 21l12 9 8-15 8 15 12-9-3 24z', transform: `translate(${cx} ${cy}) scale(.0088) translate(-32 -33)`, class: 'crown'}));
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
