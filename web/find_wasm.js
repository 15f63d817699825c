// Begins raichi.mjs (CMakeLists.txt). Node, unlike a browser, cannot fetch a file beside the module: it reads it.
const wasmOfNode = typeof process === 'object' && process.versions?.node
  ? (await import('node:fs')).readFileSync(new URL('raichi.wasm', import.meta.url)) : undefined;
