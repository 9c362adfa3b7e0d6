import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProcess } from '../parts/run-process.mjs';
import { ASSAY, createWorkspace } from '../data/workspace.mjs';
import { writeRun } from '../data/written-run.mjs';

const COMPARE = fileURLToPath(new URL('../programs/compare-stored.mjs', import.meta.url));
const ROWS = 100_000;
/** With it a row has about a kilobyte. */
const REPLY = `the answer is 42${' and so on'.repeat(9)}`;

export const benchmark = {
  name: 'comparing',
  async run() {
    const workspace = createWorkspace({ cases: 1, url: 'http://127.0.0.1:9/v1', reply: REPLY });
    const here = { cwd: workspace.folder };
    try {
      await runProcess([ASSAY, 'run', 'bench.jsonl', '--target', 'mock', '--out', 'one'], here);
      const from = join(workspace.folder, 'one');
      for (const [name, seed] of [['before', 0], ['after', 7]]) await writeRun({ folder: workspace.folder, from, name, rows: ROWS, seed });
      const [before, after] = ['before', 'after'].map((name) => join(workspace.folder, '.assay', 'runs', name));
      const { stdout } = await runProcess([COMPARE, before, after, String(ROWS)]);
      const whole = await runProcess([ASSAY, 'compare', before, after, '--json'], { ...here, measureMemory: true });
      const { total } = JSON.parse(whole.stdout);
      if (!(total.wins > 0 && total.losses > 0)) throw new Error('the runs do not differ');
      return [
        { what: 'comparison of 100,000 paired rows', value: Number(stdout), bound: 5, unit: '× reading and parsing their lines' },
        { what: 'assay compare of 100,000 paired rows, peak memory', value: whole.peakMb, bound: 300, unit: 'MB', note: `${(whole.ms / 1000).toFixed(1)} s` },
      ];
    } finally {
      workspace.remove();
    }
  },
};
