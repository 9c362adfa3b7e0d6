import { setFlagsFromString } from 'node:v8';

/** Bytecode that V8 puts into one function from those that it calls. By itself: 920. */
const MOST_BYTECODE = 300;

/**
 * Has V8 put less of other functions into one that it optimizes: that is done sooner, so that more of a run goes fast. A run of 10,000
 * trials computes a tenth less so, and takes a twentieth less time; at 120,000 trials there is no difference, with still less one of a tenth to the worse.
 */
export function inlineLess(): void {
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${MOST_BYTECODE}`);
}
