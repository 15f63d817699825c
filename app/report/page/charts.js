// One kind of chart for everything: lines, perhaps with error bars, or stacked bars, over a number.
//
//   title, unit         what is drawn, and in what
//   x                   {label, format, heading, min?, max?}: the axis' name, its ticks, the tooltip's first line
//   y                   {min?, max?, format}
//   lines               [{name, color, dash?, dots?, sides?, points: [{x, y, low?, high?, heading?}]}]; y may be null: a gap
//   bars, parts, gap    [{x0, x1, values}], one value for each of [{name, color}], stacked from below; pixels between bars
//   references          [{y, name}]: horizontal lines
//   empty               what is said when there is nothing to draw
//   height, onpick      in pixels; called with the x that was clicked or reached by keys
//
// Colours are names of the style sheet's variables. Values are told by pointing, by touch, or by arrow keys.

class Chart {
  constructor(host, spec) {
    this.unit = h('span', {class: 'unit'});
    this.legend = h('ul', {class: 'legend'});
    this.tip = h('div', {class: 'tip', role: 'status', hidden: true});
    this.svg = s('svg', {'aria-hidden': 'true'});
    this.plot = h('div', {class: 'plot', role: 'img', tabindex: '0',
      onkeydown: (event) => this.key(event),
      onpointermove: (event) => this.point(event),
      onpointerdown: (event) => this.pick(event),
      onpointerleave: () => this.show(-1),
      onblur: () => this.show(-1)}, this.svg, this.tip);
    host.append(h('figure', {class: 'chart'}, h('figcaption', {}, h('span', {class: 'title'}, spec.title), this.unit), this.legend, this.plot));
    this.at = -1;
    new ResizeObserver(() => this.draw()).observe(this.plot);
    this.update(spec);
  }

  update(spec) {
    this.spec = {lines: [], bars: [], parts: [], references: [], height: 190, ...spec};
    this.stops = stopsOf(this.spec);
    this.unit.textContent = spec.unit;
    const series = this.spec.parts.length ? this.spec.parts : this.spec.lines.filter(({name}) => name);
    this.legend.replaceChildren(...(series.length < 2 ? [] : series.map((one) => h('li', {},
      h('span', {class: `key${this.spec.parts.length ? ' area' : ''} ${one.dash || ''}`, style: `--color:var(--${one.color})`}), one.name))));
    this.plot.setAttribute('aria-label', summaryOf(this.spec, this.stops));
    this.draw();
  }

  /** Marks a place on the x axis. */
  mark(x) {
    this.marked = x;
    this.drawCursor();
  }

  draw() {
    const width = this.plot.clientWidth, {height} = this.spec;
    if (!width) return;
    this.svg.replaceChildren();
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.svg.setAttribute('height', height);
    if (!this.stops.length) {
      this.svg.append(s('text', {x: width / 2, y: height / 2, class: 'empty', 'text-anchor': 'middle'}, this.spec.empty || 'Nothing yet'));
      return;
    }
    this.measure(width, height);
    this.drawAxes(width, height);
    for (const bar of this.spec.bars) this.drawBar(bar);
    this.drawReferences();
    for (const line of this.spec.lines) this.drawLine(line);
    this.svg.append(this.cursor = s('g', {class: 'cursor'}));
    this.drawCursor();
  }

  measure(width, height) {
    const {x, y} = this.spec;
    const range = extentOf(this.spec);
    this.yTicks = ticksFor(y.min ?? range.y0, y.max ?? range.y1, Math.max(2, Math.floor(height / 48)));
    const y0 = y.min ?? Math.min(range.y0, this.yTicks[0]), y1 = y.max ?? Math.max(range.y1, this.yTicks.at(-1));
    const x0 = x.min ?? range.x0, x1 = x.max ?? range.x1;
    const left = 10 + 6.6 * Math.max(...this.yTicks.map((tick) => y.format(tick).length));
    this.box = {left, right: width - 10, top: 10, bottom: height - 36};
    this.x = scale(x0, x1, this.box.left, this.box.right);
    this.y = scale(y0, y1, this.box.bottom, this.box.top);
    this.xTicks = ticksFor(x0, x1, Math.max(2, Math.floor((width - left) / 60))).filter((tick) => tick >= x0 && tick <= x1);
  }

  drawAxes(width, height) {
    const {left, right, bottom} = this.box;
    for (const tick of this.yTicks) {
      const y = this.y(tick);
      this.svg.append(s('line', {x1: left, x2: right, y1: y, y2: y, class: 'grid'}),
        s('text', {x: left - 6, y: y + 4, 'text-anchor': 'end'}, this.spec.y.format(tick)));
    }
    this.svg.append(s('line', {x1: left, x2: right, y1: bottom, y2: bottom, class: 'axis'}));
    for (const tick of this.xTicks) {
      const x = this.x(tick), text = this.spec.x.format(tick), half = 3.3 * text.length;
      this.svg.append(s('line', {x1: x, x2: x, y1: bottom, y2: bottom + 4, class: 'axis'}),
        s('text', {x: Math.min(x, width - half), y: bottom + 16, 'text-anchor': 'middle'}, text));
    }
    this.svg.append(s('text', {x: right, y: height - 4, 'text-anchor': 'end', class: 'label'}, this.spec.x.label));
  }

  drawBar({x0, x1, values}) {
    const left = this.x(x0), width = Math.max(0.5, this.x(x1) - left - (this.spec.gap || 0));
    let base = 0;
    values.forEach((value, index) => {
      const top = this.y(base + value), bottom = this.y(base);
      base += value;
      if (value > 0) {
        this.svg.append(s('rect', {x: left, width, y: top, height: bottom - top, style: `fill:var(--${this.spec.parts[index].color})`}));
      }
    });
  }

  /** Their names stand at the right, moved apart where they would overlap. */
  drawReferences() {
    const {left, right} = this.box;
    let above = -Infinity;
    for (const {y, name} of [...this.spec.references].sort((a, b) => b.y - a.y)) {
      const at = this.y(y), text = Math.max(at - 4, above + 13);
      above = text;
      this.svg.append(s('line', {x1: left, x2: right, y1: at, y2: at, class: 'reference'}),
        s('text', {x: right, y: text, 'text-anchor': 'end', class: 'halo'}, name));
    }
  }

  drawLine(line) {
    const style = `--color:var(--${line.color})`;
    const runs = runsOf(line.points);
    if (line.sides) for (const run of runs) this.drawSides(run);
    for (const point of line.points.filter(({low}) => isNumber(low))) {
      const x = this.x(point.x), low = this.y(point.low), high = this.y(point.high);
      this.svg.append(s('path', {d: `M${x},${low}V${high}M${x - 3},${low}h6M${x - 3},${high}h6`, class: 'error', style}));
    }
    for (const run of runs) {
      const d = run.map((point, index) => `${index ? 'L' : 'M'}${this.x(point.x)},${this.y(point.y)}`).join('');
      this.svg.append(s('path', {d, class: `line ${line.dash || ''}`, style}));
      if (line.dots || run.length === 1) {
        for (const point of run) this.svg.append(s('circle', {cx: this.x(point.x), cy: this.y(point.y), r: 3, class: 'dot', style}));
      }
    }
  }

  /** Fills between a line and zero with the colour of the side that it favours. */
  drawSides(run) {
    const zero = this.y(0), {left, right, top, bottom} = this.box;
    const d = `M${this.x(run[0].x)},${zero}` + run.map((point) => `L${this.x(point.x)},${this.y(point.y)}`).join('') + `V${zero}Z`;
    for (const [side, y0, y1] of [['attackers', top, zero], ['defenders', zero, bottom]]) {
      const id = `clip-${++Chart.clips}`;
      this.svg.append(s('clipPath', {id}, s('rect', {x: left, width: right - left, y: y0, height: Math.max(0, y1 - y0)})),
        s('path', {d, class: 'fill', 'clip-path': `url(#${id})`, style: `--color:var(--${side})`}));
    }
  }

  drawCursor() {
    if (!this.stops.length || !this.cursor) return;
    this.cursor.replaceChildren();
    const {top, bottom} = this.box;
    const line = (x, name) => this.cursor.append(s('line', {x1: this.x(x), x2: this.x(x), y1: top, y2: bottom, class: name}));
    if (isNumber(this.marked)) line(this.marked, 'marked');
    const stop = this.stops[this.at];
    if (!stop) return;
    line(stop.x, 'hover');
    for (const {y, color} of stop.rows) {
      if (isNumber(y)) this.cursor.append(s('circle', {cx: this.x(stop.x), cy: this.y(y), r: 4, class: 'dot', style: `--color:var(--${color})`}));
    }
  }

  /** Shows the values at a stop; -1: none. */
  show(index) {
    this.at = index;
    const stop = this.stops[index];
    this.tip.hidden = !stop;
    this.drawCursor();
    if (!stop) return;
    this.tip.replaceChildren(h('p', {class: 'heading'}, stop.heading), ...stop.rows.map((row) => h('p', {},
      h('span', {class: `key${this.spec.parts.length ? ' area' : ''} ${row.dash || ''}`, style: `--color:var(--${row.color})`}),
      row.name ? `${row.name} ` : '', h('b', {}, row.text))));
    const width = this.tip.offsetWidth, x = this.x(stop.x), room = this.plot.clientWidth;
    this.tip.style.left = `${Math.max(0, x + 14 + width < room ? x + 14 : x - 14 - width)}px`;
  }

  nearest(event) {
    const x = event.clientX - this.svg.getBoundingClientRect().left;
    let best = -1;
    this.stops.forEach((stop, index) => {
      if (best < 0 || Math.abs(this.x(stop.x) - x) < Math.abs(this.x(this.stops[best].x) - x)) best = index;
    });
    return best;
  }
  point(event) {
    if (this.stops.length) this.show(this.nearest(event));
  }
  pick(event) {
    this.point(event);
    if (this.spec.onpick && this.at >= 0) this.spec.onpick(this.stops[this.at].x);
  }

  key(event) {
    const last = this.stops.length - 1;
    const steps = {ArrowRight: Math.min(this.at + 1, last), ArrowLeft: this.at < 0 ? last : Math.max(this.at - 1, 0), Home: 0, End: last, Escape: -1};
    if (last < 0 || this.spec.onpick || !(event.key in steps)) return;
    event.preventDefault();
    this.show(steps[event.key]);
  }
}
Chart.clips = 0;

/** The places that have values, in order: {x, heading, rows: [{name, color, text, y?}]}. */
function stopsOf({x, y, lines, bars, parts}) {
  if (bars.length) {
    return bars.map(({x0, x1, values}) => ({x: (x0 + x1) / 2, heading: x.heading(x0, x1),
      rows: parts.map((part, index) => ({...part, text: y.format(values[index])})).reverse()}));
  }
  const stops = new Map();
  for (const {name, color, dash, points} of lines) {
    for (const point of points) {
      if (!isNumber(point.y)) continue;
      if (!stops.has(point.x)) stops.set(point.x, {x: point.x, heading: point.heading || x.heading(point.x), rows: []});
      const error = isNumber(point.low) ? ` (${y.format(point.low)} to ${y.format(point.high)})` : '';
      stops.get(point.x).rows.push({name, color, dash, y: point.y, text: y.format(point.y) + error});
    }
  }
  return [...stops.values()].sort((a, b) => a.x - b.x);
}

/** What a chart shows, in words. */
function summaryOf({title, unit, lines, parts, empty}, stops) {
  if (!stops.length) return `${title}: ${empty || 'nothing yet'}`;
  const rows = (stop) => stop.rows.map((row) => `${row.name} ${row.text}`).join(', ');
  const first = stops[0], last = stops.at(-1);
  return `${title}, ${unit}. ${parts.length ? 'Bars' : lines.length > 1 ? 'Lines' : 'A line'} of ${stops.length} points. ` +
    `First, ${first.heading}: ${rows(first)}. Last, ${last.heading}: ${rows(last)}. Arrow keys tell each.`;
}

function extentOf({lines, bars, references}) {
  const points = lines.flatMap((line) => line.points).filter((point) => isNumber(point.y));
  const xs = [...points.map((point) => point.x), ...bars.flatMap(({x0, x1}) => [x0, x1])];
  const ys = [...points.flatMap(({y, low, high}) => [low ?? y, high ?? y]), ...references.map(({y}) => y),
    ...bars.map(({values}) => sum(values)), ...(bars.length ? [0] : [])];
  return {x0: Math.min(...xs), x1: Math.max(...xs), y0: Math.min(...ys), y1: Math.max(...ys)};
}

/** Points without gaps between them. */
function runsOf(points) {
  const runs = [[]];
  for (const point of points) {
    if (isNumber(point.y)) runs.at(-1).push(point);
    else runs.push([]);
  }
  return runs.filter((run) => run.length);
}

function scale(from0, from1, to0, to1) {
  if (from0 === from1) return () => (to0 + to1) / 2;
  return (value) => to0 + (value - from0) * (to1 - to0) / (from1 - from0);
}

/** About `count` round numbers from `low` or below to `high` or above. */
function ticksFor(low, high, count) {
  if (low === high) [low, high] = low === 0 ? [0, 1] : [low - Math.abs(low) / 10, high + Math.abs(high) / 10];
  const rough = (high - low) / count, power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) || 10);
  const ticks = [];
  for (let i = Math.floor(low / step + 1e-9); i <= Math.ceil(high / step - 1e-9); ++i) ticks.push(Number((i * step).toPrecision(12)));
  return ticks;
}
