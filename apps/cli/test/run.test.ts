import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startChatServer } from './support/servers/chat-server.js';
import { runAssay } from './support/commands/warm-assay.js';
import { createWorkspace, removeAtEnd } from './support/projects/workspace.js';

const CHECK = 'evaluators: [{type: contains, value: "42"}]';
const YAML = `
description: Numbers
evalcases:
  - {id: answer, expected_outcome: says 42, input: What is the answer?, tags: [easy], ${CHECK}}
  - {id: question, expected_outcome: says 42, input: What is the question?, tags: [hard], ${CHECK}}
`;
const JSONL = [
  { id: 'a/1', expected_outcome: 'says 42', input: 'six times seven', evaluators: [{ type: 'contains', value: '42' }] },
  { id: 'a/2', expected_outcome: 'says 42', input: 'six plus seven', evaluators: [{ type: 'contains', value: '42' }] },
  { id: 'b/1', expected_outcome: 'says 42', input: 'what is the answer', evaluators: [{ type: 'contains', value: '42' }] },
]
  .map((row) => JSON.stringify(row))
  .join('\n');

const files = (url: string): Record<string, string> => ({
  'evals/numbers.yaml': YAML,
  'evals/sums.jsonl': JSONL,
  'evals/sums.yaml': 'dataset: sums\nexecution: {target: oracle}\n',
  '.assay/targets.yaml': `targets:\n  - {name: oracle, provider: openai, model: m, endpoint: '${url}', api_key: secret-key-1}\n  - {name: twin, provider: openai, model: n, endpoint: '${url}', api_key: secret-key-1}\n`,
});

async function project(whenDone?: (stop: () => Promise<void>) => void) {
  const server = await startChatServer((request) => (request.text.includes('answer') || request.text.includes('times') ? 'It is 42.' : 'I do not know.'), whenDone);
  const workspace = await createWorkspace(files(server.url), whenDone);
  const run = (...args: string[]) => runAssay(['run', ...args], { cwd: workspace.folder });
  return { server, workspace, run };
}

const atEnd = removeAtEnd();

/** One run of a suite on one target, which several tests look at. */
async function runOfNumbers() {
  const { workspace, run } = await project(atEnd);
  const finished = await run('evals/numbers.yaml', '--target', 'oracle', '--json', '--out', 'here/first');
  return { workspace, run, finished };
}

let numbers: ReturnType<typeof runOfNumbers> | undefined;

describe('assay run', () => {
  test('many files and globs at once, YAML and JSONL mixed, sidecars left out', async () => {
    const { server, workspace, run } = await project();
    const { exitCode, stdout } = await run('evals/*.yaml', 'evals', '--target', 'oracle');
    const rows = await workspace.rows();
    expect(rows.map((row) => `${row.suite} ${row.caseId} ${row.verdict}`).toSorted()).toEqual([
      'numbers answer pass',
      'numbers question fail',
      'sums a/1 pass',
      'sums a/2 fail',
      'sums b/1 pass',
    ]);
    expect(server.requests).toHaveLength(5);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/numbers.*oracle/u);
    expect(stdout).toMatch(/evals\/numbers\.yaml:5:\d+/u);
  });

  test('a row holds what was asked, answered, scored and spent', async () => {
    const { workspace } = await (numbers ??= runOfNumbers());
    const row = (await workspace.rows('here/first')).find(({ caseId }) => caseId === 'answer');
    expect(row).toMatchObject({
      schemaVersion: 1,
      suite: 'numbers',
      caseId: 'answer',
      source: expect.stringMatching(/^evals\/numbers\.yaml:4:\d+$/u),
      caseWeight: 1,
      tags: ['easy'],
      target: 'oracle',
      repeat: 1,
      status: 'ok',
      score: 1,
      scoreBounds: { worst: 1, best: 1 },
      verdict: 'pass',
      input: [{ role: 'user', content: 'What is the answer?' }],
      evaluators: [{ name: 'contains', type: 'contains', weight: 1, score: 1, verdict: 'pass' }],
      output: { text: 'It is 42.', toolCalls: [] },
      usage: { inputTokens: 20, outputTokens: 10 },
      cached: false,
      warnings: [],
    });
    expect(row?.trialKey).toMatch(/^[0-9a-f]{32,64}$/u);
    expect(row?.latencyMs).toBeGreaterThan(0);
    expect(Date.parse(row?.finishedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(row?.startedAt ?? ''));
  });

  test('several targets make a matrix', async () => {
    const { workspace, run } = await project();
    await run('evals/numbers.yaml', '--target', 'oracle', '--target', 'twin');
    const rows = await workspace.rows();
    expect(rows.map((row) => `${row.target} ${row.caseId}`).toSorted()).toEqual([
      'oracle answer',
      'oracle question',
      'twin answer',
      'twin question',
    ]);
    expect(new Set(rows.map((row) => row.trialKey)).size).toBe(4);
  });

  test.each([
    [['--id', 'a/*'], ['a/1', 'a/2']],
    [['--id', 'a/1', '--id', 'b/*'], ['a/1', 'b/1']],
    [['--id', '*'], ['a/1', 'a/2', 'b/1', 'answer', 'question']],
    [['--tag', 'hard'], ['question']],
    [['--limit', '2'], ['answer', 'question']],
    [['--id', '*/1', '--limit', '1'], ['a/1']],
  ])('%j selects %j', async (filter, ids) => {
    const { workspace, run } = await project();
    await run('evals', '--target', 'oracle', ...filter);
    expect((await workspace.rows()).map((row) => row.caseId).toSorted()).toEqual(ids.toSorted());
  });

  test('--repeat runs every case again, with a key of its own', async () => {
    const { workspace, run } = await project();
    await run('evals/numbers.yaml', '--target', 'oracle', '--repeat', '3');
    const rows = await workspace.rows();
    expect(rows).toHaveLength(6);
    expect(new Set(rows.map((row) => row.trialKey)).size).toBe(6);
    expect(rows.filter((row) => row.caseId === 'answer').map((row) => row.repeat).toSorted()).toEqual([1, 2, 3]);
  });

  test('--dry-run says what would run and sends nothing', async () => {
    const { server, workspace, run } = await project();
    const { exitCode, stdout } = await run('evals', '--target', 'oracle', '--dry-run');
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/numbers/u);
    expect(stdout).toMatch(/sums/u);
    expect(server.requests).toHaveLength(0);
    await expect(workspace.rows()).rejects.toThrow();
  });

  test('--json prints the summary as JSON on stdout, and nothing else', async () => {
    const { stdout, exitCode } = (await (numbers ??= runOfNumbers())).finished;
    const summary = JSON.parse(stdout) as Record<string, unknown>;
    expect(summary).toMatchObject({
      outcome: 'failed',
      exit_code: 1,
      groups: [
        {
          suite: 'numbers',
          target: 'oracle',
          cases: 2,
          passed: 1,
          failed: 1,
          unscored: 0,
          score: 0.5,
          interval: { low: 0.012579117, high: 0.987420883, level: 0.95, clusters: 2, method: 'clopper_pearson' },
        },
      ],
    });
    expect(exitCode).toBe(1);
  });

  test('--out names the folder of the run', async () => {
    const { workspace } = await (numbers ??= runOfNumbers());
    expect(await workspace.rows('here/first')).toHaveLength(2);
    expect(await workspace.manifest('here/first')).toMatchObject({ status: 'finished', rows: 2 });
  });

  test('run.json says what ran: the content of the suites, the targets as written, without literal secrets', async () => {
    const { server, workspace, run } = await project();
    await run('evals/numbers.yaml', 'evals/sums.jsonl', '--target', 'oracle');
    const { suites, targets } = await workspace.manifest();
    const contents = await Promise.all(
      ['evals/numbers.yaml', 'evals/sums.jsonl', 'evals/sums.yaml'].map((file) => readFile(join(workspace.folder, file), 'utf8')),
    );
    const [numbers = '', ...sums] = contents;
    const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
    const together = sums.map((text) => `${text}\0${Buffer.byteLength(text)}\0`).join('');
    expect(suites).toEqual([
      { name: 'numbers', path: 'evals/numbers.yaml', dialect: 'eval-case', file: 'evals/numbers.yaml', sha256: sha256(numbers) },
      { name: 'sums', path: 'evals/sums.jsonl', dialect: 'eval-case', file: 'evals/sums.jsonl', sha256: sha256(together) },
    ]);
    expect(targets).toEqual([
      { name: 'oracle', provider: 'openai', model: 'm', options: { endpoint: server.url, api_key: '[redacted]' } },
    ]);
  });

  test('--out with a run in it is refused, so that no result is lost', async () => {
    const { workspace, run } = await (numbers ??= runOfNumbers());
    const again = await run('evals/numbers.yaml', '--target', 'oracle', '--out', 'here/first');
    expect(again.exitCode).toBe(2);
    expect(again.stderr).toContain('here/first');
    expect(await workspace.rows('here/first')).toHaveLength(2);
  });

  test('--filter-failed runs only what failed', async () => {
    const { workspace, run } = await project();
    await run('evals', '--target', 'oracle', '--out', 'first');
    await run('evals', '--target', 'oracle', '--filter-failed', 'first', '--out', 'second');
    expect((await workspace.rows('second')).map((row) => row.caseId).toSorted()).toEqual(['a/2', 'question']);
  });

  test('--filter-failed says of a run that lacks rows that it cannot tell what failed in them', async () => {
    const { workspace, run } = await project();
    await run('evals', '--target', 'oracle', '--out', 'first');
    const manifest = await workspace.read('first/run.json');
    const rows = (await workspace.read('first/results.jsonl')).trimEnd().split('\n');
    const again = async (kept: (row: { case_id: string; verdict: string }) => boolean, manifestOfPart: string) => {
      const results = rows.filter((line) => kept(JSON.parse(line))).map((line) => `${line}\n`).join('');
      await workspace.write({ 'part/results.jsonl': results, 'part/run.json': manifestOfPart });
      const { exitCode, stderr } = await run('evals', '--target', 'oracle', '--filter-failed', 'part', '--dry-run');
      return { exitCode, stderr };
    };
    const unfinished = manifest.replace('"status": "finished"', '"status": "interrupted"');
    const isPassed = ({ verdict }: { verdict: string }) => verdict === 'pass';
    expect(await again(isPassed, unfinished)).toEqual({ exitCode: 2, stderr: expect.stringMatching(/or was unscored in run part, which did not finish\n {2}fix: go on with it first: assay run --resume part\n/u) });
    expect(await again(isPassed, manifest)).toEqual({ exitCode: 2, stderr: expect.stringContaining(', which has stored 5 rows, and lacks 2 of them') });
    expect(await again(({ case_id: id }) => id !== 'question', unfinished)).toEqual({ exitCode: 0, stderr: expect.stringMatching(/warning: run part did not finish: what has no row in it is not run\n {2}fix: go on with it first: assay run --resume part\n/u) });
    expect(await again(() => true, manifest)).toEqual({ exitCode: 0, stderr: '' });
  });

  test('--threshold decides instead of the cases', async () => {
    const { run } = await project();
    expect((await run('evals/numbers.yaml', '--target', 'oracle', '--threshold', '0.5', '--out', 'a')).exitCode).toBe(0);
    expect((await run('evals/numbers.yaml', '--target', 'oracle', '--threshold', '0.51', '--out', 'b')).exitCode).toBe(1);
  });

  test('provider:model needs no configuration', async () => {
    const server = await startChatServer(() => 'It is 42.');
    const workspace = await createWorkspace({ 'numbers.yaml': YAML });
    const { exitCode, stdout } = await runAssay(['run', 'numbers.yaml', '--target', 'openai:gpt-4o-mini'], {
      cwd: workspace.folder,
      env: { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server.url },
    });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('openai:gpt-4o-mini');
    expect(server.requests.every((request) => request.model === 'gpt-4o-mini')).toBe(true);
    expect((await workspace.rows())[0]?.costUsd).toBeGreaterThan(0);
  });

  test('a judge of the target itself is said to be one', async () => {
    const server = await startChatServer((request) =>
      request.text.includes('grader')
        ? '{"reflection": "fine", "hits": [], "misses": [], "classification": 0.9}'
        : 'It is 42.',
    );
    const workspace = await createWorkspace({
      'plain.yaml': 'evalcases:\n  - {id: one, expected_outcome: says 42, input: What is the answer?}\n',
    });
    const { exitCode, stderr } = await runAssay(['run', 'plain.yaml', '--target', 'openai:gpt-4o-mini'], {
      cwd: workspace.folder,
      env: { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: server.url },
    });
    expect(stderr).toContain('judges its own replies');
    expect(exitCode).toBe(0);
    expect((await workspace.rows())[0]).toMatchObject({ score: 0.9, evaluators: [{ type: 'llm_judge' }] });
  });

  test('an error of one case leaves the others alone and the run undecided', async () => {
    const server = await startChatServer((request) => (request.text.includes('question') ? { status: 400, body: '{"error":{"message":"no"}}' } : 'It is 42.'));
    const workspace = await createWorkspace(files(server.url));
    const { exitCode } = await runAssay(['run', 'evals/numbers.yaml', '--target', 'oracle'], { cwd: workspace.folder });
    const rows = await workspace.rows();
    expect(rows.map((row) => `${row.caseId} ${row.status} ${row.score}`).toSorted()).toEqual(['answer ok 1', 'question error null']);
    expect(exitCode).toBe(3);
  });

  test('an error in a streamed file stops new trials, keeps finished ones, exits 2', async () => {
    const { workspace, run } = await project();
    await workspace.write({ 'evals/sums.jsonl': `${JSONL}\n{"id": "broken"\n${'{"id":"never","expected_outcome":"x","input":"x"}\n'.repeat(200)}` });
    const { exitCode, stderr } = await run('evals/sums.jsonl', '--target', 'oracle', '--concurrency', '1');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('Line 4: Invalid JSON');
    expect((await workspace.rows()).map((row) => row.caseId)).toEqual(['a/1', 'a/2', 'b/1']);
  });

  test('cases that lack a required field are skipped, named and counted', async () => {
    const { workspace, run } = await project();
    await workspace.write({ 'evals/sums.jsonl': `${JSONL}\n{"id": "incomplete", "input": "x"}\n` });
    const { stdout, stderr } = await run('evals/sums.jsonl', '--target', 'oracle');
    expect(stderr).toContain('Line 4: missing expected_outcome');
    expect(stdout).toContain('1 case left out: a required field is missing');
    expect(await workspace.rows()).toHaveLength(3);
  });

  test('two suites of one name are told apart by their paths', async () => {
    const { workspace, run } = await project();
    await mkdir(join(workspace.folder, 'more'));
    await workspace.write({ 'more/numbers.yaml': YAML });
    await run('evals/numbers.yaml', 'more/numbers.yaml', '--target', 'oracle');
    const rows = await workspace.rows();
    expect(new Set(rows.map((row) => row.suite))).toEqual(new Set(['numbers']));
    expect(new Set(rows.map((row) => row.suitePath))).toEqual(new Set(['evals/numbers.yaml', 'more/numbers.yaml']));
  });

  test('keys never reach the run folder or the output', async () => {
    const server = await startChatServer(() => ({ status: 401, body: '{"error":{"message":"Incorrect API key provided: secret-key-1"}}' }));
    const workspace = await createWorkspace(files(server.url));
    const { stdout, stderr } = await runAssay(['run', 'evals/numbers.yaml', '--target', 'oracle', '--verbose'], { cwd: workspace.folder });
    const kept = JSON.stringify([await workspace.rows(), await workspace.manifest()]);
    expect(kept + stdout + stderr).not.toContain('secret-key-1');
  });
});
