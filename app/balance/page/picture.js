// Pictures as SVG. A strip is a picture of one row of a list: marks at places in percent of its width, so that the strips of
// a list have a common axis. Other pictures are drawn again when their width changes. Each has its numbers in a table.

/** A horizontal axis. `at` is the place of a value in percent. */
const axisOf = (from, to) => ({from, to, at: (value) => 100 * (Math.min(Math.max(value, from), to) - from) / (to - from)});
const scoreAxis = axisOf(0, 1);

/** The strip of a row: marks made by the functions below, and what it says in words. */
const strip = (label, ...marks) => s('svg', {class: 'strip', role: 'img', 'aria-label': label}, ...marks);

const vertical = (axis, value, name) => s('line', {x1: `${axis.at(value)}%`, x2: `${axis.at(value)}%`, y1: 0, y2: '100%', class: name});
const band = (axis, low, high, name, y = 0, height = '100%') =>
  s('rect', {x: `${axis.at(Math.min(low, high))}%`, width: `${Math.abs(axis.at(high) - axis.at(low))}%`, y, height, class: name});
const span = (axis, {low, high}, name = 'interval') => isNumber(low) && isNumber(high)
  ? s('line', {x1: `${axis.at(low)}%`, x2: `${axis.at(high)}%`, y1: '50%', y2: '50%', class: name}) : null;
const dot = (axis, value, name, r = 5.5) => s('circle', {cx: `${axis.at(value)}%`, cy: '50%', r, class: `dot ${name}`});

/** The lines behind a score: the balanced middle, a half, and the borders of a lopsided game. */
const scoreLines = () => [band(scoreAxis, 0.45, 0.55, 'even'), ...[0.25, 0.45, 0.55, 0.75].map((score) => vertical(scoreAxis, score, 'border')),
  vertical(scoreAxis, 0.5, 'half')];

/** The numbers of an axis: `values` as text at their places. The outer ones stay inside. */
function ticks(axis, values, format) {
  const anchor = (value) => axis.at(value) < 4 ? 'start' : axis.at(value) > 96 ? 'end' : 'middle';
  return s('svg', {class: 'ticks', 'aria-hidden': 'true'},
    ...values.map((value) => s('text', {x: `${axis.at(value)}%`, y: 13, 'text-anchor': anchor(value)}, format(value))));
}
const scoreTicks = () => ticks(scoreAxis, [0, 0.25, 0.5, 0.75, 1], whole);

/** A symmetric axis around 0 for differences, with round ends: {axis, marks}. */
function differenceAxis(rows) {
  const most = Math.max(1e-9, ...rows.flatMap(({value, low, high}) => [value, low, high]).filter(isNumber).map(Math.abs));
  const unit = 10 ** Math.floor(Math.log10(most));
  const end = unit * [1, 2, 3, 4, 5, 6, 8, 10].find((factor) => factor * unit >= most * 0.999);
  return {axis: axisOf(-end, end), marks: [-end, -end / 2, 0, end / 2, end]};
}

/** A picture that `draw(width)` fills with elements whenever its width changes. */
function picture(label, height, draw) {
  const svg = s('svg', {class: 'picture', role: 'img', 'aria-label': label, height});
  let drawn = 0;
  new ResizeObserver(() => {
    const {width} = svg.getBoundingClientRect();
    if (width === drawn || !width) return;
    drawn = width;
    svg.replaceChildren(...draw(width));
  }).observe(svg);
  return svg;
}

/** The numbers of a picture as a table, closed at first. `rows` are lists of texts; the first of each is its heading. */
function numbers(caption, head, rows) {
  return h('details', {class: 'numbers'}, h('summary', {}, `The numbers: ${caption}`),
    h('div', {class: 'scroll', tabindex: '0', role: 'group', 'aria-label': caption}, h('table', {},
      h('thead', {}, h('tr', {}, ...head.map((text) => h('th', {scope: 'col'}, text)))),
      h('tbody', {}, ...rows.map(([first, ...others]) => h('tr', {}, h('th', {scope: 'row'}, first),
        ...others.map((text) => h('td', {}, text))))))));
}

/** The box that explains a picture: `keys` are [picture, text] and `texts` are paragraphs. */
function howToRead(texts, keys = []) {
  return h('div', {class: 'how'}, h('h3', {}, 'How to read this'), ...texts.map((text) => h('p', {}, text)),
    keys.length ? h('ul', {class: 'keys'}, ...keys.map(([mark, text]) => h('li', {}, s('svg', {class: 'strip', 'aria-hidden': 'true'}, ...mark), text))) : null);
}
