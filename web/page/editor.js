// The rule editor with the rules in words: begins with a rule set, changes keys, plays the result, and makes links to it.
import {Controls} from './controls.js';
import {addressOf, copyLink} from './keep.js';
import {plain} from './words.js';

const $ = id => document.getElementById(id);

export class Editor {
  /** `describe(name)` resolves to the engine's description of rules; `play(name)` begins a game by valid rules. */
  constructor(describe, play) {
    this.describe = describe;
    this.play = play;
    this.controls = new Controls($('keys'));
    $('keys').addEventListener('change', () => this.#look());
    $('editor').onsubmit = event => (event.preventDefault(), this.#playThese());
    $('undo').onclick = async () => this.open(await describe(this.base));
    $('link').onclick = () => this.#copyLink();
  }

  /** Shows rules as the engine describes them: {base, name, title, keys, chapters}. */
  open(rules) {
    this.base = rules.base;
    this.controls.show(rules.keys);
    this.#show(rules);
  }

  /** Shows what is wrong with rules. */
  showError(error) {
    this.#say(error);
    $('change').open = true;
  }

  /** Asks what the rules of the controls are, and shows it. Returns the answer. */
  async #look() {
    const name = this.base + this.controls.changes();
    const rules = await this.describe(name);
    if (name === this.base + this.controls.changes()) this.#show(rules);
    return rules;
  }

  #show({error, name, title, chapters}) {
    this.#say(error);
    if (error) return;
    $('link-text').value = addressOf(name);
    const make = (tag, text) => Object.assign(document.createElement(tag), {textContent: plain(text)});
    $('words').replaceChildren(make('p', title), ...chapters.flatMap(({heading, paragraphs}) =>
      [make('h2', heading), ...paragraphs.map(text => make('p', text))]));
  }

  #say(error) {
    $('rules-error').textContent = error ?? '';
  }

  async #playThese() {
    const {error, name} = await this.#look();
    if (!error) this.play(name);
  }

  async #copyLink() {
    if (!(await this.#look()).error) await copyLink($('link-text'), $('link'));
  }
}
