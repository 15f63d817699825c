// A map of the rule sets: those that are played alike are close together.

function buildMap(section, {map, rules}) {
  const places = (map || []).filter(({x, y}) => isNumber(x) && isNumber(y)).map((place) => {
    const rule = rules.find((one) => one.name === place.rules);
    return {...place, title: rule ? titleOf(rule) : place.rules, score: rule && scoreOf(rule), small: rule && groupOf(rule) === 'factorial'};
  });
  if (places.length < 3) return false;
  places.sort((a, b) => (b.small || 0) - (a.small || 0));  // small dots lie below others
  const nearest = (place) => places.filter((one) => one !== place).reduce((best, one) => distance(place, one) < distance(place, best) ? one : best);
  const label = 'Map of rule sets. ' + places.filter(({small}) => !small).map((place) => `${place.title} is nearest to ${nearest(place).title}`).join('; ');
  const figure = h('figure', {class: 'chart map'});
  section.append(h('p', {class: 'lead'}, 'How differently one plays under other rules. Where two rule sets are close together, a good move in one is mostly a good move in the other.'),
    howToRead(['Only the distances mean something: the map may be turned or mirrored. Two rule sets that are equally fair can be far apart, because they are played quite differently.' +
      (places.length > mostNames && places.some(({small}) => small) ? ' The small dots are combinations of rules; the table names them.' : '')],
      places.some(({score}) => isNumber(score)) ? ['attackers', 'defenders'].map((side) => [[dot(axisOf(-1, 1), 0, side)], `the ${side} score more`]) : []), figure);
  figure.append(picture(label, 420, (width) => drawMap(width, 420, places)));
  section.append(numbers('map of the rule sets', ['Rule set', 'Nearest to', 'Across', 'Up'], places.map((place) => [place.title, nearest(place).title, place.x.toFixed(2), place.y.toFixed(2)])));
  return true;
}

const mostNames = 16;  // with more places than this, combinations of rules have small dots without a name
const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

function drawMap(width, height, places) {
  const margin = 28, xs = places.map(({x}) => x), ys = places.map(({y}) => y);
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  // One scale for both directions, or the distances would mean nothing.
  const scale = Math.min((width - 2 * margin) / (right - left || 1), (height - 2 * margin) / (high - low || 1));
  const dots = places.map((place) => ({...place, px: width / 2 + scale * (place.x - (left + right) / 2), py: height / 2 - scale * (place.y - (low + high) / 2)}));
  const taken = dots.map(({px, py}) => ({x: px - 7, y: py - 7, width: 14, height: 14}));
  const few = dots.length <= mostNames, names = dots.filter(({small}) => few || !small).map((place) => placeName(place, width, height, taken));
  return [s('rect', {x: 0.5, y: 0.5, width: width - 1, height: height - 1, rx: 8, class: 'frame'}), ...names.flat(),
    ...dots.map(({px, py, title, score, small}) => s('circle', {cx: px, cy: py, r: small && !few ? 3 : 6, class: `dot ${isNumber(score) ? sideOf(score) : 'few-draws'}`}, s('title', {}, isNumber(score) ? `${title}: ${whole(score)}` : title)))];
}

/** The name of a place at the nearest free spot around it, with a line to it if that is not beside it. */
function placeName({px, py, title}, width, height, taken) {
  const most = width < 500 ? 22 : 40, text = title.length > most ? `${title.slice(0, most - 1)}\u2026` : title, size = {width: 7 * text.length + 4, height: 17};
  for (const reach of [10, 24, 40, 60, 84]) {
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, 1], [1, -1], [-1, -1]]) {
      const x = px + dx * reach + (dx < 0 ? -size.width : dx ? 0 : -size.width / 2), y = py + dy * (reach + 6) - size.height / 2, box = {x, y, ...size};
      if (x < 4 || y < 4 || x + size.width > width - 4 || y + size.height > height - 4 || taken.some((other) => overlaps(box, other))) continue;
      taken.push(box);
      const near = Math.min(Math.max(px, x), x + size.width);
      return [...(reach > 10 ? [s('line', {x1: px, y1: py, x2: near, y2: py + dy * (reach - 2), class: 'leader'})] : []), s('text', {x: x + [size.width - 2, size.width / 2, 2][dx + 1], y: y + 13, 'text-anchor': ['end', 'middle', 'start'][dx + 1]}, text)];
    }
  }
  return [];  // the table below has it
}

const overlaps = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
