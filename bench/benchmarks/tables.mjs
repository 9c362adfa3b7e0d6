import { fileURLToPath } from 'node:url';
import { createLargeTable } from '../data/large-table.mjs';
import { median, runProcess } from '../parts/run-process.mjs';
import { ASSAY } from '../data/workspace.mjs';

const part = (name) => fileURLToPath(new URL(`../programs/${name}.mjs`, import.meta.url));
const BYTES = 100 * 1024 * 1024;
const PAIRS = 5;

/** Loads a table, and in turn with it parses its bare rows and loads the same rows as JSONL. */
async function measureLoading(evaluator) {
  const { folder, table, lines, rows, remove } = createLargeTable({ bytes: BYTES, evaluator });
  const measured = { cwd: folder, measureMemory: true };
  try {
    const ratios = [];
    const toLines = [];
    const peaks = [];
    for (let pair = 0; pair < PAIRS; pair++) {
      const load = await runProcess([part('load-cases'), table, String(rows)], measured);
      const floor = await runProcess([part('parse-table'), table, String(rows)]);
      const jsonl = await runProcess([part('load-cases'), lines, String(rows)], { cwd: folder });
      ratios.push(load.ms / floor.ms);
      toLines.push(load.ms / jsonl.ms);
      peaks.push(load.peakMb);
    }
    const validate = await runProcess([ASSAY, 'validate', table], measured);
    return { ratio: median(ratios), toLines: median(toLines), peakMb: Math.max(...peaks, validate.peakMb) };
  } finally {
    remove();
  }
}

export const benchmark = {
  name: 'tables',
  async run() {
    const plain = await measureLoading('{ type: contains, value: Monday }');
    const filled = await measureLoading("{ type: contains, value: '{{expected}}' }");
    const floor = '× bare papaparse';
    return [
      { what: '100 MB of CSV with a prompt, load', value: plain.ratio, bound: 2, unit: floor },
      { what: '100 MB of CSV with a prompt, load', value: plain.toLines, bound: 3, unit: '× the rows as JSONL' },
      { what: '100 MB of CSV, evaluators with variables, load', value: filled.ratio, bound: 4, unit: floor },
      { what: '100 MB of CSV, peak memory', value: Math.max(plain.peakMb, filled.peakMb), bound: 200, unit: 'MB' },
    ];
  },
};
