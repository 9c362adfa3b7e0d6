import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 see more of a function until it optimizes it. Each process that shares a run does a part of the trials, and compiling for
 * speed costs each as much as hundreds of them: a third of what it computes for a thousand. Those that go on for longer lose little.
 */
export function optimizeLater(): void {
  setFlagsFromString('--interrupt-budget=1000000');
}
