import { fileURLToPath } from 'node:url';
import { shareReadBeforeFirstRequest } from '../parts/bytes-before-request.mjs';
import { createLargeDataset } from '../data/large-dataset.mjs';
import { median, runProcess } from '../parts/run-process.mjs';
import { ASSAY } from '../data/workspace.mjs';

const part = (name) => fileURLToPath(new URL(`../programs/${name}.mjs`, import.meta.url));
const BYTES = 100 * 1024 * 1024;
const PAIRS = 5;

/** Loads a dataset and parses its bare lines in turn. */
async function measureLoading(withEvaluators) {
  const dataset = createLargeDataset({ bytes: BYTES, withEvaluators });
  const { file, folder, cases } = dataset;
  const measured = { cwd: folder, measureMemory: true };
  try {
    const ratios = [];
    const peaks = [];
    for (let pair = 0; pair < PAIRS; pair++) {
      const load = await runProcess([part('load-cases'), file, String(cases)], measured);
      const floor = await runProcess([part('parse-lines'), file, String(cases)]);
      ratios.push(load.ms / floor.ms);
      peaks.push(load.peakMb);
    }
    const validate = await runProcess([ASSAY, 'validate', file], measured);
    return { ratio: median(ratios), peakMb: Math.max(...peaks, validate.peakMb) };
  } finally {
    dataset.remove();
  }
}

export const benchmark = {
  name: 'jsonl',
  async run() {
    const plain = await measureLoading(false);
    const own = await measureLoading(true);
    const share = await shareReadBeforeFirstRequest(BYTES);
    const floor = '× line-by-line JSON.parse';
    return [
      { what: '100 MB of JSONL, load', value: plain.ratio, bound: 2, unit: floor },
      { what: '100 MB of JSONL, evaluators on every line, load', value: own.ratio, bound: 2, unit: floor },
      { what: '100 MB of JSONL, peak memory', value: Math.max(plain.peakMb, own.peakMb), bound: 200, unit: 'MB' },
      { what: '100 MB of JSONL, read before the first request', value: share * 100, bound: 1, unit: '% of the file' },
    ];
  },
};
