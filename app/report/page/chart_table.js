// What a chart shows as a table, as CSV and as a picture.

/** The numbers of a chart: {head, rows}. */
function tableOf({title, x, lines, bars, parts}, stops) {
  if (parts.length) return {head: [`${x.label}, from`, 'to', ...parts.map(({name}) => name)], rows: bars.map(({x0, x1, values}) => [x0, x1, ...values])};
  const columns = lines.flatMap(({name, points}, index) => {
    const value = (key) => (stop) => stop.points[index]?.[key] ?? null;
    const bounds = points.some(({low}) => isNumber(low)) ? ['low', 'high'] : [];
    return [[name || title, value('y')], ...bounds.map((bound) => [`${name || title}, ${bound}`, value(bound)])];
  });
  return {head: [x.label, ...columns.map(([name]) => name)], rows: stops.map((stop) => [stop.x, ...columns.map(([, value]) => value(stop))])};
}

/** A table as comma-separated values (RFC 4180). */
function csvOf({head, rows}) {
  const field = (value) => value === null || value === undefined ? '' : /[",\n]/.test(value) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
  return [head, ...rows].map((row) => row.map(field).join(',') + '\r\n').join('');
}

function tableElement(name, {head, rows}) {
  const text = (value) => isNumber(value) ? plain(value) : '\u2013';
  return h('div', {class: 'scroll data', role: 'group', tabindex: '0', 'aria-label': `Data of ${name}`}, h('table', {},
    h('thead', {}, h('tr', {}, ...head.map((one) => h('th', {scope: 'col'}, one)))),
    h('tbody', {}, ...rows.map((row) => h('tr', {}, ...row.map((value) => h('td', {}, text(value))))))));
}

/** A disclosure with the data of a chart and the buttons that save them. The table is made when it is opened. */
function chartData(chart, title) {
  const inner = h('div', {});
  const save = (name, action) => h('button', {type: 'button', onclick: action, 'aria-label': `Save ${title} as ${name}`}, name);
  const fillIn = () => inner.replaceChildren(tableElement(title, tableOf(chart.spec, chart.stops)), h('p', {class: 'save'}, 'Save as ',
    save('CSV', () => download(`${fileName(chart)}.csv`, new Blob([csvOf(tableOf(chart.spec, chart.stops))], {type: 'text/csv'}))), ' ',
    save('PNG', () => pictureOf(chart).toBlob((blob) => download(`${fileName(chart)}.png`, blob), 'image/png'))));
  const details = h('details', {class: 'data', ontoggle: () => details.open && fillIn()},
    h('summary', {}, 'Data', h('span', {class: 'hidden'}, ` of ${title}`)), inner);
  details.refresh = () => details.open && fillIn();
  return details;
}

const fileName = ({spec}) => `${document.title.split(' \u2013 ')[0]} ${spec.title}`.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');

function download(name, blob) {
  const link = h('a', {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A chart with its title and its legend on a canvas. */
function pictureOf({uplot, spec}) {
  const plot = uplot.ctx.canvas, scale = devicePixelRatio, canvas = h('canvas'), ctx = canvas.getContext('2d');
  const series = (spec.parts.length ? spec.parts : spec.lines).filter(({name}) => name), legend = series.length > 1 ? series : [];
  const places = legendPlaces(ctx, legend, plot.width / scale);
  const top = 34 + (legend.length ? places.at(-1).y + 20 : 0);
  Object.assign(canvas, {width: plot.width, height: plot.height + top * scale});
  ctx.fillStyle = cssColor('paper');
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.drawImage(plot, 0, top * scale);
  ctx.scale(scale, scale);
  drawText(ctx, spec.title, 8, 20, 'ink', `600 ${chartFont}`);
  const width = ctx.measureText(spec.title).width;
  drawText(ctx, spec.unit, 16 + width, 20, 'muted', chartFont);
  legend.forEach(({name, color, dash}, index) => {
    const {x, y} = places[index];
    ctx.setLineDash(spec.parts.length ? [] : dashes[dash] || []);
    stroke(ctx, new Path2D(`M${x},${y + 38}h16`), cssColor(color), spec.parts.length ? 9 : 2);
    ctx.setLineDash([]);
    drawText(ctx, name, x + 21, y + 42, 'muted', chartFont);
  });
  return canvas;
}

/** Where the names of a legend stand, in rows of at most `width`. */
function legendPlaces(ctx, legend, width) {
  ctx.font = chartFont;
  let x = 8, y = 0;
  return legend.map(({name}) => {
    const room = 36 + ctx.measureText(name).width;
    if (x > 8 && x + room > width) [x, y] = [8, y + 18];
    x += room;
    return {x: x - room, y};
  });
}

function drawText(ctx, text, x, y, color, font) {
  Object.assign(ctx, {font, fillStyle: cssColor(color), textBaseline: 'alphabetic', textAlign: 'left'});
  ctx.fillText(text, x, y);
}
