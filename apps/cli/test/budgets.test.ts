import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { PRICES, RUN, spender } from './support/projects/budget-spender.js';
import { dataset, ids } from './support/projects/resume-project.js';

describe('--max-cost', () => {
  test('is not exceeded by fifty requests at once, and the run goes on where it was with a higher limit', async () => {
    const { assay, summary, spent, asked, workspace } = await spender(120);
    const first = await summary(...RUN, '--max-cost', '5');
    expect(spent().costUsd).toBeLessThanOrEqual(5);
    expect(spent().costUsd).toBeGreaterThan(4);
    expect(first).toMatchObject({ exit_code: 3, exitCode: 3, complete: false, budgets: [{ stopped_by: 'cost' }] });
    expect(first.budgets?.[0]?.cost_usd).toBeCloseTo(spent().costUsd, 6);
    expect(first.reasons[0]).toMatch(/^stopped by --max-cost \$5\.00: \$4\.\d\d spent/u);
    const command = /go on with this run: (?<command>assay run --resume \S+ --max-cost 10)\n/u.exec(first.stderr)?.groups?.['command'];
    expect(command).toBeDefined();
    expect((await workspace.manifest()).status).toBe('interrupted');
    const rows = first.groups[0]?.trials ?? 0;
    expect(asked()).toBe(rows);

    // With the limit as it was there is nothing to spend, and nobody is asked.
    expect((await assay('run', '--resume')).exitCode).toBe(3);
    expect(asked()).toBe(rows);
    const second = await assay(...(command ?? '').split(' ').slice(1, 4), '--max-cost', '7');
    expect(second.exitCode).toBe(3);
    expect(spent().costUsd).toBeLessThanOrEqual(7);
    expect(spent().costUsd).toBeGreaterThan(5);
    expect(second.stdout).toMatch(/Budget {3}\$6\.\d\d of \$7\.00/u);
    const last = await assay('run', '--resume', '--max-cost', '100');
    expect({ exitCode: last.exitCode, stderr: last.stderr }).toMatchObject({ exitCode: 0 });
    expect(asked()).toBe(120);
    expect(new Set((await workspace.rows()).map(({ caseId }) => caseId)).size).toBe(120);
  });

  test('a model without a price is told before the first request, and settings price it', async () => {
    const { assay, asked, workspace } = await spender(2, { config: '' });
    const { exitCode, stderr } = await assay(...RUN, '--max-cost', '5');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('target "bot" has no known price (openai:m), and a limit of costs needs one');
    expect(stderr).toContain('prices: { "openai:m": { input: 1, output: 2 } }');
    expect(stderr).toMatch(/targets\.yaml:2/u);
    expect(asked()).toBe(0);
    await workspace.write({ '.assay/config.yaml': 'prices: { "openai:m": { input: 0, output: 0 } }\n' });
    expect((await assay(...RUN, '--max-cost', '5')).exitCode).toBe(0);
  });
});

test('--max-tokens needs no price, and holds over all targets', async () => {
  const { summary, spent } = await spender(60, { config: '' });
  const { exitCode, budgets } = await summary(...RUN, '--max-tokens', '1500');
  expect(exitCode).toBe(3);
  expect(budgets).toMatchObject([{ tokens: spent().tokens, stopped_by: 'tokens' }]);
  expect(spent().tokens).toBeLessThanOrEqual(1500);
  expect(spent().tokens).toBeGreaterThan(1200);
  // Less than what is gone already: what is printed is enough to go on.
  expect((await summary('run', '--resume', '--max-tokens', '10')).stderr).toContain(` --max-tokens ${2 * spent().tokens}\n`);
});

test('requests that did not tell what they took are told of all parts of a run', async () => {
  let hangs = true;
  const { summary } = await spender(4, { config: '', answer: ({ text }) => (hangs && text.endsWith('c1') ? { hang: true } : undefined) });
  const patient = ['--max-tokens', '100000', '--timeout', '1', '--max-retries', '0'];
  const first = await summary(...RUN, ...patient);
  const untold = first.budgets?.[0]?.untold as { readonly requests: number; readonly tokens: number };
  expect(untold).toMatchObject({ requests: 1 });
  expect(untold.tokens).toBeGreaterThan(0);
  // Once more in vain, and then not.
  const second = await summary('run', '--resume', 'latest', ...patient);
  expect(second.budgets?.[0]?.untold).toMatchObject({ requests: 2 });
  hangs = false;
  const last = await summary('run', '--resume', 'latest', ...patient);
  expect(last.exitCode).toBe(0);
  expect(last.budgets?.[0]?.untold).toEqual(second.budgets?.[0]?.untold);
});

test('--max-time ends requests that hang when it is over, and an interrupted run is an interrupted one', async () => {
  let hangs = true;
  const { summary, assay, asked, workspace } = await spender(8, { answer: ({ text }) => (hangs && /c[4-7]$/u.test(text) ? { hang: true } : undefined) });
  const began = performance.now();
  const first = await summary(...RUN, '--max-time', '2s');
  expect(performance.now() - began).toBeGreaterThan(2000);
  expect(first).toMatchObject({ exitCode: 3, groups: [{ trials: 4 }], budgets: [{ stopped_by: 'time' }] });
  expect(first.reasons[0]).toBe('stopped by --max-time 2.0 s: the time is over');
  expect(first.stderr).toMatch(/assay run --resume \S+ --max-time 4s\n/u);

  const before = asked();
  const { child, finished } = startAssay(['run', '--resume', '--max-time', '1h'], { cwd: workspace.folder });
  await expect.poll(() => asked()).toBeGreaterThan(before);
  child.kill('SIGINT');
  expect(await finished).toMatchObject({ exitCode: 130 });
  hangs = false;
  const noted = JSON.parse(await readFile(join(workspace.folder, '.assay/runs', (await workspace.manifest()).runId, 'spent.json'), 'utf8')) as { run: { time_ms: number } };
  expect(noted.run.time_ms).toBeGreaterThan(2000);
  expect((await assay('run', '--resume', '--max-time', '1h')).exitCode).toBe(0);
});

test('a suite that has spent its own budget stops, and the others go on', async () => {
  const { summary, workspace, spent } = await spender(30, {
    files: { 'evals/b.jsonl': dataset(...ids(30)) },
    config: `${PRICES}budgets: { a: { max_cost: 1 }, evals/a.jsonl: { max_cost: 50, max_tokens: 100000 }, bb: { max_cost: 1 } }\n`,
  });
  const { exitCode, groups, budgets, reasons, stderr } = await summary('run', 'evals', '--target', 'bot', '--concurrency', '50');
  expect(exitCode).toBe(3);
  expect(groups.find(({ suite }) => suite === 'b')).toMatchObject({ trials: 30 });
  const done = groups.find(({ suite }) => suite === 'a')?.trials ?? 0;
  expect(done).toBeGreaterThan(2);
  expect(done).toBeLessThan(15);
  // It is named in two ways, and both of its limits hold.
  expect(budgets).toMatchObject([{ suite: 'a', max_cost_usd: 1, max_tokens: 100_000, stopped_by: 'cost' }]);
  expect(budgets?.[0]?.cost_usd).toBeLessThanOrEqual(1);
  expect(reasons[0]).toMatch(/^suite a was stopped by max_cost \$1\.00: .*; to go on, raise it in settings first \(budgets: \{ a: \{ max_cost: 2 \} \}\)$/u);
  expect(stderr).toContain('budgets: no suite of this run is called "bb"');
  expect(spent().costUsd).toBeGreaterThan(2);
  expect((await workspace.manifest()).status).toBe('interrupted');
});

test('a suite whose budget is smaller than what a first reply may take waits for others, and stops alone when it has no room', async () => {
  const { summary } = await spender(1, { files: { 'evals/b.jsonl': dataset('c1', 'c2') }, config: `${PRICES}budgets: { b: { max_cost: 1 } }\n`, maxTokens: null, answer: () => sleep(200, undefined) });
  const first = await summary('run', 'evals', '--target', 'bot', '--max-cost', '10');
  expect({ exitCode: first.exitCode, reasons: first.reasons }).toEqual({ exitCode: 0, reasons: ['all 3 trials passed'] });

  const { summary: go } = await spender(30, { files: { 'evals/b.jsonl': dataset('c1', 'c2') }, config: `${PRICES}budgets: { a: { max_cost: 0.8 } }\n`, maxTokens: null });
  expect(await go('run', 'evals', '--target', 'bot', '--concurrency', '1', '--max-cost', '0.75')).toMatchObject({ exitCode: 3, groups: [{ suite: 'a' }] });
  // Nobody in this process knows what a reply takes, and the suite has too little left to find out; the run has enough.
  const { groups, budgets } = await go('run', '--resume', '--max-cost', '5');
  expect(groups.find(({ suite }) => suite === 'b')).toMatchObject({ trials: 2 });
  expect(budgets?.map(({ suite, stopped_by: by }) => ({ suite, by }))).toEqual([{ suite: undefined, by: undefined }, { suite: 'a', by: 'cost' }]);
});

test('the time of a suite does not pass while another one has all places', async () => {
  const { summary } = await spender(1, {
    files: { 'evals/b.jsonl': dataset('c1', 'c2') },
    answer: async ({ text }) => void (text.endsWith('c0') && (await sleep(1200))),
    config: 'budgets: { b: { max_time: 1s } }\n',
  });
  const { exitCode, groups, budgets } = await summary('run', 'evals', '--target', 'bot', '--concurrency', '1');
  expect(groups.find(({ suite }) => suite === 'b')).toMatchObject({ trials: 2 });
  expect(budgets).toMatchObject([{ suite: 'b', max_time_ms: 1000 }]);
  expect(exitCode).toBe(0);
});

test('a suite that is limited in several places names each that has to be raised', async () => {
  const { summary } = await spender(0, {
    files: { 'evals/own.yaml': `name: own\nexecution: { budget_usd: 0.5 }\nevalcases:\n${ids(30).map((id) => `  - { id: ${id}, outcome: says it, input: q, evaluators: [{ type: contains, value: x }] }\n`).join('')}` },
    config: `${PRICES}budgets: { own: { max_cost: 0.75 }, evals/own.yaml: { max_cost: 50 } }\n`,
  });
  const { reasons } = await summary('run', 'evals/own.yaml', '--target', 'bot');
  expect(reasons.find((reason) => reason.startsWith('suite'))).toMatch(/^suite own was stopped by max_cost \$0\.5000: .*; to go on, raise it in settings first \(budgets: \{ own: \{ max_cost: 1 \} \}\) and at evals\/own\.yaml:2$/u);
});

test('--dry-run counts a request for each turn of a conversation, and none for one that is written to its end', async () => {
  const { assay } = await spender(0, {
    files: {
      'evals/turns.yaml': 'mode: conversation\nname: t\ncases:\n  - { id: talk, criteria: good, turns: [{ input: one }, { input: two }, { input: three }] }\n',
      'evals/open.yml': 'title: o\n---\n- { id: open, messages: [{ user: a }, { assistant: null }, { user: b }, { assistant: null }, { user: c }], should: [{ $contains: x }] }\n',
      'evals/written.yml': 'title: w\n---\n- { id: written, messages: [{ user: a }, { assistant: done }], should: [{ $contains: done }] }\n',
    },
  });
  const requests = async (file: string): Promise<unknown> => {
    const { stdout, stderr } = await assay('run', file, '--target', 'bot', '--judge', 'judge', '--dry-run', '--json');
    const { spending } = JSON.parse(stdout === '' ? stderr : stdout) as { spending: readonly { role: string; requests: number }[] };
    return spending.find(({ role }) => role === 'target')?.requests;
  };
  expect([await requests('evals/turns.yaml'), await requests('evals/open.yml'), await requests('evals/written.yml')]).toEqual([3, 3, undefined]);
});

test('--dry-run tells what targets and judges may take, and with --resume what is left of that', async () => {
  const cases = dataset(...ids(6).map((id) => ({ id, criterion: 'Is it right?' })));
  const { assay, asked } = await spender(0, { files: { 'evals/a.jsonl': cases, 'evals/b.yaml': JSON.stringify({ evalcases: cases.trim().split('\n').map((line) => JSON.parse(line) as object) }) } });
  const { stdout } = await assay('run', 'evals/b.yaml', '--target', 'bot', '--judge', 'judge', '--dry-run');
  expect(stdout).toMatch(/target bot: 6 requests, about \d+ tokens of input and 600 of output, about \$1\.\d\d/u);
  expect(stdout).toMatch(/judge judge: 6 requests, about [\d,]+ tokens of input and 1,200 of output, about \$\d\.\d\d/u);
  expect(asked()).toBe(0);
  await assay('run', 'evals/b.yaml', '--target', 'bot', '--judge', 'judge', '--concurrency', '1', '--max-cost', '1');
  const before = [asked('m'), asked('j')] as const;
  expect(before[0]).toBeLessThan(6);
  const left = JSON.parse((await assay('run', '--resume', '--dry-run', '--json')).stdout) as { spending: readonly { role: string; requests: number }[] };
  expect(left.spending.find(({ role }) => role === 'target')?.requests).toBe(6 - before[0]);
  expect(left.spending.find(({ role }) => role === 'judge')?.requests).toBe(6 - before[1]);
  expect([asked('m'), asked('j')]).toEqual(before);
});
