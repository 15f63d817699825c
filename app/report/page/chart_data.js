// The numbers of a chart: the places that can be pointed at, the extent of its axes, and its contents in words.
// charts.js describes a chart's `spec`.

/**
 * The places on the x axis, in order: {x, heading, rows: [{name, color, dash, text, y?}], values, points}. `rows` is the text that
 * appears when a place is pointed at. `values` has one number per series: the y of a line, or the top of a part of a bar;
 * null is a gap in a line, undefined means that the line has no point there. `points` are the lines' points. What a logarithmic
 * axis cannot show is left out.
 */
function stopsOf({x, y, lines, bars, parts}) {
  if (bars.length) return bars.map((bar) => barStop(bar, x, y, parts));
  const stops = new Map();
  lines.forEach(({name, color, dash, points}, index) => {
    for (const point of points) {
      if (x.log && point.x <= 0) continue;
      if (!stops.has(point.x)) stops.set(point.x, {x: point.x, heading: point.heading || x.heading(point.x), rows: [], values: [], points: []});
      const stop = stops.get(point.x);
      stop.points[index] = point;
      stop.values[index] = y.log && point.y <= 0 ? null : point.y;
      if (!isNumber(point.y)) continue;
      const interval = isNumber(point.low) ? ` (${y.format(point.low)} to ${y.format(point.high)})` : '';
      stop.rows.push({name, color, dash, text: y.format(point.y) + interval});
    }
  });
  return [...stops.values()].sort((a, b) => a.x - b.x);
}

function barStop({x0, x1, values}, x, y, parts) {
  const rows = parts.map((part, index) => ({...part, text: y.format(values[index])})).reverse();
  return {x: (x0 + x1) / 2, heading: x.heading(x0, x1), rows, values: values.map((_, index) => sum(values.slice(0, index + 1)))};
}

/** The contents of a chart in words, for screen readers. */
function summaryOf({title, unit, lines, parts, empty, onpick}, stops) {
  const filled = stops.filter(({rows}) => rows.length);
  if (!filled.length) return `${title}: ${empty || 'nothing yet'}`;
  const rows = (stop) => stop.rows.map((row) => `${row.name} ${row.text}`).join(', ');
  const first = filled[0], last = filled.at(-1);
  return `${title}, ${unit}. ${parts.length ? 'Bars' : lines.length > 1 ? 'Lines' : 'A line'} of ${filled.length} points. ` +
    `First, ${first.heading}: ${rows(first)}. Last, ${last.heading}: ${rows(last)}. ${onpick ? '' : 'The arrow keys read out each point.'}`;
}

/** The range of the x axis: [least, greatest]. */
function xRangeOf({x, bars}, stops) {
  const least = bars.length ? bars[0].x0 : stops[0].x, greatest = bars.length ? bars.at(-1).x1 : stops.at(-1).x;
  return x.log ? widened(least, greatest) : widened(x.min ?? least, x.max ?? greatest);
}

/** The range of the y axis that shows every value, interval and reference between `from` and `to` on the x axis. */
function yRangeOf({y, lines, bars, references}, from, to) {
  const isShown = (point) => isNumber(point.y) && point.x >= from && point.x <= to;
  const values = [...lines.flatMap(({points}) => points.filter(isShown)).flatMap((point) => [point.low ?? point.y, point.high ?? point.y]),
    ...references.map((reference) => reference.y), ...bars.flatMap((bar) => [0, sum(bar.values)])];
  if (y.log) return logRange(values);
  if (!values.length) return [y.min ?? 0, y.max ?? 1];
  const [least, greatest] = widened(Math.min(...values), Math.max(...values));
  const margin = (greatest - least) / 20;
  return widened(y.min ?? least - (bars.length ? 0 : margin), y.max ?? greatest + margin);
}

/** A range of a logarithmic axis that shows all values above 0. */
function logRange(values) {
  const shown = values.filter((value) => value > 0);
  return shown.length ? [Math.min(...shown) / 1.06, Math.max(...shown) * 1.06] : [1, 10];
}

/** The numbers at a logarithmic axis: 1, 2, 5, 10, … or, in a narrow range, round numbers at equal distances. */
function logTicks(least, greatest) {
  const ticks = [];
  for (let power = 10 ** Math.floor(Math.log10(least)); power <= greatest; power *= 10) ticks.push(power, 2 * power, 5 * power);
  const shown = ticks.filter((tick) => tick >= least && tick <= greatest);
  if (shown.length > 6) return shown.filter((tick) => Math.abs(Math.log10(tick) % 1) < 1e-9);
  if (shown.length > 2) return shown;
  const power = 10 ** Math.floor(Math.log10((greatest - least) / 4)), step = power * [1, 2, 5, 10].find((factor) => factor * power >= (greatest - least) / 4);
  const first = Math.ceil(least / step);
  return Array.from({length: Math.max(0, Math.floor(greatest / step) - first + 1)}, (_, index) => (first + index) * step);
}

/** A range of some width around equal ends. */
function widened(least, greatest) {
  if (least < greatest) return [least, greatest];
  return least === 0 ? [0, 1] : [least - Math.abs(least) / 10, least + Math.abs(least) / 10];
}
