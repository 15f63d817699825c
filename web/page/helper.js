// A worker that evaluates leaves for the worker of the page (helpers.js). A message {file, bytes} opens a model and is answered
// with true; a message {file, question} is answered with the network's answer. If anything fails, the answer is null.
import createRaichi from './raichi.mjs';
import {loadBytes} from './files.js';

const networks = new Map(); // by file
const raichi = loadBytes('raichi.wasm').then(wasmBinary => createRaichi({wasmBinary, printErr() {}}));

onmessage = ({data: {file, bytes, question}}) => {
  raichi.then(({Network}) => {
    if (bytes && !networks.has(file)) networks.set(file, new Network(bytes));
    postMessage(bytes ? true : networks.get(file).answer(question));
  }).catch(() => postMessage(null));
};
