import { mkdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBatchServer } from '@assay/schema/testing';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { startChatServer, type ChatAnswer } from './support/servers/chat-server.js';
import { startView } from './support/commands/view-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace } from './support/projects/workspace.js';

/** Three repeats of these are twelve requests, and those of the first three cases, which pass two times of three, are asked again. */
const IDS = ['a', 'b', 'c', 'steady'];
const SUITE = `evalcases:\n${IDS.map((id) => `  - { id: ${id}, expected_outcome: x, input: ${id}, assertions: [{ type: contains, value: good }] }\n`).join('')}`;
const PLANNED = 12;
const RECHECKS = 15;

interface Summary {
  readonly outcome: string;
  readonly reasons: readonly string[];
  readonly groups: readonly object[];
  readonly rechecks?: { readonly done: number };
}

type Workspace = Awaited<ReturnType<typeof createWorkspace>>;
let workspace: Workspace;
let asked: number;
/** What becomes of the request of this number, from 1; undefined for a reply. */
let onRequest: (number: number) => ChatAnswer | undefined | Promise<undefined>;

beforeEach(async () => {
  asked = 0;
  onRequest = () => undefined;
  const times = new Map<string, number>();
  const server = await startChatServer(async ({ text }) => {
    asked += 1;
    const time = (times.get(text) ?? 0) + 1;
    times.set(text, time);
    return (await onRequest(asked)) ?? (!text.includes('steady') && time % 3 === 2 ? 'bad' : 'good');
  });
  workspace = await createWorkspace({
    'suite.yaml': SUITE,
    '.assay/config.yaml': 'prices: { "openai:agent": { input: 1000, output: 1000 } }\n',
    '.assay/targets.yaml': `targets: [{ name: agent, provider: openai, model: agent, endpoint: '${server.url}', api_key: test }]\n`,
  });
});

const RUN = ['run', 'suite.yaml', '--target', 'agent', '--concurrency', '1', '--max-retries', '0', '--repeat', '3', '--threshold', '0.5'];
const assay = (...args: string[]) => runAssay(args, { cwd: workspace.folder });
const summaryOf = async (out: string): Promise<Summary> => JSON.parse(await workspace.read(`${out}/summary.json`)) as Summary;
const count = async (file: string): Promise<number> => (await workspace.read(file)).split('\n').length - 1;
/** That the planned repeats stand as they were, and what is missing of the rechecks is asked, and nothing else. */
async function goesOn(out: string, ...more: string[]): Promise<void> {
  const { rechecks } = await summaryOf(out);
  expect([await count(`${out}/results.jsonl`), await count(`${out}/rechecks.jsonl`)]).toEqual([PLANNED, rechecks?.done]);
  asked = 0;
  onRequest = () => undefined;
  const { exitCode } = await assay('run', '--resume', out, ...more);
  expect([exitCode, asked, await summaryOf(out)]).toMatchObject([0, RECHECKS - (rechecks?.done ?? 0), { complete: true, outcome: 'passed', rechecks: { cases: 3, planned: RECHECKS, done: RECHECKS } }]);
  expect(await count(`${out}/results.jsonl`)).toBe(PLANNED);
}

describe('rechecks that end early', () => {
  test('Ctrl-C keeps their rows, and --resume goes on with them', async () => {
    onRequest = (number) => (number > PLANNED + 4 ? { hang: true } : undefined);
    const { child, finished } = startAssay([...RUN, '--recheck', '--out', 'out'], { cwd: workspace.folder });
    await expect.poll(() => asked, { timeout: 20_000 }).toBe(PLANNED + 5);
    child.kill('SIGINT');
    const { exitCode, stderr } = await finished;
    expect([exitCode, stderr]).toEqual([130, expect.stringContaining('assay run --resume out')]);
    expect(await summaryOf('out')).toMatchObject({ outcome: 'interrupted', rechecks: { done: 4 } });
    await goesOn('out');
  });

  test.each([
    ['--max-cost', '0.5', '10'],
    ['--max-time', '2s', '1h'],
  ])('%s holds for them too, and leaves what is decided as it is', async (option, least, more) => {
    onRequest = (number) => (option === '--max-time' && number > PLANNED + 4 ? { hang: true } : undefined);
    const { exitCode } = await assay(...RUN, '--recheck', '--out', 'out', option, least);
    const { reasons, rechecks, ...summary } = await summaryOf('out');
    expect([exitCode, summary.outcome, rechecks?.done]).toEqual([0, 'passed', expect.any(Number)]);
    expect(rechecks?.done).toBeGreaterThan(0);
    expect(rechecks?.done).toBeLessThan(RECHECKS);
    expect(reasons).toContainEqual(expect.stringMatching(new RegExp(`^\\d+ of 15 rechecks did not finish, which no score hangs on; stopped by ${option} `, 'u')));
    await goesOn('out', option, more);
  });

  test('a suite that has spent a budget of its own is asked nothing again, and the others are', async () => {
    const prices = 'prices: { "openai:agent": { input: 1000, output: 1000 } }\n';
    const budget = (limit: number): Promise<void> => workspace.write({ '.assay/config.yaml': `${prices}budgets: { suite: { max_cost: ${limit} } }\n` });
    await workspace.write({ 'other.yaml': 'evalcases:\n  - { id: e, expected_outcome: x, input: else, assertions: [{ type: contains, value: good }] }\n' });
    await budget(0.1);
    const { exitCode, stdout } = await assay(...RUN, 'other.yaml', '--recheck', '--out', 'out');
    expect([exitCode, stdout]).toEqual([3, expect.stringMatching(/UNDECIDED {2}suite suite was stopped by max_cost \$0\.1000: .*\n.* of 15 planned trials did not finish/u)]);
    expect(await summaryOf('out')).toMatchObject({ complete: false, rechecks: { cases: 1, planned: 5, done: 5, list: [{ suite: 'other', passed: 2, scored: 3 }] } });
    await budget(10);
    asked = 0;
    const { groups } = await summaryOf('out');
    expect([(await assay('run', '--resume', 'out')).exitCode, await summaryOf('out')]).toMatchObject([0, { complete: true, rechecks: { cases: 4, planned: 20, done: 20 } }]);
    expect(asked).toBe(PLANNED + RECHECKS - (groups as readonly { readonly suite: string; readonly trials: number }[]).filter(({ suite }) => suite === 'suite').reduce((sum, { trials }) => sum + trials, 0));
  });

  test.each([
    ['be opened', PLANNED, (file: string) => mkdirSync(file)],
    ['take a row', PLANNED + 4, (file: string) => rmSync(file)],
  ])('where their file cannot %s, the planned repeats and what they come to are kept', async (_, at, spoil) => {
    const file = join(workspace.folder, 'out/rechecks.jsonl');
    onRequest = async (number) => {
      if (number !== at) return undefined;
      spoil(file);
      // Whether the file is still there is looked at every second.
      await sleep(1100);
      return undefined;
    };
    const { exitCode, stdout, stderr } = await assay(...RUN, '--recheck', '--out', 'out');
    expect([exitCode, stderr, stdout]).toEqual([3, expect.stringContaining(file), expect.stringMatching(/UNDECIDED {2}the run was stopped: .*rechecks\.jsonl/u)]);
    expect([await count('out/results.jsonl'), (await summaryOf('out')).groups]).toMatchObject([PLANNED, [{ trials: PLANNED }]]);
    await rm(file, { recursive: true, force: true });
    asked = 0;
    onRequest = () => undefined;
    expect([(await assay('run', '--resume', 'out')).exitCode, asked, await summaryOf('out')]).toMatchObject([0, RECHECKS, { rechecks: { done: RECHECKS } }]);
  });
});

test('rechecks that have no score are counted, and Markdown says what a score with lost repeats may be, as the terminal does', async () => {
  // The first reply is lost, and four of those that are asked for again.
  onRequest = (number) => (number === 1 || (number > PLANNED && number <= PLANNED + 4) ? { status: 400, body: '{"error": {"message": "no"}}' } : undefined);
  const { stdout, exitCode } = await assay(...RUN, '--recheck', '--out', 'lossy', '--report', 'markdown=lossy.md');
  const markdown = await workspace.read('lossy.md');
  expect(exitCode).toBe(0);
  for (const text of [stdout, markdown]) expect(text).toMatch(/Rechecks: 3 cases asked 5 times more.*; 4 of 15 rechecks have no score/u);
  expect(await summaryOf('lossy')).toMatchObject({ rechecks: { done: RECHECKS, unscored: 4 } });
  expect(stdout).toContain('0.73 (0.67–0.75)');
  expect(markdown).toContain('| **0.73** worst 0.67, best 0.75 (');
});

test('the page shows rechecks of a run that was killed while it asked them, by its rows', async () => {
  onRequest = (number) => (number > PLANNED + 7 ? { hang: true } : undefined);
  const { child, finished } = startAssay([...RUN, '--recheck', '--out', '.assay/runs/killed'], { cwd: workspace.folder });
  await expect.poll(() => asked, { timeout: 20_000 }).toBe(PLANNED + 8);
  await expect.poll(() => count('.assay/runs/killed/rechecks.jsonl').catch(() => 0), { timeout: 20_000 }).toBe(7);
  child.kill('SIGKILL');
  await finished;
  const page = await startView(workspace.folder);
  try {
    const run = (await page.ask('api/runs/killed')).json() as { rechecks?: { list: readonly { case_id: string; scored_in_all: number }[] } };
    expect(run).toMatchObject({ state: 'killed', summary: null, rechecks: { most: 5, cases: 3, planned: RECHECKS, done: 7 } });
    expect(run.rechecks?.list.reduce((sum, { scored_in_all: scored }) => sum + scored, 0)).toBe(9 + 7);
    onRequest = () => undefined;
    expect((await assay('run', '--resume', 'killed')).exitCode).toBe(0);
    const ended = (await page.ask('api/runs/killed')).json() as object;
    expect(ended).toMatchObject({ state: 'ended', summary: { rechecks: { done: RECHECKS } } });
    expect(ended).not.toHaveProperty('rechecks');
  } finally {
    await page.end();
  }
});

describe('rechecks whose file', () => {
  test.each([
    ['is gone', RECHECKS, () => workspace.remove('out/rechecks.jsonl')],
    ['has lost some of them', 4, async () => workspace.write({ 'out/rechecks.jsonl': (await workspace.read('out/rechecks.jsonl')).split('\n').slice(4).join('\n') })],
  ] as const)('%s are told by whoever goes on with the run, or looks at it, and asked once more', async (_, lost, lose) => {
    await assay(...RUN, '--recheck', '--out', 'out');
    expect((await assay('show', 'out', '--id', 'a')).stderr).toBe('');
    await lose();
    const shown = await assay('show', 'out', '--id', 'a');
    expect([shown.exitCode, shown.stderr]).toEqual([0, expect.stringContaining(`note: out/rechecks.jsonl holds ${RECHECKS - lost} of the 15 rechecks that the run has stored`)]);
    asked = 0;
    for (const [more, hint] of [[['--dry-run'], 'put the file back as it was before you go on'], [[], 'end the run and put the file back']] as const) {
      const { exitCode, stderr } = await assay('run', '--resume', 'out', ...more);
      expect([exitCode, stderr]).toEqual([0, expect.stringMatching(new RegExp(`warning: ${lost} of the 15 rechecks that the run has stored are not in out/rechecks\\.jsonl any more: .* again\n +fix: where that is not meant, ${hint}`, 'u'))]);
    }
    expect([asked, await summaryOf('out')]).toMatchObject([lost, { rechecks: { done: RECHECKS } }]);
    expect((await assay('run', '--resume', 'out')).stderr).not.toContain('any more');
    expect((await assay('show', 'out', '--id', 'a')).stderr).toBe('');
  });

  test('is gone of a run whose replies are scored again say that they have no result', async () => {
    await assay(...RUN, '--recheck', '--out', 'out');
    await workspace.remove('out/rechecks.jsonl');
    expect((await assay('run', '--rescore', 'out')).stderr).toContain('15 of the 15 rechecks that the run has stored are not in out/rechecks.jsonl any more: those have no result');
  });

  test('is gone after the run was killed in the midst of them are told as well', async () => {
    onRequest = (number) => (number > PLANNED + 4 ? { hang: true } : undefined);
    const { child, finished } = startAssay([...RUN, '--recheck', '--out', 'out'], { cwd: workspace.folder });
    await expect.poll(() => asked, { timeout: 20_000 }).toBe(PLANNED + 5);
    child.kill('SIGKILL');
    await finished;
    await workspace.remove('out/rechecks.jsonl');
    onRequest = () => undefined;
    const { exitCode, stderr } = await assay('run', '--resume', 'out');
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('warning: the run has stored its rechecks in out/rechecks.jsonl, and that is not there: ')]);
  });

  test('was not made, since no case had to be asked again, are missed by nobody', async () => {
    await workspace.write({ 'suite.yaml': SUITE.replaceAll('value: good', 'value: d') });
    await assay(...RUN, '--recheck', '--out', 'out');
    expect((await assay('run', '--resume', 'out')).stderr).not.toContain('rechecks.jsonl');
  });
});

test('rechecks stay when their cases need none any more, and none of them is asked for', async () => {
  await assay(...RUN, '--recheck', '--out', 'out');
  await workspace.write({ 'suite.yaml': SUITE.replaceAll('value: good', 'value: d') });
  const kept = { rechecks: { cases: 3, planned: RECHECKS, done: RECHECKS, flaky_count: 0 } };
  asked = 0;
  await assay('run', '--rescore', 'out');
  expect(await summaryOf('out')).toMatchObject(kept);
  await assay('run', '--resume', 'out');
  expect([asked, await summaryOf('out')]).toMatchObject([0, kept]);
});

test('--cancel-batches ends those that wait in a batch, and --resume asks for them again', async () => {
  let done = false;
  let shaky = 0;
  const server = await startBatchServer({ answer: (request: unknown) => (JSON.stringify(request).includes('"a"') && (shaky += 1) % 2 === 0 ? 'bad' : 'good'), done: (batch) => batch === 1 || done });
  onTestFinished(server.close);
  await workspace.write({ '.assay/targets.yaml': `targets:\n  - {name: agent, provider: openai, model: agent, endpoint: '${server.url}/v1', api_key: test}\n` });
  await assay('run', 'suite.yaml', '--target', 'agent', '--batch', '--repeat', '2', '--recheck', '3', '--threshold', '0.5', '--out', 'out');
  await assay('run', '--resume', 'out');
  const { exitCode, stderr } = await assay('run', '--resume', 'out', '--cancel-batches');
  expect([exitCode, stderr.match(/\d batch.* cancelled/gu)]).toEqual([0, ['1 batch was cancelled']]);
  expect(server.batches.map(({ cancelled }) => cancelled === true)).toEqual([false, true]);
  expect(await summaryOf('out')).toMatchObject({ outcome: 'passed', rechecks: { planned: 3, done: 0 } });
  done = true;
  expect((await assay('run', '--resume', 'out', '--wait', '0.05')).exitCode).toBe(0);
  expect([server.batches.length, (await summaryOf('out')).rechecks]).toMatchObject([3, { planned: 3, done: 3 }]);
});

test('baselines take the planned repeats alone', async () => {
  await assay(...RUN, '--recheck', '--out', 'with');
  expect(await summaryOf('with')).toMatchObject({ rechecks: { done: RECHECKS } });
  await assay('baseline', 'save', 'with', '--dir', 'all');
  await workspace.remove('with/rechecks.jsonl');
  await assay('baseline', 'save', 'with', '--dir', 'planned');
  const [all, planned] = await Promise.all(['all', 'planned'].map((dir) => workspace.read(`${dir}/suite/agent.json`)));
  const of = (text = '{}'): object => ({ ...(JSON.parse(text) as object), saved_at: null, created_at: null });
  expect(of(all)).toEqual(of(planned));
  expect(all).not.toContain('recheck');
});
