// Workers that evaluate shares of batches (helper.js). All networks of the page share them.

const MOST_THREADS = 4;
const pool = []; // the helpers that were started

/** A thread for every core, up to four. */
export const threadsHere = () => Math.min(MOST_THREADS, navigator.hardwareConcurrency ?? 1);

/** The first `count` helpers, which start if they have not yet. */
export function helpers(count) {
  while (pool.length < count) pool.push(new Helper());
  return pool.slice(0, Math.max(0, count));
}

class Helper {
  constructor() {
    this.waiting = []; // for replies, in the order of the messages
    try {
      this.worker = new Worker(new URL('helper.js', import.meta.url), {type: 'module'});
    } catch { // such as a browser without workers of workers
      return;
    }
    this.worker.onmessage = ({data}) => data === null ? this.end() : this.waiting.shift()?.(data);
    this.worker.onmessageerror = () => this.end();
    this.worker.onerror = event => (event.preventDefault(), this.end());
  }

  /** Whether it has not failed. */
  get works() {
    return Boolean(this.worker);
  }

  /** Opens the model of `file`, whose content is `bytes`. Resolves to whether the helper can evaluate with it. */
  open(file, bytes) {
    return this.send({file, bytes});
  }

  /** Resolves to the answer to a question to the model of `file`, or to null if the helper failed. */
  ask(file, question) {
    return this.send({file, question}, [question.buffer]);
  }

  send(message, transfer = []) {
    if (!this.works) return Promise.resolve(null);
    return new Promise(resolve => {
      this.worker.postMessage(message, transfer);
      this.waiting.push(resolve);
    });
  }

  /** The helper could not start or broke down: the network goes on without it. */
  end() {
    this.worker?.terminate();
    this.worker = null;
    for (const resolve of this.waiting.splice(0)) resolve(null);
  }
}
