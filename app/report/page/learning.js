// Charts of lines over a run's progress: losses, speed, and the configuration.

/** Adds charts of lines over a run's progress to a grid. */
class LineCharts {
  constructor(grid, view, run) {
    Object.assign(this, {grid, view, run});
  }

  /** Adds a chart of lines, each [name, values, {color, dash}]. Adds nothing if there is no number. `y.mayLog`: the y axis may be logarithmic. */
  add(spec, lines) {
    if (!lines.some(([, values]) => values.some(isNumber))) return;
    const {view, run} = this;
    new Chart(this.grid, {...spec, unit: spec.unit + smoothingText(view), x: xAxisOf(view), y: {...spec.y, log: spec.y.mayLog && view.get('logy') === '1'},
      lines: lines.map(([name, values, style]) => ({name, color: 'ink', points: run.points(view, values), ...style}))});
  }
}

function buildLearning(section, {data, view, run}) {
  if (!data.progress) {
    section.append(note('No training yet. It begins after the first games.'));
    return;
  }
  const train = (key) => run.column(`train/${key}`);
  const charts = new LineCharts(section.appendChild(h('div', {class: 'grid'})), view, run);
  const loss = {format: plain, mayLog: true};
  charts.add({title: 'Loss', unit: 'weighted sum of its terms', y: loss}, [['Loss', train('loss')]]);
  charts.add({title: 'Policy', unit: 'nats', y: loss}, [['network\u2019s cross-entropy', train('policy')], ['entropy of the search\u2019s policy, its lower bound', train('policy_entropy'), {color: 'muted', dash: 'dashed'}]]);
  const fresh = (key) => run.column(`selfplay/${key}`);
  charts.add({title: 'Policy of unseen games', unit: 'nats from the searches', y: loss}, [['surprise', fresh('policy_surprise')]]);
  charts.add({title: 'Value of unseen games', unit: 'squared distance from the outcome', y: loss}, [['error', fresh('value_error')]]);
  charts.add({title: 'Value', unit: 'cross-entropy, nats', y: loss}, [['Value', train('value')]]);
  charts.add({title: 'Accuracy', unit: '% of samples', y: shares}, [['best move', train('policy_accuracy')], ['outcome', train('value_accuracy'), {color: 'muted', dash: 'dashed'}]]);
  for (const [key, title] of [['reply', 'Opponent\u2019s reply'], ['short_value', 'Short-term value'], ['moves_left', 'Moves left'], ['survival', 'Survival of pieces'], ['king_end', 'Last square of the king']]) {
    if (train(key).some((value) => value > 0)) charts.add({title, unit: 'loss', y: loss}, [[title, train(key)]]);
  }
  charts.add({title: 'Learning rate', unit: 'mean of the iteration', y: {min: 0, mayLog: true, format: (rate) => String(Number(rate.toPrecision(3)))}}, [['Learning rate', train('learning_rate')]]);
  charts.add({title: 'Window', unit: 'positions trained on', y: {min: 0, format: compact, mayLog: true}}, [['positions', train('window_positions')]]);
}

function buildSpeed(section, {data, view, run}) {
  if (!data.progress) {
    section.append(note('No iteration is finished yet.'));
    return;
  }
  const play = (key) => run.column(`selfplay/${key}`);
  const rate = {min: 0, format: compact, mayLog: true}, share = {min: 0, format: percent};
  const charts = new LineCharts(section.appendChild(h('div', {class: 'grid'})), view, run);
  charts.add({title: 'Network evaluations', unit: 'per second of self-play', y: rate}, [['Evaluations', play('evaluations_per_second')]]);
  charts.add({title: 'Simulations', unit: 'visits per second of self-play', y: rate}, [['Simulations', play('visits_per_second')]]);
  charts.add({title: 'Games', unit: 'per hour of self-play', y: rate}, [['Games', run.gamesPerHour()]]);
  charts.add({title: 'Training', unit: 'samples per second', y: rate}, [['Samples', run.column('train/samples_per_second')]]);
  const resigns = data.settings?.resigns !== false;
  if (resigns) charts.add({title: 'Resigning', unit: '%', y: share}, [['games resigned', play('resigned')], ['wrong resignations, of those played to the end', play('false_resigns'), {color: 'muted', dash: 'dashed'}]]);
  charts.add({title: 'Proven turns', unit: '% of searches', y: share}, [['Proven', play('proven_turns')]]);
  if (!resigns) section.append(note('Players do not resign in this run (selfplay.resign_threshold is 1).'));
}

function buildConfiguration(section, {data}) {
  if (data.facts) section.append(h('dl', {class: 'facts'}, ...data.facts.flatMap(([label, text]) => [h('dt', {}, label), h('dd', {}, text)])));
  section.append(h('details', {}, h('summary', {}, 'All of config.yaml'), h('pre', {tabindex: '0', role: 'region', 'aria-label': 'config.yaml'}, data.config)));
}
