// Charts of lines, with error bars where there are some, or of stacked bars, drawn by uPlot. A chart is described by its spec:
//
//   title, unit         the subject of the chart and its unit
//   x                   {label, format, heading, min?, max?, log?}: the name of the axis, the text of a tick, the tooltip's first line
//   y                   {min?, max?, format, log?}
//   lines               [{name, color, dash?, dots?, sides?, points: [{x, y, low?, high?, heading?}]}]; a null y is a gap; of more
//                       than three lines only the tooltips and the data have the bounds;
//                       `sides` fills the area between the line and 0 in the colour of the side that it favours
//   bars, parts, gap    [{x0, x1, values}] with one value for each of [{name, color}], stacked; the pixels between two bars
//   references          [{y, name}]: horizontal lines
//   empty               the text of a chart without data
//   height, onpick      pixels; a function called with the x that was clicked
//
// Colours are names of the style sheet's variables. Pointing, touching and the arrow keys show the values of a point, dragging
// zooms in and a double click zooms out. Below the chart its data can be read as a table and saved (chart_table.js).

const cssColor = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
const dashes = {dashed: [5, 4], dotted: [1.5, 3.5]};
const chartFont = '12px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

for (const colors of ['(prefers-color-scheme: dark)', '(forced-colors: active)']) {
  matchMedia(colors).addEventListener('change', () => document.querySelectorAll('figure.chart').forEach(({chart}) => chart?.uplot?.redraw(false)));
}

/** Releases the charts in an element that is about to be replaced. */
function releaseCharts(element) {
  for (const {chart} of element.querySelectorAll('figure.chart')) chart?.release(); // not every such figure is a Chart
}

class Chart {
  constructor(host, spec) {
    this.unit = h('span', {class: 'unit'});
    this.legend = h('div', {class: 'legend'});
    this.image = h('div', {role: 'img', tabindex: '0', onkeydown: (event) => this.key(event), onblur: () => this.show(-1),
      onpointermove: (event) => this.touch(event)});
    this.tip = h('div', {class: 'tip', role: 'status', hidden: true});
    const figure = h('figure', {class: 'chart'}, h('figcaption', {}, h('span', {class: 'title'}, spec.title), this.unit), this.legend,
      h('div', {class: 'plot'}, this.image, this.tip), this.data = chartData(this, spec.title));
    figure.chart = this;
    host.append(figure);
    this.observer = new ResizeObserver(() => this.draw());
    this.observer.observe(this.image);
    this.update(spec);
  }

  update(spec) {
    this.spec = {lines: [], bars: [], parts: [], references: [], height: 190, ...spec};
    this.stops = stopsOf(this.spec);
    this.unit.textContent = spec.unit;
    this.image.setAttribute('aria-label', summaryOf(this.spec, this.stops));
    this.uplot?.destroy();
    this.uplot = null;
    this.legend.replaceChildren();
    this.image.replaceChildren();
    this.image.style.minHeight = `${this.spec.height}px`;
    this.data.hidden = !this.stops.some(({rows}) => rows.length);
    this.data.refresh();
    if (!this.data.hidden) this.draw();
    else this.image.append(h('p', {class: 'empty', style: `height:${this.spec.height}px`}, spec.empty || 'Nothing yet'));
  }

  /** Gives up what uPlot and the page would otherwise keep of it for ever. */
  release() {
    this.observer.disconnect();
    this.uplot?.destroy();
    this.uplot = null;
  }

  /** Marks a place on the x axis. */
  mark(x) {
    this.marked = x;
    this.uplot?.redraw(false);
  }

  draw() {
    const width = this.image.clientWidth, {height} = this.spec;
    if (!width || this.image.querySelector('.empty')) return;
    if (this.uplot) {
      if (this.uplot.width !== width) this.uplot.setSize({width, height});
      return;
    }
    const series = this.spec.parts.length ? this.spec.parts : this.spec.lines;
    const data = [this.stops.map(({x}) => x), ...series.map((_, index) => this.stops.map(({values}) => values[index]))];
    this.uplot = new uPlot({width, height, ...chartOptions(this.spec, this.stops), hooks: this.hooks(),
      legend: legendOptions(series, this.spec.parts.length > 0, this.legend)}, data, this.image);
  }

  hooks() {
    return {
      drawAxes: [(uplot) => drawReferences(uplot, this.spec.references)],
      drawSeries: [(uplot, index) => this.spec.lines.length < 4 && drawErrorBars(uplot, this.spec.lines[index - 1])],
      draw: [(uplot) => isNumber(this.marked) && drawMark(uplot, this.marked)],
      setCursor: [(uplot) => this.showTip(uplot)],
      ready: [(uplot) => uplot.over.addEventListener('click', () => isNumber(uplot.cursor.idx) && this.spec.onpick?.(uplot.data[0][uplot.cursor.idx]))],
    };
  }

  /** Shows the values of the point at the cursor. */
  showTip(uplot) {
    const {idx} = uplot.cursor, stop = this.stops[idx];
    this.tip.hidden = !stop?.rows.length;
    if (this.tip.hidden) return;
    const bars = this.spec.parts.length > 0;
    this.tip.replaceChildren(h('p', {class: 'heading'}, stop.heading), ...stop.rows.map((row) => h('p', {},
      h('span', {class: `key${bars ? ' area' : ''} ${row.dash || ''}`, style: `--color:var(--${row.color})`}),
      row.name ? `${row.name} ` : '', h('b', {}, row.text))));
    const x = uplot.over.offsetLeft + uplot.valToPos(stop.x, 'x'), width = this.tip.offsetWidth, room = this.image.clientWidth;
    this.tip.style.left = `${Math.max(0, x + 14 + width < room ? x + 14 : x - 14 - width)}px`;
  }

  /** Moves the cursor to a stop; -1 hides it. */
  show(index) {
    const stop = this.stops[index];
    this.uplot?.setCursor({left: stop ? this.uplot.valToPos(stop.x, 'x') : -10, top: stop ? 0 : -10});
  }

  /** uPlot follows the mouse alone. */
  touch(event) {
    if (event.pointerType !== 'mouse') this.uplot?.setCursor({left: event.clientX - this.uplot.over.getBoundingClientRect().left, top: 0});
  }

  key(event) {
    const last = this.stops.length - 1, at = this.uplot?.cursor.idx ?? -1;
    const steps = {ArrowRight: Math.min(at + 1, last), ArrowLeft: at < 0 ? last : Math.max(at - 1, 0), Home: 0, End: last, Escape: -1};
    if (!this.uplot || this.spec.onpick || !(event.key in steps)) return;
    event.preventDefault();
    this.show(steps[event.key]);
  }
}
