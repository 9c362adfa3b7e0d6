import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProcess } from '../parts/run-process.mjs';
import { ASSAY, createWorkspace } from '../data/workspace.mjs';

const INDEX_RUN = fileURLToPath(new URL('../programs/index-run.mjs', import.meta.url));
const CASES = 100_000;
/** With it a row has about two kilobytes. */
const REPLY = `the answer is 42${' and so on'.repeat(60)}`;

/** What is in every row, in none, and the same as patterns. */
const SOUGHT = [
  { text: 'and so on' },
  { text: 'nowhere to be found' },
  { text: 'answer is \\d+', pattern: true },
  { text: 'nothing\\d', pattern: true },
];

/** Most memory that a process had, in MB. */
function peakMb(pid) {
  return Number(/VmHWM:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Reads an answer to its end: milliseconds to its first piece, and to its end. @param sought what is looked for; undefined for other questions */
async function timed(url, sought) {
  const began = performance.now();
  let first;
  const asking = sought && { method: 'POST', headers: { 'content-type': 'application/json', origin: url.origin }, body: JSON.stringify(sought) };
  const { body } = await fetch(url, asking);
  for await (const piece of body) if (piece.length > 0) first ??= performance.now() - began;
  return { first, whole: performance.now() - began };
}

async function serve(folder) {
  const child = spawn(process.execPath, [ASSAY, 'view', 'run', '--no-open'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const [address] = await once(child.stdout.setEncoding('utf8'), 'data');
    const times = await timed(new URL('api/runs/run/index', address.trim()));
    await timed(new URL('api/runs/run/rows?at=0,50000,99999', address.trim()));
    const peak = () => (process.platform === 'linux' ? peakMb(child.pid) : undefined);
    const indexed = peak();
    const searches = [];
    for (const sought of SOUGHT) searches.push(await timed(new URL('api/runs/run/search', address.trim()), sought));
    return { ...times, indexed, searches, peak: peak() };
  } finally {
    child.kill('SIGINT');
    await once(child, 'exit');
  }
}

export const benchmark = {
  name: 'page',
  async run() {
    const workspace = createWorkspace({ cases: CASES, url: 'http://127.0.0.1:9/v1', reply: REPLY });
    try {
      await runProcess([ASSAY, 'run', 'bench.jsonl', '--target', 'mock', '--concurrency', '50', '--out', 'run'], { cwd: workspace.folder });
      const ratio = await runProcess([INDEX_RUN, join(workspace.folder, 'run'), String(CASES)]);
      const { first, whole, indexed, searches, peak } = await serve(workspace.folder);
      const slowest = (of) => Math.max(...searches.map(of)) / 1000;
      return [
        { what: 'page: index of 100,000 rows', value: Number(ratio.stdout), bound: 3, unit: '× reading and parsing their lines' },
        { what: 'page: first rows of 100,000 from the server', value: first / 1000, bound: 1, unit: 's', note: `all after ${(whole / 1000).toFixed(1)} s` },
        { what: 'page: first hit of a text in 100,000 rows from the server', value: searches[0].first / 1000, bound: 0.5, unit: 's' },
        { what: 'page: a search of 100,000 rows from the server', value: slowest((each) => each.whole), bound: 2, unit: 's', note: 'the slowest of two texts and two patterns' },
        ...(peak === undefined
          ? []
          : [
              { what: 'page: peak memory of the server with 100,000 rows', value: indexed, bound: 150, unit: 'MB' },
              { what: 'page: the same after searches', value: peak, bound: 150, unit: 'MB' },
            ]),
      ];
    } finally {
      workspace.remove();
    }
  },
};
