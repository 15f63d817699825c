// The settings: rules, sides, opponent and strength, with their lists, from the page's address or the last visit.
import {clockOption, controlOf, listClocks} from './clock.js';
import {listStrengths, strengthOf, valueOf} from './levels.js';
import {describeFairness, plain, quoted} from './words.js';

const LARGEST_SEED = 4294967295;
const FIRST_RULES = 'linnaeus'; // unless there are models for other rules only

/** Whether this has the form of models.json. */
export const isListOfModels = content => Array.isArray(content) && content.every(isModel);

const isModel = model => typeof model?.name === 'string' && typeof model.file === 'string' && Array.isArray(model.rules)
  && Array.isArray(model.own) && model.canvas > 0 && model.encoder > 0 && /^[0-9a-f]{64}$/.test(model.sha256);

export class Settings {
  /** `form` has the selects rules, people, model, strength and clock, and the switches arrows and sound; `address` the parameters of the page's address. */
  constructor(form, address) {
    this.fields = form.elements;
    this.address = address;
    this.models = [];
    this.fairness = {}; // fairness.json
    this.chosen = null; // the file of the network that the reader chose; '': playouts; null: the page chooses
    form.onsubmit = event => event.preventDefault();
    listClocks(this.fields.clock);
  }

  /** Lists the engine's levels. */
  listLevels(levels) {
    listStrengths(this.fields.strength, levels);
  }

  get people() { return this.fields.people.value; }
  set people(value) { this.fields.people.value = value; }
  isPerson(side) { return [side, 'both'].includes(this.people); }

  /** The chosen entry of models.json, or null for playouts. */
  get model() { return this.models.find(({file}) => file === this.fields.model.value) ?? null; }

  /** The chosen clock, a text for Clock.begin. */
  get clock() { return this.fields.clock.value; }
  get hasArrows() { return this.fields.arrows.checked; }
  get hasSound() { return this.fields.sound.checked; }

  /** The opponent for the engine: {model, visits, seconds, careless, seed}. */
  get opponent() {
    const seed = isSeed(this.address.get('seed')) ? Number(this.address.get('seed')) : crypto.getRandomValues(new Uint32Array(1))[0];
    return {model: this.model, ...strengthOf(this.fields.strength.value), seed};
  }

  /** The names of both players, for records. */
  get players() {
    const name = side => this.isPerson(side) ? 'person' : `${this.model?.name ?? 'playouts'}:${this.fields.strength.value}`;
    return {attackers: name('attackers'), defenders: name('defenders')};
  }

  /** What is kept for the next visit. */
  get kept() {
    const {people, model, strength, clock} = this.fields;
    return {people: people.value, model: model.value, strength: strength.value, clock: clock.value, chosen: this.chosen, arrows: this.hasArrows, sound: this.hasSound};
  }

  /** What the address asks for, of the same. */
  get asked() {
    const given = ['people', 'model', 'strength', 'clock'].filter(name => this.address.has(name)).map(name => [name, this.#askedFor(name)]);
    return {...Object.fromEntries(given), ...(this.address.has('model') && {chosen: this.address.get('model')})};
  }

  /** A parameter of the address, in which a blank of a clock was written as `+`. */
  #askedFor(name) {
    const text = this.address.get(name);
    return name === 'clock' ? text.replaceAll(' ', '+') : text;
  }

  /** What of this the page cannot do, in a sentence for each. */
  get faults() {
    const expected = {
      people: 'attackers, defenders, both or none', strength: 'a level such as club, visits such as 200v, or seconds such as 3s',
      model: 'the file of a network that fits the board, or nothing for playouts', seed: `a number from 1 to ${LARGEST_SEED}`,
      clock: 'minutes and perhaps seconds a move, such as 10m+5s',
    };
    const isMet = (name, value) => name === 'seed' ? isSeed(value) : this.fields[name].value === valueOf(value);
    return Object.keys(expected).filter(name => this.address.has(name) && !isMet(name, this.#askedFor(name)))
      .map(name => `The address has ${name}=${quoted(this.#askedFor(name))}; expected ${expected[name]}.`);
  }

  /** Sets what `kept` has, as far as it is given and exists. */
  take(given) {
    if ('chosen' in given) this.chosen = given.chosen;
    for (const name of ['arrows', 'sound']) {
      if (typeof given[name] === 'boolean') this.fields[name].checked = given[name];
    }
    for (const name of ['people', 'model', 'strength', 'clock']) {
      if (given[name] === undefined) continue;
      const value = valueOf(given[name]);
      const field = this.fields[name];
      if (name === 'strength' && /^[1-9]\d{0,5}[vs]$/.test(value) && !isIn(field, value)) field.append(new Option(value, value));
      if (name === 'clock' && controlOf(value) && !isIn(field, value)) field.append(clockOption(value));
      if (isIn(field, value)) field.value = value;
    }
  }

  /** Notes that the reader chose the opponent. It stays when the rules change, if it knows them; playouts always stay. */
  noteModel() {
    this.chosen = this.fields.model.value;
  }

  /** Lists the rule sets by the size of their boards. */
  listRules(ruleSets) {
    this.ruleSets = ruleSets;
    const sizes = [...new Set(ruleSets.map(({board}) => Number(board.size)))].sort((a, b) => a - b);
    this.fields.rules.replaceChildren(...sizes.map(size => {
      const group = Object.assign(document.createElement('optgroup'), {label: `${size} × ${size}`});
      group.append(...ruleSets.filter(({board}) => Number(board.size) === size).map(rules => this.#ruleOption(rules)));
      return group;
    }));
  }

  /** The listed rule set that a name is, or begins with, or undefined. */
  baseOf(name) {
    return [name, name.split('+')[0]].find(wanted => this.ruleSets.some(rules => rules.name === wanted));
  }

  /** Whether a rule set, or the one that it changes, is shipped, and not one of a model's card. */
  isShipped(name) {
    return !this.models.some(model => model.own.includes(this.baseOf(name)));
  }

  /** The rules of a first visit: the first that there is a model for. */
  get firstRules() {
    return [FIRST_RULES, ...this.ruleSets.map(rules => rules.name)].find(name => this.#isKnown(name)) ?? FIRST_RULES;
  }

  /** Chooses rules, as the engine describes them, and lists the opponents that can play by them. */
  chooseRules(rules) {
    if (!isIn(this.fields.rules, rules.name)) this.fields.rules.append(this.#ruleOption(rules));
    this.fields.rules.value = rules.name;
    document.getElementById('fairness').textContent = describeFairness(this.fairness[rules.name]);
    this.#listModels(rules);
  }

  /** Best first: models trained on the rules, on the rules that these change, and on others. */
  #listModels(chosen) {
    const knowledge = ({rules}) => rules.includes(chosen.name) ? 2 : rules.includes(chosen.base) ? 1 : 0;
    const fitting = this.models.filter(model => model.canvas >= chosen.size).sort((a, b) => knowledge(b) - knowledge(a));
    const options = fitting.map(model =>
      new Option(`network ${model.name}${knowledge(model) === 2 ? '' : ' (trained on other rules)'}`, model.file));
    this.fields.model.replaceChildren(...options, new Option('random playouts, no network', ''));
    const stays = this.chosen === '' || fitting.some(model => model.file === this.chosen && knowledge(model) === 2);
    const best = fitting.length > 0 && knowledge(fitting[0]) > 0 ? fitting[0].file : '';
    this.fields.model.value = stays ? this.chosen : best;
  }

  #ruleOption({name, title}) {
    return new Option(`${this.#isKnown(name) ? '★ ' : ''}${plain(title)}`, name);
  }

  #isKnown(rules) {
    return this.models.some(model => model.rules.includes(rules));
  }
}

const isSeed = text => /^[1-9]\d{0,9}$/.test(text ?? '') && Number(text) <= LARGEST_SEED;

const isIn = (select, value) => [...select.options].some(option => option.value === value);
