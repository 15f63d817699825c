// The controls of the rule editor: one for each key, as the engine describes the keys.

const make = (tag, properties, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
const words = name => name.replaceAll('_', ' ');
const capital = text => text[0].toUpperCase() + text.slice(1);
const listed = text => text.slice(1, -1).split(',').filter(Boolean);

/** For each kind of input, a control of a key: its element, and a function that returns the value as text of a rule file. */
const MAKERS = {
  switch(label, {value}) {
    const box = make('input', {type: 'checkbox', checked: !['false', 'none'].includes(value)});
    return {element: make('label', {className: 'switch'}, box, label), read: () => String(box.checked)};
  },
  choice(label, key) {
    const select = make('select', {}, ...key.words.map(word => new Option(words(word), word)));
    select.value = key.value;
    return {element: make('label', {}, label, select), read: () => select.value};
  },
  choices(label, key) {
    const boxes = key.words.map(value => make('input', {type: 'checkbox', value, checked: listed(key.value).includes(value)}));
    const labels = boxes.map(box => make('label', {className: 'switch'}, box, words(box.value)));
    const chosen = () => boxes.filter(box => box.checked).map(box => box.value);
    return {element: make('fieldset', {className: 'choices'}, make('legend', {}, label), ...labels), read: () => `[${chosen()}]`};
  },
  squares(label, {value}) {
    const line = make('input', {type: 'text', value: listed(value).join(' '), autocapitalize: 'off', spellcheck: false});
    return {element: make('label', {}, `${label}, as in a1 b2`, line), read: () => `[${line.value.split(/[\s,]+/).filter(Boolean)}]`};
  },
  setup(label, {value}) {
    const text = make('textarea', {rows: 3, value, autocapitalize: 'off', spellcheck: false});
    return {element: make('label', {}, label, text), read: () => text.value.replace(/\s/g, '')};
  },
  number(label, {value, least, most}) {
    const number = make('input', {type: 'number', min: least, max: most, value, inputMode: 'numeric'});
    return {element: make('label', {}, `${label} (${least} to ${most})`, number), read: () => number.value};
  },
};

/** The controls of all keys in an element that is to be filled. */
export class Controls {
  constructor(form) {
    this.form = form;
    form.addEventListener('change', () => this.#showUsed());
  }

  /** Shows `keys` (web/bindings.cc) with their values. */
  show(keys) {
    this.controls = [];
    this.form.replaceChildren();
    let section, name;
    for (const key of keys.filter(({input}) => input !== 'none')) {
      const [top, ...rest] = key.path.split('.');
      const control = {...key, ...MAKERS[key.input](capital(words(rest.join(' ') || top)), key)};
      control.element.dataset.key = key.path;
      this.controls.push(control);
      const opensSection = key.isMap || (rest.length > 0 && top !== name);
      if (opensSection) {
        name = top;
        section = make('fieldset', {}, make('legend', {}, key.isMap ? control.element : capital(words(top))));
        this.form.append(section);
      }
      if (!key.isMap) (rest.length > 0 ? section : this.form).append(control.element);
    }
    this.#showUsed();
  }

  /** The values of all keys in use as changes of any rule set: `+board.size=9+…`. */
  changes() {
    return this.controls.filter(({element}) => !element.hidden).map(({isMap, path, read}) => {
      if (isMap) return read() === 'true' ? '' : `+${path}=none`;
      return `+${path}=${read()}`;
    }).join('');
  }

  /** Hides the keys that mean nothing because the map that they need is not there. */
  #showUsed() {
    const absent = this.controls.filter(({isMap, read}) => isMap && read() === 'false').map(({path}) => path);
    for (const {element, needs} of this.controls) element.hidden = absent.includes(needs);
  }
}
