// An exported model (docs/web.md) in onnxruntime-web: single-threaded WebAssembly, which needs no special headers.
import * as ort from './ort.wasm.bundle.min.mjs';

ort.env.wasm.numThreads = 1;
ort.env.wasm.wasmPaths = {wasm: new URL('ort-wasm-simd-threaded.wasm', import.meta.url).href};

/** A network that evaluates batches. `canvas` is the side of its boards, in squares. */
export class Network {
  /** `model`: an entry of models.json. */
  static async open(model) {
    const session = await ort.InferenceSession.create(model.file, {executionProviders: ['wasm'], logSeverityLevel: 3});
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
