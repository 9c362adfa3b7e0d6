import { join } from 'node:path';
import { runProcess } from '../parts/run-process.mjs';
import { ASSAY, createWorkspace } from '../data/workspace.mjs';

const FEW = 20_000;
const MANY = 200_000;
/** What a million trials may take, in MB. */
const OF_A_MILLION = 300;
const AT_MANY = 200;

/** MB that 100,000 more of what was measured keep. */
function slope(few, many) {
  return (many - few) / ((MANY - FEW) / 100_000);
}

/** Has a run of so many trials, and one in two shards. */
async function withRuns(cases, measure) {
  const workspace = createWorkspace({ cases, url: 'http://127.0.0.1:9/v1' });
  const run = (measureMemory, ...more) =>
    runProcess([ASSAY, 'run', 'bench.jsonl', '--target', 'mock', '--concurrency', '50', ...more], { cwd: workspace.folder, measureMemory });
  const merge = async (measureMemory, out) => {
    const merged = await runProcess([ASSAY, 'merge', 'shard-1', 'shard-2', '--out', out, '--json'], { cwd: workspace.folder, measureMemory });
    const [{ trials }] = JSON.parse(merged.stdout).groups;
    if (trials !== cases) throw new Error(`the merge has ${trials} trials, not ${cases}`);
    return merged;
  };
  try {
    for (const shard of [1, 2]) await run(false, '--shard', `${shard}/2`, '--out', `shard-${shard}`);
    return await measure((how) => run(how, '--out', join(workspace.folder, `whole-${how}`)), (how) => merge(how, `merged-${how}`));
  } finally {
    workspace.remove();
  }
}

/**
 * What a run of so many trials in one process takes, and its merge out of two shards: the peak that the system sees, and the most
 * that was in use.
 *
 * What each trial leaves behind is told by the second. The peak cannot tell it: it is made of garbage, for which V8 takes the more
 * room the longer it is fed, up to a limit of its own. Between 20,000 and 200,000 trials it is on its way there, so that a line
 * through the two says several times of what is kept, and foretells for a million what no run of a million takes.
 */
async function measure(cases) {
  return withRuns(cases, async (run, merge) => {
    const [whole, merged] = [await run(true), await merge(true)];
    const [wholeLive, mergedLive] = [await run('live'), await merge('live')];
    return { ms: whole.ms, runMb: whole.peakMb, mergeMb: merged.peakMb, runLiveMb: wholeLive.liveMb, mergeLiveMb: mergedLive.liveMb };
  });
}

export const benchmark = {
  name: 'memory',
  async run() {
    const few = await measure(FEW);
    const many = await measure(MANY);
    const kept = slope(few.runLiveMb, many.runLiveMb);
    return [
      { what: '200,000 trials in one process, peak memory', value: many.runMb, bound: AT_MANY, unit: 'MB' },
      { what: 'kept for each 100,000 trials more', value: kept, bound: (OF_A_MILLION - AT_MANY) / 8, unit: 'MB', note: `in use at 200,000: ${Math.round(many.runLiveMb)} MB` },
      { what: 'time per trial, 200,000 against 20,000 trials', value: many.ms / (MANY / FEW) / few.ms, bound: 1.2, unit: '× (linear is 1)' },
      { what: 'merge of 200,000 rows, peak memory', value: many.mergeMb, bound: 200, unit: 'MB' },
      { what: 'kept for each 100,000 rows more', value: slope(few.mergeLiveMb, many.mergeLiveMb), bound: 20, unit: 'MB' },
    ];
  },
};
