import { fileURLToPath } from 'node:url';
import { median, runProcess } from '../parts/run-process.mjs';
import { startServer } from '../servers/start-server.mjs';
import { ASSAY, createWorkspace } from '../data/workspace.mjs';

const FETCH_LOOP = fileURLToPath(new URL('../programs/fetch-loop.mjs', import.meta.url));
const CONCURRENCY = 50;

const LINES = ['bench.jsonl'];
/** As a table a dataset is asked with a prompt, and its assertions are those of a column. */
const TABLE = ['bench.csv', '--prompt', '{{question}}'];

function runArguments(target, dataset) {
  return [ASSAY, 'run', ...dataset, '--target', target, '--concurrency', String(CONCURRENCY)];
}

/** Runs `cases` cases and the bare loop over the same requests in turn. */
async function measure({ cases, delayMs, pairs, measureMemory = true, withOwn = false, dataset = LINES }) {
  const server = await startServer({ delayMs });
  const workspace = createWorkspace({ cases, url: server.url });
  try {
    const runs = [];
    const floors = [];
    const own = [];
    for (let pair = 0; pair < pairs; pair++) {
      runs.push(await runProcess(runArguments('bench', dataset), { cwd: workspace.folder, measureMemory }));
      floors.push(await runProcess([FETCH_LOOP, server.url, String(cases), String(CONCURRENCY)]));
      if (withOwn) own.push(await runProcess(runArguments('mock', dataset), { cwd: workspace.folder }));
    }
    return {
      ratio: median(runs.map(({ ms }, index) => ms / floors[index].ms)),
      own: withOwn ? median(own.map(({ ms }, index) => ms / floors[index].ms)) : Number.NaN,
      ms: median(runs.map(({ ms }) => ms)),
      peakMb: Math.max(...runs.map(({ peakMb = 0 }) => peakMb)),
    };
  } finally {
    server.stop();
    workspace.remove();
  }
}

export const benchmark = {
  name: 'throughput',
  async run() {
    const small = await measure({ cases: 2500, delayMs: 0, pairs: 3 });
    const large = await measure({ cases: 10_000, delayMs: 0, pairs: 3, withOwn: true });
    const table = await measure({ cases: 10_000, delayMs: 0, pairs: 3, withOwn: true, dataset: TABLE });
    const slow = await measure({ cases: 1000, delayMs: 100, pairs: 5, measureMemory: false });
    return [
      { what: '10,000 cases, instant server', value: large.ratio, bound: 1.2, unit: '× bare fetch loop' },
      { what: '10,000 cases, nobody asked: own time', value: large.own, bound: 0.35, unit: '× bare fetch loop' },
      { what: '10,000 cases, peak memory', value: large.peakMb, bound: 200, unit: 'MB' },
      { what: '10,000 rows of CSV, instant server', value: table.ratio, bound: 1.2, unit: '× bare fetch loop' },
      { what: '10,000 rows of CSV, nobody asked: own time', value: table.own, bound: 0.35, unit: '× bare fetch loop' },
      { what: '10,000 rows of CSV, peak memory', value: table.peakMb, bound: 200, unit: 'MB' },
      { what: 'time per case, 10,000 against 2,500 cases', value: large.ms / 4 / small.ms, bound: 1.2, unit: '× (linear is 1)' },
      { what: '1,000 cases, server with 100 ms latency', value: slow.ratio, bound: 1.05, unit: '× bare fetch loop' },
    ];
  },
};
