/**
 * Loaded first by every Node of a task: code is compiled with optimisations once it has run fifteen times as much as usual, that of
 * WebAssembly (fetch, scripts in the sandbox) a thousand times. Most of these processes end within a second, before that has paid
 * for itself: compiling took up to a third of their time.
 */
const { setFlagsFromString } = require('node:v8');

// Later versions do not know it, and would print so.
if (process.versions.node.startsWith('20.')) setFlagsFromString('--interrupt-budget=1000000');
setFlagsFromString('--wasm-tiering-budget=2000000000');
