import { join } from 'node:path';
import { runProcess } from '../parts/run-process.mjs';
import { ASSAY, createWorkspace } from '../parts/workspace.mjs';

const FEW = 20_000;
const MANY = 200_000;
/** What a million trials may take, in MB. */
const OF_A_MILLION = 300;
const AT_MANY = 200;

/** MB that 100,000 more of what was measured would take. */
function slope(few, many) {
  return (many - few) / ((MANY - FEW) / 100_000);
}

/** A run of so many trials in one process, and its merge out of two shards. */
async function measure(cases) {
  const workspace = createWorkspace({ cases, url: 'http://127.0.0.1:9/v1' });
  const here = { cwd: workspace.folder, measureMemory: true };
  const run = (...more) => runProcess([ASSAY, 'run', 'bench.jsonl', '--target', 'mock', '--concurrency', '50', ...more], here);
  try {
    const whole = await run('--out', join(workspace.folder, 'whole'));
    for (const shard of [1, 2]) await run('--shard', `${shard}/2`, '--out', `shard-${shard}`);
    const merged = await runProcess([ASSAY, 'merge', 'shard-1', 'shard-2', '--out', 'merged', '--json'], here);
    const [{ trials }] = JSON.parse(merged.stdout).groups;
    if (trials !== cases) throw new Error(`the merge has ${trials} trials, not ${cases}`);
    return { ms: whole.ms, runMb: whole.peakMb, mergeMb: merged.peakMb };
  } finally {
    workspace.remove();
  }
}

export const benchmark = {
  name: 'memory',
  async run() {
    const few = await measure(FEW);
    const many = await measure(MANY);
    const runSlope = slope(few.runMb, many.runMb);
    const million = many.runMb + (runSlope * (1_000_000 - MANY)) / 100_000;
    return [
      { what: '200,000 trials in one process, peak memory', value: many.runMb, bound: AT_MANY, unit: 'MB' },
      { what: 'for each 100,000 trials more', value: runSlope, bound: (OF_A_MILLION - AT_MANY) / 8, unit: 'MB', note: `a million: ${Math.round(million)} MB` },
      { what: 'time per trial, 200,000 against 20,000 trials', value: many.ms / (MANY / FEW) / few.ms, bound: 1.2, unit: '× (linear is 1)' },
      { what: 'merge of 200,000 rows, peak memory', value: many.mergeMb, bound: 200, unit: 'MB' },
      // The garbage of a small merge has not filled its room yet: of large ones the slope is half of this.
      { what: 'for each 100,000 rows more', value: slope(few.mergeMb, many.mergeMb), bound: 20, unit: 'MB' },
    ];
  },
};
