import { setFlagsFromString } from 'node:v8';

/** Later ones have no such flag, and would tell the user of it; what was called 3,000 times they optimize, which is late enough. */
const V8_OF_NODE_20 = '11.3.';
/** How often V8 has to have counted enough of a function until it optimizes it: at first, and as it does by itself. */
const LATE = 40;
const USUAL = 3;
/** Milliseconds of computing after which a process goes on for long. */
const LONG_MS = 6_000;
/** Milliseconds between two looks at how long it has computed. */
const LOOK_MS = 500;

function setTicks(ticks: number): void {
  setFlagsFromString(`--ticks-before-optimization=${ticks}`);
}

/**
 * Has V8 see more of a function until it optimizes it. Each process that shares a run does a part of the trials, and compiling for
 * speed costs each as much as hundreds of them: a tenth of what it computes for a thousand. Those that go on for long optimize as
 * usual from then on, since of tens of thousands of trials that saves a sixth.
 */
export function optimizeLater(): void {
  if (!process.versions.v8.startsWith(V8_OF_NODE_20)) return;
  setTicks(LATE);
  const looking = setInterval(() => {
    const { user, system } = process.cpuUsage();
    if ((user + system) / 1_000 < LONG_MS) return;
    clearInterval(looking);
    setTicks(USUAL);
  }, LOOK_MS).unref();
}
