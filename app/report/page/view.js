// What the reader has chosen. The address's fragment holds it, so that an address shows the same again:
// #SECTION?axis=games&rules=each. Choices that were not changed are left out.

class View {
  /** `choices`: {key, label, options: [[value, name]…], kind: 'switch', 'select' or 'check'}. The first option is the default. */
  constructor(choices, onchange) {
    this.choices = choices;
    this.onchange = onchange;
    this.read();
    addEventListener('hashchange', () => {
      const before = this.query();
      this.read();
      if (this.query() === before) return;
      this.build(this.host);
      onchange();
    });
  }

  /** Offers other choices, and keeps the values that are still offered. */
  choose(choices) {
    this.choices = choices;
    this.read();
  }

  get(key) {
    return this.values[key];
  }

  /** Takes the values from the address. An unknown value is the default. */
  read() {
    const [section, query] = location.hash.slice(1).split('?');
    const given = new URLSearchParams(query);
    this.section = section;
    this.values = Object.fromEntries(this.choices.map(({key, options}) =>
      [key, options.some(([value]) => value === given.get(key)) ? given.get(key) : options[0][0]]));
  }

  /** The choices that were changed, as text. */
  query() {
    const changed = this.choices.filter(({key, options}) => this.values[key] !== options[0][0]);
    return new URLSearchParams(changed.map(({key}) => [key, this.values[key]])).toString();
  }

  set(key, value) {
    this.values[key] = value;
    this.write();
    this.onchange();
  }

  write() {
    const query = this.query();
    history.replaceState(null, '', `#${this.section}${query ? `?${query}` : ''}`);
  }

  /** Makes the links of `list` go to sections without losing the choices. */
  keepIn(list) {
    list.addEventListener('click', (event) => {
      const link = event.target.closest('a[href^="#"]');
      if (!link) return;
      event.preventDefault();
      this.goTo(link.hash.slice(1));
      history.pushState(null, '', location.hash);
      this.write();
    });
  }

  goTo(section) {
    this.section = section;
    const target = section && byId(section);
    if (!target) return;
    target.scrollIntoView();
    target.focus({preventScroll: true});
  }

  /** Fills `host` with the controls. A choice between fewer than two options is left out. */
  build(host) {
    this.host = host;
    const makers = {switch: radioSwitch, select: selectBox, check: checkBox};
    host.replaceChildren(...this.choices.filter(({options}) => options.length > 1)
      .map((choice) => makers[choice.kind](choice, this.values[choice.key], (value) => this.set(choice.key, value))));
  }
}

function radioSwitch({key, label, options}, chosen, choose) {
  return h('fieldset', {class: 'switch'}, h('legend', {}, label), ...options.flatMap(([value, name]) => {
    const id = `${key}-${value}`;
    return [h('input', {type: 'radio', name: key, id, checked: value === chosen, onchange: () => choose(value)}), h('label', {for: id}, name)];
  }));
}

function selectBox({key, label, options}, chosen, choose) {
  return h('label', {class: 'pick'}, h('span', {}, label), h('select', {name: key, onchange: (event) => choose(event.target.value)},
    ...options.map(([value, name]) => h('option', {value, selected: value === chosen}, name))));
}

/** A check box for the second of two options. */
function checkBox({key, label, options}, chosen, choose) {
  return h('label', {class: 'check'}, h('input', {type: 'checkbox', name: key, checked: chosen === options[1][0],
    onchange: (event) => choose(options[event.target.checked ? 1 : 0][0])}), label);
}

/** Draws sections, {ID: function that fills an element}, again. If one part fails, the others are still drawn. */
function drawSections(parts, scene) {
  for (const [id, build] of Object.entries(parts)) {
    const section = byId(id), inner = h('div', {});
    try {
      build(inner, scene);
    } catch (error) {
      console.error(error);
      inner.append(note(`This part cannot be drawn: ${error.message}`));
    }
    releaseCharts(section);
    section.replaceChildren(section.querySelector('h2'), inner);
  }
}
