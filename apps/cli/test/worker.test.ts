import { cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ResultRow } from '@assay/schema';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { runAssay } from './support/commands/warm-assay.js';
import { gate } from './support/projects/worker-gate.js';
import { ALL, answer, answersOf, FILES, lineOf, planned, project, SUITE, WITH, work } from './support/projects/worker-project.js';
import type { Workspace } from './support/projects/workspace.js';

/** The same files somewhere else, as on another machine. */
async function otherCheckout({ folder }: Workspace): Promise<string> {
  const other = await realpath(await mkdtemp(join(tmpdir(), 'assay-other-')));
  onTestFinished(() => rm(other, { recursive: true, force: true }));
  await cp(folder, other, { recursive: true });
  return other;
}

/** A row without what is another each time, or means something within one run only. */
function lasting({ runId: _run, startedAt: _started, finishedAt: _finished, assessmentKey: _key, ...row }: ResultRow): object {
  // Of its reply and of every vote.
  return JSON.parse(JSON.stringify(row, (name, value: unknown) => (name === 'latencyMs' ? undefined : value))) as object;
}

const sorted = (rows: readonly ResultRow[]): object[] => rows.toSorted((a, b) => (a.trialKey < b.trialKey ? -1 : 1)).map(lasting);

test('trials that are run by workers elsewhere give the rows of a run, and their jobs hold no secret and no text', async () => {
  const here = await project();
  const run = await runAssay(['run', 'evals', ...WITH, '--repeat', '2', '--concurrency', '5'], { cwd: here.folder, env: here.env });
  expect(run.stderr).not.toContain('warning');
  const jobs = await planned(here, '--repeat', '2', '--concurrency', '5');
  const lines = jobs.trimEnd().split('\n');
  expect(lines).toHaveLength(18);
  expect(jobs).not.toMatch(/secret|127\.0\.0\.1|capital of|Paris|Lima|brief|Rome|check\.mjs|node/u);

  const there = await otherCheckout(here);
  const part = (rest: number): string => lines.filter((_, index) => index % 2 === rest).join('\n');
  const workers = await Promise.all([work(part(0), there, here.env, [...WITH, '--concurrency', '2']), work(part(1), there, here.env)]);
  expect(workers.map(({ exitCode, refused, stderr }) => ({ exitCode, refused, stderr }))).toEqual(
    [0, 1].map(() => ({ exitCode: 0, refused: [], stderr: '9 rows\n' })),
  );
  const rows = workers.flatMap((worker) => worker.rows);
  expect(rows.map(({ trialKey }) => trialKey).toSorted()).toEqual(lines.map((line) => (JSON.parse(line) as { trial_key: string }).trial_key).toSorted());
  expect(sorted(rows)).toEqual(sorted(await here.rows()));
  // Who assessed them is told by digests: the same ones wherever a job is done.
  const again = await work(lines.slice(0, 2).join('\n'), here.folder, here.env);
  const keyOf = (list: readonly ResultRow[], key: string): string | undefined => list.find(({ trialKey }) => trialKey === key)?.assessmentKey;
  expect(again.rows).toHaveLength(2);
  for (const { trialKey, assessmentKey } of again.rows) expect([assessmentKey, typeof assessmentKey]).toEqual([keyOf(rows, trialKey), 'string']);
  expect(rows.some(({ evaluators }) => evaluators.some(({ name, score }) => name === 'checked' && score === 1))).toBe(true);
  expect(rows.filter(({ caseId }) => caseId === 'france').every(({ evaluators }) => evaluators.some(({ name, score }) => name === 'judged' && score === 0.75))).toBe(true);
  expect(new Set(rows.map(({ runId }) => runId))).toEqual(new Set(lines.map((line) => (JSON.parse(line) as { run_id: string }).run_id)));
});

test('where two runs planned the same trial, each gets the row that was made for it', async () => {
  let asked = 0;
  const { reply, open } = gate();
  // The one that is asked first has its reply last.
  const here = await project(async (request) => {
    if (request.model === 'judge') return answer(request);
    asked += 1;
    if (asked === 2) setTimeout(open, 500);
    return asked === 1 ? reply(request) : answer(request);
  });
  const plans = [await planned(here, '--id', 'france'), await planned(here, '--id', 'france')];
  const together = await work(plans.join(''), here.folder, here.env, [...WITH, '--concurrency', '2']);
  const keysOf = (rows: readonly ResultRow[]): object => Object.fromEntries(rows.map(({ runId, assessmentKey }) => [runId, assessmentKey]));
  const alone: ResultRow[] = [];
  for (const plan of plans) alone.push(...(await work(plan, here.folder, here.env)).rows);
  expect(Object.values(keysOf(alone))).toHaveLength(2);
  expect(keysOf(together.rows)).toEqual(keysOf(alone));
});

test('assay plan prints the trials for people too', async () => {
  const { folder: cwd, env } = await project();
  const { stdout } = await runAssay(['plan', 'evals', ...WITH], { cwd, env });
  expect(stdout.trimEnd().split('\n')).toEqual([
    'capitals  france  on bot  evals/capitals.yaml:8',
    'capitals  peru  on bot  evals/capitals.yaml:9',
    'lines  one  on bot  evals/lines.jsonl:1',
    'lines  two  on bot  evals/lines.jsonl:3',
    'lines  three  on bot  evals/lines.jsonl:4',
    'evals__towns  rome  on bot  temp:0 sys:1  evals/towns.yaml:6',
    'evals__towns  rome  on bot  temp:0 sys:2  evals/towns.yaml:6',
    'evals__towns  rome  on bot  temp:1 sys:1  evals/towns.yaml:6',
    'evals__towns  rome  on bot  temp:1 sys:2  evals/towns.yaml:6',
  ]);
});

describe('what differs is refused by its name, and the rest is done', () => {

  test('another key, and files that no case names, make no difference', async () => {
    const here = await project();
    const jobs = await planned(here);
    await here.write({ 'evals/other.yaml': SUITE, 'evals/capitals.yaml': `# moved\n${SUITE}`, 'evals/lines.jsonl': `${FILES['evals/lines.jsonl']}\n${lineOf('four')}` });
    const { rows, refused, exitCode } = await work(jobs, here.folder, { ...here.env, BOT_KEY: 'sk-another-key-5522' });
    expect([rows.length, refused, exitCode]).toEqual([ALL, [], 0]);
  });
});

test('lines that are no jobs, or lead elsewhere, are answered with their numbers, and run nothing', async () => {
  const here = await project();
  const [line = ''] = (await planned(here, '--id', 'one')).split('\n');
  const job = JSON.parse(line) as Record<string, unknown>;
  const hostile = [
    'x',
    '{}',
    '[]',
    '{"schema_version":99}',
    JSON.stringify({ ...job, suite_file: '../../etc/passwd' }),
    JSON.stringify({ ...job, suite_file: '.assay/targets.yaml' }),
    JSON.stringify({ ...job, suite_file: 'package.json' }),
    JSON.stringify({ ...job, suite_file: 'evals' }),
    JSON.stringify({ ...job, suite_path: 'elsewhere' }),
    JSON.stringify({ ...job, case_line: 2 }),
    JSON.stringify({ ...job, case_line: 9e15 }),
    JSON.stringify({ ...job, target: 'judge' }),
    JSON.stringify({ ...job, assay_version: '9.9.9' }),
    JSON.stringify({ ...job, trial_key: '0'.repeat(32) }),
    JSON.stringify({ ...job, case_id: '__proto__', repeat: 3, script: 'touch hacked' }),
    `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`,
    'y'.repeat(2_000_000),
    '\u0000\uFFFD',
  ];
  const { rows, refused, exitCode } = await work([...hostile, line].join('\n'), here.folder, here.env);
  expect(refused.map((one) => one.line)).toEqual(hostile.map((_, index) => index + 1));
  expect(refused.filter(({ code }) => code === 'invalid-job').map((one) => one.line)).toEqual([1, 2, 3, 4, 5, 16, 17, 18]);
  expect(refused.find((one) => one.line === 13)?.message).toBe('the trial was planned by Assay 9.9.9, and this is 0.0.0');
  expect(rows.map(({ caseId }) => caseId)).toEqual(['one']);
  expect(exitCode).toBe(3);
});

test('a signal drains a worker: it finishes what it has, takes nothing new, and ends', async () => {
  const { reply, waiting, open } = gate();
  const here = await project(reply);
  await here.write({ 'evals/lines.jsonl': Array.from({ length: 20 }, (_, index) => lineOf(`l${index}`)).join('\n') });
  const jobs = await planned(here, '--id', 'l*');
  const { child, finished } = startAssay(['worker', '--stdio', ...WITH, '--concurrency', '2'], { cwd: here.folder, env: here.env, input: jobs, keepInput: true });
  while (waiting() < 2) await sleep(10);
  child.kill('SIGTERM');
  child.stdin?.write(jobs);
  await sleep(300);
  open();
  const { exitCode, stdout, stderr } = await finished;
  const { rows, refused } = answersOf(stdout);
  expect(stderr).toMatch(/^stopping: what was taken is finished/u);
  expect(exitCode).toBe(0);
  expect(refused).toEqual([]);
  // Two at the target, and as many that were read to take their places.
  expect(rows.length).toBeGreaterThanOrEqual(2);
  expect(rows.length).toBeLessThanOrEqual(5);
  expect(rows.every(({ status }) => status === 'ok')).toBe(true);
});

test('a project that is not trusted stays so in a worker', async () => {
  const here = await project();
  const names = ['--target', 'mock', '--judge', 'mock'];
  const plan = async (...args: readonly string[]): Promise<string> => {
    const { exitCode, stdout } = await runAssay(['plan', ...args, ...names, '--json'], { cwd: here.folder, env: here.env });
    expect(exitCode).toBe(0);
    return stdout;
  };
  const jobs = `${await plan('evals/lines.jsonl', '--untrusted')}${await plan('evals', '--id', 'france', '--id', 'one')}`;
  const { rows, refused } = await work(jobs, here.folder, here.env, [...names, '--untrusted']);
  expect(rows.map(({ caseId, status }) => [caseId, status])).toEqual([['one', 'ok'], ['two', 'ok'], ['three', 'ok']]);
  expect(refused.map(({ message }) => message)).toEqual([expect.stringMatching(/^evals\/capitals\.yaml:\d+:\d+: .*code_judge/u), expect.stringMatching(/with: whether the project is trusted$/u)]);
});

test('replies that are to be compared wait for each other: a worker sees its own alone', async () => {
  const here = await project();
  const entry = { id: 'best', expected_outcome: 'G', input: 'which is best', evaluators: [{ type: 'select_best', criteria: 'short' }] };
  await here.write({ 'evals/lines.jsonl': JSON.stringify(entry) });
  const args = [...WITH, '--target', 'mock'];
  const { rows, refused, exitCode } = await work(await planned(here, '--id', 'best', '--target', 'mock'), here.folder, here.env, args);
  expect([rows.map(({ target }) => target).toSorted(), refused, exitCode]).toEqual([['bot', 'mock'], [], 0]);
  expect(rows.flatMap(({ evaluators }) => evaluators.map(({ score, error }) => [score, error?.code]))).toEqual([[null, 'waits_for_others'], [null, 'waits_for_others']]);
});

test('a worker wants to know where its jobs come from, and is told of a judge that does not exist', async () => {
  const { folder: cwd, env } = await project();
  const bare = await runAssay(['worker'], { cwd, env });
  expect([bare.exitCode, bare.stderr]).toEqual([2, expect.stringContaining('nothing says where the jobs come from')]);
  const nothing = await work('', cwd, env);
  expect([nothing.exitCode, nothing.stdout, nothing.stderr]).toEqual([0, '', '0 rows\n']);
});
