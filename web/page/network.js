// An exported model (docs/web.md) in onnxruntime-web: on several threads where the page is isolated from other sites, else on one.
import * as ort from './ort.wasm.bundle.min.mjs';
import {damaged, loadBytes} from './files.js';

const MOST_THREADS = 4;
const WASM = 'ort-wasm-simd-threaded.wasm';

/** A network that evaluates batches. `canvas` is the side of its boards, in squares. */
export class Network {
  /** `model`: an entry of models.json. `threads`: how many to use; only the first network of a page decides it. */
  static async open(model, threads = threadsHere()) {
    ort.env.wasm.numThreads = threads;
    ort.env.wasm.wasmBinary ??= await loadBytes(WASM);
    const bytes = await loadBytes(model.file, model.sha256);
    const options = {executionProviders: ['wasm'], logSeverityLevel: 3};
    const session = await ort.InferenceSession.create(bytes, options).catch(() => damaged(model.file));
    return new Network(session, model.canvas);
  }

  constructor(session, canvas) {
    this.session = session;
    this.canvas = canvas;
  }

  /** Evaluates n positions, given as planes [n, P, S, S] and numbers [n, N]. Returns Float32Arrays {policy, wdl, moves_left}. */
  async run(n, planes, numbers) {
    const tensor = (data, ...shape) => new ort.Tensor('float32', data.slice(), [n, ...shape]);
    const outputs = await this.session.run({
      planes: tensor(planes, planes.length / n / this.canvas ** 2, this.canvas, this.canvas),
      numbers: tensor(numbers, numbers.length / n),
    });
    return Object.fromEntries(Object.entries(outputs).map(([name, {data}]) => [name, data]));
  }
}

/** A thread for every second core, if the browser lets threads share memory. On two busy cores, two threads were slower than one. */
const threadsHere = () =>
  self.crossOriginIsolated ? Math.max(1, Math.min(MOST_THREADS, Math.floor((navigator.hardwareConcurrency ?? 1) / 2))) : 1;
