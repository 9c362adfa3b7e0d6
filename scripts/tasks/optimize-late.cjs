/**
 * Loaded first by every Node of a task: code is compiled with optimisations once it has run fifteen times as much as usual. Most of
 * these processes end within a second, before that has paid for itself: compiling took up to a third of their time.
 */
require('node:v8').setFlagsFromString('--interrupt-budget=1000000');
