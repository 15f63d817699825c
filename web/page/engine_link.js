// The page's side of the engine: sends commands, asks questions, and hands messages on.

export class EngineLink {
  /** `handlers`: a function for each kind of message: ready, board, state, advice, found, error and failed. */
  constructor(handlers) {
    this.handlers = handlers;
    this.asked = new Map(); // for each open question, by its number, what the answer settles: {resolve, reject}
    this.questions = 0;
    this.worker = new Worker('engine.js', {type: 'module'});
    this.worker.onerror = event => (event.preventDefault(), handlers.failed(event.message));
    this.worker.onmessage = ({data}) => {
      if ('id' in data) return this.#settle(data);
      for (const kind of Object.keys(data)) handlers[kind](data[kind]);
    };
  }

  send(command, details = {}) {
    this.worker.postMessage({command, ...details});
  }

  /** Resolves to the engine's answer. If it has none, tells the handler of errors too. */
  ask(question, details) {
    const id = ++this.questions;
    this.worker.postMessage({question, ...details, id});
    return new Promise((resolve, reject) => this.asked.set(id, {resolve, reject}));
  }

  #settle({id, answer, refused}) {
    const {resolve, reject} = this.asked.get(id);
    this.asked.delete(id);
    if (!refused) return resolve(answer);
    this.handlers.error(refused);
    reject(new Error(refused.text));
  }
}
