import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startAssay, type Finished } from '../support/commands/assay.js';
import { startChatServer } from '../support/servers/chat-server.js';
import { createWorkspace, type Workspace } from '../support/projects/workspace.js';
import { sized } from './support/full.js';

/** What a run may take until its end, on a busy machine, with all of its parts. */
const ENDS_MS = 180_000;
const CASES = 80;
const CONCURRENCY = 3;
/** So many parts of a run are killed before it may go on to its end. */
const KILLS = 3;

/** Numbers in [0, 1) that are the same in every process (mulberry32). */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const PLAN = Array.from({ length: CASES }, (_, index) => `c${index}`).toSorted();
const LINES = PLAN.map((id) => `${JSON.stringify({ id, expected_outcome: 'says 42', input: `question ${id}`, evaluators: [{ type: 'contains', value: '42' }] })}\n`).join('');
const RUN = ['run', 'evals/a.jsonl', '--target', 'bot', '--concurrency', String(CONCURRENCY), '--max-retries', '0'];
const RESUME = ['run', '--resume', 'latest', '--json'];

/** Cases whose rows are stored, also while the last line is torn. */
async function storedIn({ folder }: Workspace): Promise<readonly string[]> {
  const runs = join(folder, '.assay/runs');
  const [run = ''] = existsSync(runs) ? await readdir(runs) : [];
  const file = join(runs, run, 'results.jsonl');
  if (run === '' || !existsSync(file)) return [];
  const whole = (await readFile(file, 'utf8')).split('\n').slice(0, -1);
  return whole.map((line) => (JSON.parse(line) as { case_id: string }).case_id);
}

interface Killed {
  /** Cases that were asked for, in all parts. */
  readonly asked: readonly string[];
  /** Of these the ones whose row was there already as the part began. */
  readonly askedInVain: readonly string[];
  readonly kills: number;
  readonly rows: Awaited<ReturnType<Workspace['rows']>>;
  readonly manifest: Awaited<ReturnType<Workspace['manifest']>>;
  readonly summary: Readonly<Record<string, unknown>>;
}

/** A run that is killed at moments that the seed says, and gone on with each time until it is done. */
async function killedRun(seed: number): Promise<Killed> {
  const random = numbersOf(seed);
  const server = await startChatServer(async () => {
    await sleep(random() * 25);
    return `it is 42 ${'.'.repeat(Math.floor(random() * 3000))}`;
  });
  const asked = (): string[] => server.requests.map(({ text }) => text.replace('question ', ''));
  const workspace = await createWorkspace({
    'evals/a.jsonl': LINES,
    '.assay/targets.yaml': `targets:\n  - {name: bot, provider: openai, model: m, endpoint: '${server.url}', api_key: k}\n`,
  });
  const askedInVain: string[] = [];
  const part = async (end?: (isOver: () => boolean) => Promise<void>): Promise<Finished> => {
    const [before, stored] = [asked().length, await storedIn(workspace)];
    const isBegun = existsSync(join(workspace.folder, '.assay/runs'));
    const { child, finished } = startAssay(isBegun ? RESUME : RUN, { cwd: workspace.folder });
    let over = false;
    void finished.then(() => (over = true));
    await end?.(() => over || asked().length > before);
    if (end) child.kill('SIGKILL');
    const ended = await finished;
    askedInVain.push(...asked().slice(before).filter((id) => stored.includes(id)));
    return ended;
  };
  for (let kills = 0; kills < KILLS; kills += 1) {
    const { signal, stderr } = await part(async (isAsking) => {
      while (!isAsking()) await sleep(2);
      await sleep(random() * 120);
    });
    expect({ signal, stderr }).toMatchObject({ signal: 'SIGKILL' });
  }
  const { exitCode, stdout, stderr } = await part();
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  const [rows, manifest] = [await workspace.rows(), await workspace.manifest()];
  return { asked: asked(), askedInVain, kills: KILLS, rows, manifest, summary: JSON.parse(stdout) as Record<string, unknown> };
}

const SEEDS = Array.from({ length: sized(1, 17) }, (_, index) => index + 1);

describe.skipIf(process.platform === 'win32')('a run that is killed again and again', { timeout: ENDS_MS }, () => {
  // Three kills each.
  test.each(SEEDS)('loses nothing, asks nothing twice but what was under way, and counts as one (seed %i)', async (seed) => {
    const { asked, askedInVain, kills, rows, manifest, summary } = await killedRun(seed);
    expect(rows.map(({ caseId }) => caseId).toSorted()).toEqual(PLAN);
    expect(new Set(rows.map(({ trialKey }) => trialKey)).size).toBe(rows.length);
    expect(new Set(rows.map(({ runId }) => runId))).toEqual(new Set([manifest.runId]));
    expect(askedInVain).toEqual([]);
    expect(new Set(asked).size).toBe(PLAN.length);
    expect(asked.length).toBeLessThanOrEqual(PLAN.length + kills * CONCURRENCY);
    expect(manifest).toMatchObject({ status: 'finished', rows: PLAN.length });
    expect(summary).toMatchObject({ complete: true, planned_trials: PLAN.length, outcome: 'passed' });
  });
});
