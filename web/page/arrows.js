// Arrows of the best moves on the board, as `raichi analyze --svg` draws them (app/draw/board_svg.cc).

const CELL = 52; // units of the picture
const MOST = 4; // arrows

/** Draws the first of `moves`, each {text, visits}, into an <svg> over a board; the width shows their share of `visits`. */
export function drawArrows(svg, {size, flipped}, moves, visits) {
  svg.setAttribute('viewBox', `0 0 ${CELL * size} ${CELL * size}`);
  const arrows = moves.slice(0, MOST).map((move, i) => arrow(move, i === 0, {size, flipped}, Math.max(visits, 1)));
  svg.replaceChildren(...arrows.toReversed()); // the best on top
}

function arrow({text, visits}, isBest, board, all) {
  const [from, to] = text.split('-').map(square => centre(square, board));
  const length = Math.abs(to.x - from.x) + Math.abs(to.y - from.y);
  const half = 2 + 5 * Math.min(visits / all, 1); // half the width of the shaft
  const head = length - 2.4 * half - 6, wing = half + 6;
  const angle = to.x > from.x ? 0 : to.x < from.x ? 180 : to.y > from.y ? 90 : -90;
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('class', isBest ? 'arrow best' : 'arrow');
  path.dataset.move = text;
  path.setAttribute('transform', `translate(${from.x} ${from.y}) rotate(${angle})`);
  path.setAttribute('d', `M8 ${-half}H${head}V${-wing}L${length} 0L${head} ${wing}V${half}H8z`);
  return path;
}

function centre(square, {size, flipped}) {
  const x = square.charCodeAt(0) - 97, y = parseInt(square.slice(1)) - 1;
  return {x: CELL * ((flipped ? size - 1 - x : x) + 0.5), y: CELL * ((flipped ? y : size - 1 - y) + 0.5)};
}
