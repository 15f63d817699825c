// The progress of a run: what a chart's x axis can be, and the points of lines over it.

/** The measures of a run's progress that can be the x axis. */
const axes = {
  seconds: timeAxis(0),
  games: {min: 0, name: 'Games', label: 'games', format: compact, heading: (x) => `${plain(x)} games`},
  samples: {min: 0, name: 'Samples', label: 'samples trained on', format: compact, heading: (x) => `${compact(x)} samples`},
  evaluations: {min: 0, name: 'Evaluations', label: 'positions evaluated by the network', format: compact, heading: (x) => `${compact(x)} positions evaluated`},
  iteration: {min: 0, name: 'Models', label: 'models', format: plain, heading: (x) => `model ${plain(x)}`},
};

/** The axis of time, in a unit that suits the greatest number of seconds. */
function timeAxis(most) {
  const [unit, size] = most > 3 * 3600 ? ['hours', 3600] : most > 180 ? ['minutes', 60] : ['seconds', 1];
  return {min: 0, name: 'Time', label: `${unit} of work`, divisor: size, format: plain, heading: (x) => `${duration(x * size)} of work`};
}

/** The choices of every page with charts over a run's progress. */
const progressChoices = [
  {key: 'axis', label: 'Over', kind: 'switch', options: Object.entries(axes).map(([key, {name}]) => [key, name])},
  {key: 'smooth', label: 'Smoothing', kind: 'select', options: [['1', 'none'], ...['3', '9', '27', '81'].map((count) => [count, `mean of ${count} points`])]},
  {key: 'logx', label: 'Log x', kind: 'check', options: [['0', 'linear'], ['1', 'logarithmic']]},
  {key: 'logy', label: 'Log y', kind: 'check', options: [['0', 'linear'], ['1', 'logarithmic']]},
];

/** The chosen x axis. */
const xAxisOf = (view) => ({...axes[view.get('axis')], log: view.get('logx') === '1'});

/** Where a number of seconds, games and so on lies on the chosen axis. */
const placeOf = (view, value) => isNumber(value) ? value / (axes[view.get('axis')].divisor || 1) : null;

class Run {
  /** `progress`: metrics.h describes it. */
  constructor(progress) {
    this.progress = progress || {};
  }

  column(key) {
    return this.progress[key] || [];
  }

  most(key) {
    return this.column(key).reduce((most, value) => Math.max(most, value || 0), 0);
  }

  rows(view) {
    return this.column(view.get('axis')).map((value) => placeOf(view, value));
  }

  /** The points of a line: the values of a column over the chosen axis, smoothed as chosen. */
  points(view, values) {
    const xs = this.rows(view);
    return smoothed(values, Number(view.get('smooth'))).map((y, index) => ({x: xs[index], y})).filter(({x}) => isNumber(x));
  }

  /** Games per hour of self-play. */
  gamesPerHour() {
    const seconds = this.column('selfplay/seconds');
    return this.column('selfplay/games').map((games, index) => isNumber(games) && seconds[index] > 0 ? 3600 * games / seconds[index] : null);
  }
}

/** Each value as the mean of the `count` values around it, fewer at both ends; gaps stay gaps. */
function smoothed(values, count) {
  const half = (count - 1) / 2;
  if (!half) return values;
  return values.map((value, index) => {
    if (!isNumber(value)) return value;
    const room = Math.min(half, index, values.length - 1 - index);
    const near = values.slice(index - room, index + room + 1).filter(isNumber);
    return sum(near) / near.length;
  });
}

/** `, mean of 9 points`, if lines are smoothed. */
const smoothingText = (view) => view.get('smooth') === '1' ? '' : `, mean of ${view.get('smooth')} points`;

/** The colour and the dashes of a line among others of its kind. */
const lineStyle = (index) => ({color: `line-${index % 6 + 1}`, dash: ['', 'dashed', 'dotted'][Math.floor(index / 2) % 3]});
