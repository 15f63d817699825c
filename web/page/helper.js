// A worker that evaluates leaves for the worker of the page (helpers.js). A message {file, bytes} opens a model and is answered
// with true; a message {file, question} is answered with the network's answer. Whatever fails ends this worker.
import createRaichi from './raichi.mjs';
import {loadBytes} from './files.js';

const networks = new Map(); // by file
const raichi = loadBytes('raichi.wasm').then(wasmBinary => createRaichi({wasmBinary, printErr() {}}));

onmessage = ({data: {file, bytes, question}}) => {
  raichi.then(({Network}) => {
    if (bytes) networks.set(file, new Network(bytes));
    postMessage(bytes ? true : networks.get(file).answer(question));
  }).catch(fail);
};

/** Reports an error to the worker that started this one. */
function fail(error) {
  setTimeout(() => { throw error; });
}
