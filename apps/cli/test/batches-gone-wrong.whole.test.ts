import type { BatchServerOptions } from '@assay/schema/testing';
import { describe, expect, test } from 'vitest';
import { KEY, project, SUITE } from './support/projects/batch-project.js';

describe('what goes wrong', () => {
  test('a request that never succeeds is an error after as many batches as it has tries', async () => {
    const { assay, server, workspace } = await project({ answer: ({ text }) => (text.includes('first') ? 'EXPIRED' : 'it is 42') });
    const { exitCode, stdout } = await assay('run', 'evals/a.yaml', '--batch', '--wait', '0.05', '--max-retries', '1');
    expect({ exitCode, stdout }).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('expired') });
    expect(server.batches.map(({ items }) => items.length)).toEqual([2, 1]);
    expect((await workspace.rows()).find(({ caseId }) => caseId === 'one')?.error).toMatchObject({ code: 'timeout' });
  });

  test('a batch that fails as a whole is submitted again', async () => {
    const { assay, server } = await project({ answer: () => 'it is 42', failure: (batch) => (batch === 1 ? { code: 'token_limit_exceeded', message: 'Enqueued token limit reached' } : undefined) });
    expect(await assay('run', 'evals/a.yaml', '--batch', '--wait', '0.05')).toMatchObject({ exitCode: 0 });
    expect(server.batches.map(({ items }) => items.length)).toEqual([2, 1, 1]);
  });

  test('a batch of a target that was edited since is not waited for', async () => {
    const { assay, server, workspace } = await project({ answer: () => 'it is 42' });
    expect(await assay('run', 'evals/a.yaml', '--batch')).toMatchObject({ exitCode: 3 });
    const targets = await workspace.read('.assay/targets.yaml');
    await workspace.write({ '.assay/targets.yaml': targets.replace('model: m,', 'model: newer,') });
    const { exitCode, stderr } = await assay('run', '--resume', '--accept-changes', '--wait', '0.05');
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('all batches have ended') });
    expect(server.batches).toHaveLength(2);
  });

  describe('an account that has only so much in batches at a time', () => {
    const full = { code: 'token_limit_exceeded', message: 'Enqueued token limit reached for m. Please try again once some in_progress batches have been completed.' };
    const suite = ['execution: {target: bot}', 'evalcases:', ...Array.from({ length: 8 }, (_, index) => `  - {id: c${index}, expected_outcome: says 42, input: question ${index}, evaluators: [{type: contains, value: '42'}]}`), ''].join('\n');
    const money = ['--max-cost', '10'] as const;

    test('gets smaller batches, which wait for one another: none of that is a try, and each request is answered once', async () => {
      const looks = new Map<number, number>();
      /** Each is under way for as long as it is looked at three times. */
      const done = (batch: number): boolean => {
        looks.set(batch, (looks.get(batch) ?? 0) + 1);
        return (looks.get(batch) ?? 0) > 3;
      };
      const { assay, server, workspace } = await project({ answer: () => 'it is 42', done, failure: (_, requests) => (requests > 3 ? full : undefined) }, suite);
      const ran = await assay('run', 'evals/a.yaml', '--batch', '--wait', '0.05', '--max-retries', '0', ...money);
      expect(ran).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('smaller batches') });
      expect((await workspace.rows()).map(({ caseId, status, costUsd }) => [caseId, status, costUsd]).toSorted()).toEqual(Array.from({ length: 8 }, (_, index) => [`c${index}`, 'ok', 0.01]));
      expect(server.asked).toHaveLength(8);
      expect(ran.stdout).toContain('$0.0800 of $10.00');
    });

    test('and no room for a single request leaves the run as it is, and the next process asks one again', async () => {
      let isFull = true;
      const { assay, server, workspace } = await project({ answer: () => 'it is 42', failure: () => (isFull ? full : undefined) }, suite);
      expect(await assay('run', 'evals/a.yaml', '--batch', '--wait', '0.05', ...money)).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('8 trials wait for a batch that is not submitted'), stderr: expect.stringContaining('a batch could not be submitted') });
      expect(await workspace.rows()).toEqual([]);
      isFull = false;
      const before = server.batches.length;
      expect(await assay('run', '--resume', '--wait', '0.05')).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('$0.0800 of $10.00') });
      expect(server.batches.slice(before).map(({ items }) => items.length)).toEqual([1, 2, 2, 3]);
      expect(server.asked).toHaveLength(8);
    });

    test('and requests that are more than that by themselves hold up no other, however many they are', async () => {
      const long = suite.replaceAll(/input: (?=question [0-4])/gu, 'input: long ');
      const { assay, server, workspace } = await project({ answer: () => 'it is 42', failure: (batch) => (JSON.stringify(server.batches[batch - 1]?.items).includes('long') ? full : undefined) }, long);
      expect(await assay('run', 'evals/a.yaml', '--batch', '--wait', '0.05')).toMatchObject({ exitCode: 3 });
      const { exitCode, stdout, stderr } = await assay('run', '--resume', '--wait', '0.05');
      expect({ exitCode, stdout, stderr }).toMatchObject({
        exitCode: 3,
        stdout: expect.stringContaining('5 trials wait for a batch that is not submitted'),
        stderr: expect.stringMatching(/could not be submitted: there is no room for a single request: .*\n {2}fix: .*run its case without --batch/u),
      });
      expect((await workspace.rows()).map(({ caseId }) => caseId).toSorted()).toEqual(['c5', 'c6', 'c7']);
      // None of the five is asked twice by one process, and each has its turn.
      for (const process of [1, 2]) {
        const before = server.batches.length;
        expect(await assay('run', '--resume', '--wait', '0.05')).toMatchObject({ exitCode: 3 });
        expect([process, server.batches.slice(before).map(({ items }) => items.length)]).toEqual([process, [1, 1, 1]]);
      }
    });

    test('is none of a limit that a line is beyond: that one is refused, and is asked no more', async () => {
      const failure: NonNullable<BatchServerOptions['failure']> = (batch) => (batch === 1 ? { code: 'context_limit_exceeded', message: 'too long for the model', line: 1 } : undefined);
      const { assay, server, workspace } = await project({ answer: () => 'it is 42', failure });
      expect(await assay('run', 'evals/a.yaml', '--batch', '--wait', '0.05')).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('the request was refused: too long for the model') });
      expect(server.batches.map(({ items }) => items.length)).toEqual([2, 1]);
      expect((await workspace.rows()).map(({ caseId, status }) => [caseId, status]).toSorted()).toEqual([['one', 'error'], ['two', 'ok']]);
    });
  });

  test('an account whose quota is used up is told so, and is not asked again and again', async () => {
    const { assay, server } = await project({ answer: () => 'it is 42', failure: () => ({ code: 'insufficient_quota', message: 'You exceeded your current quota' }) });
    const { exitCode, stdout } = await assay('run', 'evals/a.yaml', '--batch', '--wait', '0.05');
    expect({ exitCode, stdout }).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('the quota of the account is used up') });
    expect(server.batches).toHaveLength(1);
  });

  test.each([
    ['a wrong key', { key: 'sk-another-one-0001' } as Partial<BatchServerOptions>, 'Incorrect API key', 'api_key'],
    ['a server that refuses everybody', { fault: ({ path }) => (path === '/v1/batches' ? { status: 429, message: 'too many', headers: { 'retry-after': '9999' } } : undefined) } as Partial<BatchServerOptions>, 'too many', 'go on with this run'],
    ['an account without credit', { fault: ({ path }) => (path === '/v1/files' ? { status: 400, message: 'Billing hard limit has been reached' } : undefined) } as Partial<BatchServerOptions>, 'could not be submitted', 'fix: the account is not active, or has spent what it may'],
    ['a server that is gone', { fault: () => ({ reset: 'before' }) } as Partial<BatchServerOptions>, 'a batch could not be submitted', 'go on with this run'],
  ])('%s leaves the run undecided, says what to do, and nothing is lost', async (_, broken, said, fix) => {
    let works = false;
    const { assay, server, workspace } = await project({ answer: () => 'it is 42', ...broken, ...(broken.fault ? { fault: (call) => (works ? undefined : broken.fault?.(call)) } : {}) });
    const { exitCode, stderr } = await assay('run', 'evals/a.yaml', '--batch', '--wait', '0.05', '--max-retries', '0');
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 3, stderr: expect.stringContaining(said) });
    expect(stderr).toContain(fix);
    expect(stderr).not.toContain(KEY);
    if (!broken.fault) return;
    works = true;
    expect(await assay('run', '--resume', '--wait', '0.05')).toMatchObject({ exitCode: 0 });
    expect(server.batches).toHaveLength(1);
    expect(await workspace.rows()).toHaveLength(2);
  });

  test('one request that a whole batch is refused for costs that one alone', async () => {
    const fault: BatchServerOptions['fault'] = ({ path, body }) => (path === '/v1/messages/batches' && body.includes('first') ? { status: 400, message: 'not this one' } : undefined);
    const { assay, workspace } = await project({ answer: () => 'it is 42', fault }, SUITE.replace('{target: bot}', '{target: kind}'));
    const { exitCode } = await assay('run', 'evals/a.yaml', '--batch', '--wait', '0.05');
    expect(exitCode).toBe(3);
    expect((await workspace.rows()).map(({ caseId, status }) => [caseId, status]).toSorted()).toEqual([['one', 'error'], ['two', 'ok']]);
  });
});
