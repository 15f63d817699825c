// A model of the page (docs/web.md): a network in this worker, and copies of it in helpers that evaluate a share of each batch.
import {damaged, loadBytes} from './files.js';
import {helpers, threadsHere} from './helpers.js';

/** A network that evaluates the leaves of searches. */
export class Network {
  /** `model`: an entry of models.json. `threads`: how many evaluate, this one included; the others join when they are ready. */
  static async open(raichi, model, threads = threadsHere()) {
    const bytes = await loadBytes(model.file, model.sha256);
    const network = new Network(model.file, read(raichi, bytes) ?? damaged(model.file));
    network.joined = Promise.all(helpers(threads - 1).map(helper => network.add(helper, bytes)));
    return network;
  }

  constructor(file, own) {
    this.file = file;
    this.own = own;
    this.helpers = [];
  }

  async add(helper, bytes) {
    if (await helper.open(this.file, bytes)) this.helpers.push(helper);
  }

  /** Evaluates the n leaves that the thinker selected. */
  async evaluate(thinker, n) {
    const ready = this.helpers.filter(helper => helper.works);
    const size = Math.ceil(n / (ready.length + 1));
    const asked = ready.map((helper, i) => this.ask(helper, thinker, size * (i + 1), n, size));
    thinker.evaluate(this.own, 0, size);
    for (const {first, count, answer} of asked) this.take(thinker, first, count, await answer);
    thinker.backUp();
  }

  /** Asks a helper about up to `size` of the n leaves from the leaf `first` on. */
  ask(helper, thinker, first, n, size) {
    const count = Math.max(0, Math.min(size, n - first));
    const answer = count > 0 ? helper.ask(this.file, thinker.question(this.own.canvas, first, count)) : null;
    return {first, count, answer};
  }

  take(thinker, first, count, answer) {
    if (answer) thinker.read(first, count, answer);
    else if (count > 0) thinker.evaluate(this.own, first, count);
  }
}

/** The network of an exported model, or null if the bytes are none. */
function read(raichi, bytes) {
  try {
    return new raichi.Network(bytes);
  } catch {
    return null;
  }
}
