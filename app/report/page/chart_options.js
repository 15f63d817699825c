// How uPlot draws a chart: its axes, lines, bars, legend, and what is painted beside the lines.

/** uPlot's options for a chart, but for its size, hooks and legend. */
function chartOptions(spec, stops) {
  const bars = spec.parts.length > 0, series = bars ? spec.parts : spec.lines;
  return {
    padding: [null, gutterOf(spec.references), null, null],
    scales: {
      x: {time: false, distr: spec.x.log ? 3 : 1, range: (_, from, to) => isWhole(from, to, stops) ? xRangeOf(spec, stops) : [from, to]},
      y: {distr: spec.y.log ? 3 : 1, range: (uplot) => yRangeOf(spec, ...uplot.series[0].idxs.map((index) => stops[index].x))},
    },
    axes: [xAxis(spec.x), yAxis(spec.y)],
    series: [{}, ...(bars ? spec.parts.map((part, index) => barSeries(part, index, spec)) : spec.lines.map(lineSeries))],
    cursor: {
      y: false, drag: {x: !spec.onpick, y: false},
      points: {show: !bars, size: 8, width: 1.5, stroke: 'var(--paper)', fill: (_, index) => `var(--${series[index - 1].color})`},
    },
  };
}

/** Whether a range of the x axis is not zoomed. */
const isWhole = (from, to, stops) => stops.length === 1 || from === stops[0].x && to === stops.at(-1).x;

const gutterGap = 6;

/** The room at the right for the names of references; null: what uPlot leaves there. */
function gutterOf(references) {
  if (!references.length) return null;
  return gutterGap + widthOf(references.map(({name}) => shortName(name)));
}

/** The width of the widest text beside a plot, in pixels. */
function widthOf(texts) {
  const ctx = new OffscreenCanvas(1, 1).getContext('2d');
  ctx.font = chartFont;
  return Math.ceil(Math.max(0, ...texts.map((text) => ctx.measureText(text).width)));
}

/** The end of a name that would take too much room beside a plot. */
const shortName = (name) => name.length > 14 ? `\u2026${name.slice(-13)}` : name;

/** What a logarithmic axis has in common with others of its kind. */
const logAxis = (log) => log ? {splits: (_, axis, least, greatest) => logTicks(least, greatest), filter: (_, splits) => splits} : {};

function xAxis({label, format, log}) {
  return {...logAxis(log), label, labelSize: 18, labelGap: 0, labelFont: chartFont, font: chartFont, size: 26, space: 60, gap: 3, stroke: () => cssColor('muted'),
    values: (_, ticks) => ticks.map(format), grid: {show: false},
    ticks: {stroke: () => cssColor('rule'), width: 1, size: 4}, border: {show: true, stroke: () => cssColor('rule'), width: 1}};
}

function yAxis({format, log}) {
  return {...logAxis(log), font: chartFont, space: 36, gap: 6, size: (_, texts) => 10 + widthOf(texts || []),
    stroke: () => cssColor('muted'), values: (_, ticks) => ticks.map(format), grid: {stroke: () => cssColor('grid'), width: 1}, ticks: {show: false}};
}

function lineSeries({name, color, dash, dots, sides}) {
  const stroke = () => cssColor(color);
  return {label: name, class: name ? null : 'unnamed', stroke, width: 1.8, dash: dashes[dash], cap: dash === 'dotted' ? 'round' : 'butt',
    fill: sides ? fillOfSides : undefined, fillTo: () => 0,
    points: {show: true, size: 7, width: 1.5, stroke: () => cssColor('paper'), fill: stroke, filter: (uplot, index) => dotsOf(uplot.data[index], dots)}};
}

/** The points that are drawn as dots: all, or those without neighbours, of which no line can be drawn. */
function dotsOf(values, all) {
  const present = values.flatMap((value, index) => isNumber(value) ? [index] : []);
  if (all) return present;
  const isGap = (index, step) => {
    for (index += step; values[index] === undefined && index in values; index += step);
    return !isNumber(values[index]);
  };
  return present.filter((index) => isGap(index, 1) && isGap(index, -1));
}

/** The colour of the attackers above 0, that of the defenders below. */
function fillOfSides(uplot) {
  const {top, height} = uplot.bbox, zero = (uplot.valToPos(0, 'y', true) - top) / height;
  const gradient = uplot.ctx.createLinearGradient(0, top, 0, top + height);
  for (const [at, side] of [[0, 'attackers'], [zero, 'attackers'], [zero, 'defenders'], [1, 'defenders']]) {
    gradient.addColorStop(Math.min(1, Math.max(0, at)), `${hexOf(uplot.ctx, cssColor(side))}38`);  // #rrggbb at 22 %
  }
  return gradient;
}

/** A colour as #rrggbb. */
function hexOf(ctx, color) {
  ctx.save();
  ctx.fillStyle = color;
  const hex = ctx.fillStyle;
  ctx.restore();
  return hex;
}

/** One part of stacked bars, which may differ in width. */
function barSeries({name, color}, part, {bars, gap = 0}) {
  const paths = (uplot, index, first, last) => {
    const fill = new Path2D();
    for (let i = first; i <= last; ++i) {
      const left = uplot.valToPos(bars[i].x0, 'x', true), right = uplot.valToPos(bars[i].x1, 'x', true) - gap * devicePixelRatio;
      const top = uplot.valToPos(uplot.data[index][i], 'y', true);
      const bottom = uplot.valToPos(part ? uplot.data[index - 1][i] : 0, 'y', true);
      fill.rect(left, top, Math.max(0.5, right - left), bottom - top);
    }
    return {fill, stroke: null};
  };
  return {label: name, fill: () => cssColor(color), stroke: () => cssColor(color), width: 0, paths, points: {show: false}};
}

/** A legend in `host` for charts of several named lines or parts; a click on a name hides its line. */
function legendOptions(series, areas, host) {
  host.classList.toggle('areas', areas);
  const color = (_, index) => `var(--${series[index - 1].color})`;
  return {show: series.filter(({name}) => name).length > 1, live: false, mount: (_, table) => host.append(table),
    markers: {width: areas ? 0 : 2, stroke: color, fill: areas ? color : () => 'none', dash: (_, index) => series[index - 1].dash || 'solid'}};
}

/** Runs `draw` with uPlot's canvas, clipped to the plot, one unit being a pixel of the style sheet. */
function paint(uplot, draw) {
  const {ctx, bbox} = uplot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left - 4 * devicePixelRatio, bbox.top, bbox.width + 8 * devicePixelRatio, bbox.height);  // whole dots and bars at the ends
  ctx.clip();
  ctx.scale(devicePixelRatio, devicePixelRatio);
  const at = (value, scale) => uplot.valToPos(value, scale, true) / devicePixelRatio;
  draw(ctx, (x) => at(x, 'x'), (y) => at(y, 'y'), bbox.left / devicePixelRatio, (bbox.left + bbox.width) / devicePixelRatio);
  ctx.restore();
}

/** Horizontal lines; their names stand beside the plot, moved apart where they would overlap. */
function drawReferences(uplot, references) {
  if (!references.length) return;
  const sorted = [...references].sort((a, b) => b.y - a.y), gap = 14;
  paint(uplot, (ctx, _, y, left, right) => {
    ctx.setLineDash([2, 4]);
    for (const reference of sorted) stroke(ctx, new Path2D(`M${left},${y(reference.y)}H${right}`), cssColor('muted'), 1);
  });
  const {ctx, bbox} = uplot, scale = devicePixelRatio, right = (bbox.left + bbox.width) / scale;
  let texts = sorted.map((reference) => uplot.valToPos(reference.y, 'y', true) / scale + 4);
  texts.forEach((_, index) => { texts[index] = Math.max(texts[index], index ? texts[index - 1] + gap : 10); });
  const excess = Math.max(0, texts.at(-1) - (bbox.top + bbox.height) / scale - 4);
  if (excess) texts = texts.map((text, index) => Math.min(text, texts.at(-1) - excess - (texts.length - 1 - index) * gap));
  ctx.save();
  ctx.scale(scale, scale);
  sorted.forEach(({name}, index) => drawText(ctx, shortName(name), right + gutterGap, texts[index], 'muted', chartFont));
  ctx.restore();
}

function drawErrorBars(uplot, line) {
  paint(uplot, (ctx, x, y) => {
    ctx.globalAlpha = 0.55;
    for (const point of line?.points.filter(({low}) => isNumber(low)) || []) {
      const at = x(point.x), low = y(point.low), high = y(point.high);
      stroke(ctx, new Path2D(`M${at},${low}V${high}M${at - 3},${low}h6M${at - 3},${high}h6`), cssColor(line.color), 1.2);
    }
  });
}

function drawMark(uplot, value) {
  paint(uplot, (ctx, x) => stroke(ctx, new Path2D(`M${x(value)},0V${uplot.height}`), cssColor('ink'), 1.5));
}

function stroke(ctx, path, color, width) {
  Object.assign(ctx, {strokeStyle: color, lineWidth: width});
  ctx.stroke(path);
}
