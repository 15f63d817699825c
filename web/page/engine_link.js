// The page's side of the engine: sends commands, asks questions, and hands messages on.

export class EngineLink {
  /** `handlers`: a function for each kind of message: ready, board, state, advice, review, error and failed. */
  constructor(handlers) {
    this.asked = []; // for each question, the function that receives the answer
    this.worker = new Worker('engine.js', {type: 'module'});
    this.worker.onerror = event => (event.preventDefault(), handlers.failed(event.message));
    this.worker.onmessage = ({data}) => {
      if ('answer' in data) return this.asked[data.id](data.answer);
      for (const kind of Object.keys(data)) handlers[kind](data[kind]);
    };
  }

  send(command, details = {}) {
    this.worker.postMessage({command, ...details});
  }

  /** Resolves to the engine's answer. */
  ask(question, details) {
    return new Promise(resolve => this.worker.postMessage({question, ...details, id: this.asked.push(resolve) - 1}));
  }
}
