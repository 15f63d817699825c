// Inside the module that find_wasm.js begins.
Module['wasmBinary'] = Module['wasmBinary'] || wasmOfNode;
