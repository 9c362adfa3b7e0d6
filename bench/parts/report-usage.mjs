// Loaded into a measured process: leaves its peak resident memory (kB), and the most memory that was in use (bytes), in a file
// when it ends.
import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Thorough collections take some tens of milliseconds each. */
const EVERY_MS = 1000;

let mostLive = 0;
if (process.env.BENCH_LIVE_MEMORY) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  setInterval(() => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    mostLive = Math.max(mostLive, heapUsed + external);
  }, EVERY_MS).unref();
}
process.on('exit', () => writeFileSync(process.env.BENCH_USAGE_FILE, JSON.stringify({ peakKb: process.resourceUsage().maxRSS, mostLive })));
