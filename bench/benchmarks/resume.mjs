import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProcess } from '../parts/run-process.mjs';
import { ASSAY, createWorkspace } from '../data/workspace.mjs';

const SCAN_RUN = fileURLToPath(new URL('../programs/scan-run.mjs', import.meta.url));
const CASES = 100_000;
/** With it a row has about a kilobyte. */
const REPLY = `the answer is 42${' and so on'.repeat(9)}`;

/** Makes of a run that has finished one that was killed before its last row. */
function takeLastRow(folder) {
  const results = join(folder, 'results.jsonl');
  const { size } = statSync(results);
  const text = readFileSync(results);
  truncateSync(results, text.lastIndexOf(10, size - 2) + 1);
  const manifest = join(folder, 'run.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"status": "finished"', '"status": "running"'));
}

export const benchmark = {
  name: 'resume',
  async run() {
    const workspace = createWorkspace({ cases: CASES, url: 'http://127.0.0.1:9/v1', reply: REPLY });
    const here = { cwd: workspace.folder };
    try {
      await runProcess([ASSAY, 'run', 'bench.jsonl', '--target', 'mock', '--concurrency', '50', '--out', 'run'], here);
      const folder = join(workspace.folder, 'run');
      takeLastRow(folder);
      const scan = await runProcess([SCAN_RUN, folder, String(CASES - 1)]);
      const whole = await runProcess([ASSAY, 'run', '--resume', 'run', '--json'], { ...here, measureMemory: true });
      if (JSON.parse(whole.stdout).resumed.kept !== CASES - 1) throw new Error('not all rows but one were kept');
      return [
        { what: 'resume scan, 100,000 rows', value: Number(scan.stdout), bound: 3, unit: '× reading and parsing their lines' },
        { what: 'resume of a run without its last row, peak memory', value: whole.peakMb, bound: 250, unit: 'MB', note: `${(whole.ms / 1000).toFixed(1)} s` },
      ];
    } finally {
      workspace.remove();
    }
  },
};
