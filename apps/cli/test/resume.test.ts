import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startAssay } from './support/commands/assay.js';
import { endedEarly, killed } from './support/projects/ended-run.js';
import { dataset, ids, MODEL, project, RUN, untilRows } from './support/projects/resume-project.js';

describe('a run that ended early', () => {
  test('by Ctrl-C says how to go on, and goes on with what is left', async () => {
    const { assay, asked, ended, workspace, folder } = await endedEarly(8, 5, 'SIGINT');
    const [id = ''] = /assay run --resume (\S+)/u.exec(ended.stderr)?.slice(1) ?? [];
    expect(await folder()).toBe(join('.assay/runs', id));
    const { exitCode, stdout, stderr } = await assay('run', '--resume', id);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(asked()).toEqual(['c5', 'c6', 'c7']);
    expect(stdout).toMatch(/8 in /u);
    expect(stdout).toContain('5 kept, 3 asked, 0 scored again');
    expect((await workspace.rows()).map(({ caseId }) => caseId).toSorted()).toEqual(ids(8));
    expect(await workspace.manifest()).toMatchObject({ status: 'finished', rows: 8, runId: id });
  });

  test('by kill -9 is the one that --resume means, and counts whole in the summary', async () => {
    const { assay, asked, workspace } = await endedEarly(8, 5, 'SIGKILL');
    const { exitCode, stdout } = await assay('run', '--resume', '--json', '--concurrency', '1');
    expect(exitCode).toBe(0);
    expect(asked()).toEqual(['c5', 'c6', 'c7']);
    const summary = JSON.parse(stdout) as { groups: { trials: number; passed: number }[]; resumed: object; planned_trials: number; complete: boolean };
    expect(summary).toMatchObject({ groups: [{ trials: 8, passed: 8 }], planned_trials: 8, complete: true });
    expect(summary.resumed).toMatchObject({ kept: 5, asked: 3, rescored: 0, outside: 0 });
    expect(await workspace.manifest()).toMatchObject({ options: { concurrency: 1, target: ['bot'] } });
    const again = await assay('run', '--resume');
    expect(again.exitCode).toBe(2);
    expect(again.stderr).toContain('there is no run that did not finish');
  });

  test('by a bad line goes on when that is mended', async () => {
    const { assay, asked, workspace } = await project(`${dataset('c0', 'c1')}{"id": "c2", "expected_outcome"\n${dataset('c3')}`);
    const first = await assay(...RUN);
    expect(first.exitCode).toBe(2);
    expect(first.stderr).toMatch(/assay run --resume \S+/u);
    const still = await assay('run', '--resume');
    expect(still.exitCode).toBe(2);
    expect(still.stderr).toMatch(/a\.jsonl:3/u);
    asked();
    await workspace.write({ 'evals/a.jsonl': dataset('c0', 'c1', 'c2', 'c3') });
    expect((await assay('run', '--resume')).exitCode).toBe(0);
    expect(asked()).toEqual(['c2', 'c3']);
    expect((await workspace.rows()).map(({ caseId }) => caseId).toSorted()).toEqual(['c0', 'c1', 'c2', 'c3']);
  });
});

test('while a run goes on nobody else goes on with it', async () => {
  const { workspace, assay } = await project(dataset(...ids(4)), (id) => (id === 'c3' ? { hang: true } : 'it is 42'));
  const { child, finished } = startAssay(RUN, { cwd: workspace.folder, env: MODEL });
  await untilRows(workspace, 3);
  const second = await assay('run', '--resume', 'latest');
  expect(second.exitCode).toBe(2);
  expect(second.stderr).toContain(`is being written by process ${child.pid}`);
  // Another folder would be another run, and cannot be said here.
  expect(second.stderr).toMatch(/fix: wait until it has ended\n/u);
  expect((await assay('run', '--resume')).stderr).toContain('still going on');
  expect((await assay('list', 'runs')).stdout).toMatch(/running/u);
  await killed(child, finished, 'SIGKILL');
});

describe('what changed meanwhile', () => {
  test('cases are asked again, what is held against a reply is scored again, the rest is kept', async () => {
    const { assay, asked, workspace, last } = await project(dataset(...ids(5)));
    expect((await assay(...RUN)).exitCode).toBe(0);
    asked();
    const before = await last();
    await workspace.write({
      'evals/a.jsonl': dataset('c0', { id: 'c1', input: 'question c1 asked otherwise' }, { id: 'c2', value: 'is' }, 'c3', 'c5'),
    });
    const { exitCode, stdout } = await assay('run', '--resume', 'latest');
    expect(exitCode).toBe(0);
    expect(asked()).toEqual(['c1', 'c5']);
    // The old rows of c1 and c4 stay.
    expect(stdout).toContain('2 kept, 2 asked, 1 scored again; 2 stored rows of no trial of it');
    const after = await last();
    expect(after['c2']?.scoringKey).not.toBe(before['c2']?.scoringKey);
    expect(after['c3']).toEqual(before['c3']);
    expect(await workspace.rows()).toHaveLength(8);
    expect(await workspace.manifest()).toMatchObject({ rows: 5 });
  });

  test('what counts in a row, and what evaluators are told beside the reply, is as it is now', async () => {
    const lineOf = (id: string, more: object): string => `${JSON.stringify({ id, expected_outcome: 'x', input: `question ${id}`, evaluators: [{ type: 'contains', value: '42' }], ...more })}\n`;
    const hinted = (hint: string): object => ({ vars: { hint }, evaluators: undefined, assert: [{ type: 'javascript', value: "context.vars.hint === 'yes'" }] });
    const fails = { evaluators: [{ type: 'contains', value: 'nothing' }] };
    const { assay, asked, workspace } = await project(lineOf('c0', { weight: 3, tags: ['old'] }) + lineOf('c1', fails) + lineOf('c2', hinted('yes')) + lineOf('c3', { metadata: { of: 'now' } }));
    expect((await assay(...RUN, '--threshold', '0.6')).exitCode).toBe(0);
    asked();
    await workspace.write({ 'evals/a.jsonl': lineOf('c0', { weight: 3, tags: ['new'] }) + lineOf('c1', { ...fails, weight: 9 }) + lineOf('c2', hinted('no')) + lineOf('c3', { metadata: { of: 'now' } }) });
    const { exitCode, stdout } = await assay('run', '--resume', 'latest');
    expect(asked()).toEqual([]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: expect.stringContaining('1 kept, 0 asked, 3 scored again') });
    const rows = new Map((await workspace.rows()).map((row) => [row.caseId, row]));
    expect(['c0', 'c1', 'c2', 'c3'].map((id) => [rows.get(id)?.tags, rows.get(id)?.caseWeight, rows.get(id)?.score])).toEqual([[['new'], 3, 1], [[], 9, 0], [[], 1, 0], [[], 1, 1]]);
  });

  test('replies that failed are asked for again, and only those', async () => {
    let broken = true;
    const { assay, asked, workspace } = await project(dataset(...ids(4)), (id) => (broken && id === 'c1' ? { status: 503 } : 'it is 42'));
    const first = await assay(...RUN);
    expect(first.exitCode).toBe(3);
    expect(first.stderr).toMatch(/run what has no verdict again: assay run --resume \S+/u);
    broken = false;
    asked();
    expect((await assay('run', '--resume', 'latest')).exitCode).toBe(0);
    expect(asked()).toEqual(['c1']);
    expect((await workspace.rows()).filter(({ caseId }) => caseId === 'c1').map(({ score }) => score)).toEqual([null, 1]);
  });

  test('settings of the run are those that it began with; those of its pace and its limits are read anew', async () => {
    const { assay, asked, workspace, folder } = await project(dataset('c0', { id: 'c1', value: 'nothing' }));
    const settle = (defaults: string): Promise<void> => workspace.write({ '.assay/config.yaml': `defaults: ${defaults}\n` });
    await settle('{ repeat: 2, threshold: 0.4 }');
    expect((await assay(...RUN)).exitCode).toBe(0);
    await settle('{ repeat: 3, threshold: 0.9, fail_on: borderline, recheck: true, max_tokens: 1000000 }');
    asked();
    const run = await folder();
    const resumed = await assay('run', '--resume', run, '--json');
    expect(resumed.exitCode).toBe(0);
    expect(JSON.parse(resumed.stdout)).toMatchObject({ outcome: 'passed', planned_trials: 4, budgets: [{ max_tokens: 1_000_000 }] });
    expect(JSON.parse(resumed.stdout)).not.toHaveProperty('rechecks');
    await settle('{}');
    expect((await assay('run', '--resume', run)).stdout).toContain('4 kept, 0 asked, 0 scored again');
    expect((await assay('run', '--rescore', run)).exitCode).toBe(0);
    expect((await assay('run', '--rescore', run, '--threshold', '0.9')).exitCode).toBe(1);
    expect(asked()).toEqual([]);
    expect(await workspace.manifest()).toMatchObject({ rows: 4, options: { repeat: 2, threshold: 0.9 } });
  });
});

describe('judges', () => {
  test('that failed are asked again about the stored reply, and --rescore asks them all', async () => {
    let [judging, judgements] = [false, 0];
    const { assay, server, workspace } = await project(dataset({ id: 'c0', criterion: 'Is it right?' }, { id: 'c1', criterion: 'Is it right?' }), (_, request) => {
      if (request.model !== 'judge') return 'it is 42';
      judgements += 1;
      return judging ? '{"score": 1, "hits": ["right"], "misses": [], "reasoning": "fine"}' : { status: 503 };
    });
    await workspace.write({
      '.assay/targets.yaml': `targets:\n  - {name: bot, provider: openai, model: '\${MODEL}', endpoint: '${server.url}', api_key: k}\n  - {name: critic, provider: openai, model: judge, endpoint: '${server.url}', api_key: k}\n`,
    });
    await assay(...RUN, '--judge', 'critic');
    const replies = server.requests.filter(({ model }) => model === 'm').length;
    expect(replies).toBe(2);
    [judging, judgements] = [true, 0];
    // Half of the score is there, and counts: asked again is what has no verdict.
    const rescored = await assay('run', '--rescore', 'latest');
    expect(rescored.stderr).not.toContain('error');
    expect(rescored.exitCode).toBe(0);
    expect(rescored.stdout).toContain('0 kept, 0 asked, 2 scored again');
    expect(judgements).toBe(2);
    expect(server.requests.filter(({ model }) => model === 'm')).toHaveLength(replies);
    const rows = await workspace.rows();
    expect(rows).toHaveLength(4);
    expect(rows.slice(2).map(({ status, output }) => [status, output?.text])).toEqual([['ok', 'it is 42'], ['ok', 'it is 42']]);
  });
});
