import { appendFile, cp, mkdtemp, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startView, type ViewServer } from '../commands/view-server.js';
import { runAssay } from '../commands/warm-assay.js';

/** Ids and names that somebody could take for something else. */
const HOSTILE = [
  '../../../../etc/passwd',
  '..%2f..%2f',
  '%00',
  '<img src=x onerror="alert(1)">',
  '</script><script>alert(1)</script>',
  '__proto__',
  'constructor',
  'a b?c#d&e',
  "'; DROP TABLE cases; --",
  '\u202Ereversed',
  'new\nline',
  '👩‍👩‍👧',
];

/** One of them, with the number of a case. */
export const hostileId = (number: number): string => `${HOSTILE[number % HOSTILE.length]}-${number}`;

/** The cases of the runs: every other one passes. */
export const cases = Array.from({ length: 100 }, (_, number) => ({
  id: hostileId(number),
  expected_outcome: 'says it again',
  input: `question ${number}${number === 42 ? ' with a Needle in it' : ''} ${'a'.repeat(30)}b`,
  evaluators: [{ type: 'contains', value: number % 2 === 0 ? 'question' : 'nothing of the kind' }],
}));

interface ViewedRuns {
  readonly folder: string;
  /** Ids, newest first: one that ended, one that was killed, and one that cannot be read. */
  readonly runs: readonly string[];
  readonly page: ViewServer;
  /** The run that ended. */
  readonly id: string;
}

/** A folder with three runs and a server of their page, which the tests of a file share: they end and remove both. */
export async function viewedRuns(): Promise<ViewedRuns> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-view-')));
  await mkdir(join(folder, '.assay'));
  await writeFile(join(folder, 'suite.jsonl'), cases.map((each) => `${JSON.stringify(each)}\n`).join(''));
  await writeFile(join(folder, 'secret.yaml'), 'not: for you\n');
  const { stderr } = await runAssay(['run', 'suite.jsonl', '--target', 'mock', '--limit', '100'], { cwd: folder });
  const [id = stderr] = readdirSync(join(folder, '.assay/runs'));
  const at = (name: string): string => join(folder, '.assay/runs', name);
  await cp(at(id), at('2020-01-01T00-00-00-kill'), { recursive: true });
  const manifest = JSON.parse(await readFile(join(at(id), 'run.json'), 'utf8')) as object;
  await writeFile(join(at('2020-01-01T00-00-00-kill'), 'run.json'), JSON.stringify({ ...manifest, status: 'running', finished_at: null }));
  await rm(join(at('2020-01-01T00-00-00-kill'), 'summary.json'));
  await appendFile(join(at('2020-01-01T00-00-00-kill'), 'results.jsonl'), '{"schema_version":1,"run_id":"torn');
  await mkdir(at('2019-01-01T00-00-00-bad1'));
  await writeFile(join(at('2019-01-01T00-00-00-bad1'), 'run.json'), 'no JSON');
  const [line] = (await readFile(join(at(id), 'results.jsonl'), 'utf8')).split('\n');
  await writeFile(join(at('2019-01-01T00-00-00-bad1'), 'results.jsonl'), `${line}\nno row\n${line}\n`);
  const runs = [id, '2020-01-01T00-00-00-kill', '2019-01-01T00-00-00-bad1'];
  return { folder, runs, page: await startView(folder), id };
}
