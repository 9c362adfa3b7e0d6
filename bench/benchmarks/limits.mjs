import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProcess } from '../parts/run-process.mjs';
import { startServer } from '../servers/start-server.mjs';
import { ASSAY, createWorkspace } from '../data/workspace.mjs';

function rowsOf(folder) {
  const runs = join(folder, '.assay/runs');
  const [run] = readdirSync(runs);
  const lines = readFileSync(join(runs, run, 'results.jsonl'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

/** Runs `cases` cases against a server that fails as it is told. */
async function measure({ cases, delayMs, faults, args = [] }) {
  const server = await startServer({ delayMs, faults });
  const workspace = createWorkspace({ cases, url: server.url });
  try {
    const { ms } = await runProcess([ASSAY, 'run', 'bench.jsonl', '--target', 'bench', ...args], { cwd: workspace.folder });
    const rows = rowsOf(workspace.folder);
    const { requests } = await (await fetch(new URL('/stats', server.url))).json();
    return {
      seconds: ms / 1000,
      requestsPerCase: requests / cases,
      // Rows that are missing, or there more than once.
      astray: cases - new Set(rows.map((row) => row.trial_key)).size + (rows.length - cases),
      notOk: rows.filter((row) => row.status !== 'ok').length,
    };
  } finally {
    server.stop();
    workspace.remove();
  }
}

export const benchmark = {
  name: 'limits',
  async run() {
    const limited = await measure({ cases: 1000, delayMs: 50, faults: { 429: 0.1, hang: 0.05 } });
    const faults = { 429: 0.1, 500: 0.05, hang: 0.02, reset: 0.01, junk: 0.01 };
    // With the usual three tries more, one case in some ten thousand fails four times.
    const mixed = await measure({ cases: 10_000, delayMs: 5, faults, args: ['--max-retries', '6'] });
    const refused = '1,000 cases, 10 % refused, 5 % hang';
    const failing = '10,000 cases, a fifth of all requests fails';
    return [
      { what: `${refused}: time`, value: limited.seconds, bound: 60, unit: 's' },
      { what: `${refused}: requests`, value: limited.requestsPerCase, bound: 1.25, unit: 'a case' },
      { what: `${refused}: not ok`, value: limited.notOk, bound: 0, unit: 'rows' },
      { what: `${failing}: missing or twice`, value: mixed.astray, bound: 0, unit: 'rows' },
      { what: `${failing}: not ok`, value: mixed.notOk, bound: 0, unit: 'rows' },
    ];
  },
};
